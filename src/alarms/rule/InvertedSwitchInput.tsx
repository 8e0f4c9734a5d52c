import type { ControlProps } from '../../admin/fields/control.ts'
import { FlagInput } from '../../admin/fields/basicInputs.tsx'

/** A flag that means the opposite of what its label says: is_stop under "Running". */
export function InvertedSwitchInput(given: ControlProps) {
  const control = given as unknown as ControlProps<'flag'>
  return (
    <FlagInput
      {...control}
      value={Number(control.value) === 1 ? 0 : 1}
      onChange={(next) => control.onChange(next === 1 ? 0 : 1)}
    />
  )
}
