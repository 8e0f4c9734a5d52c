import type { ControlProps } from './control.ts'
import { Picker } from './Picker.tsx'
import { useRefChoices } from './useRefChoices.ts'

/**
 * A record of another resource, out of its name list; in a tree the lines are indented. Where the form has a project, only that
 * project's records are offered, and one of another project is taken out when the project changes.
 */
export function RefInput(control: ControlProps<'ref'>) {
  const { choices, isPending, error, refetch } = useRefChoices(control)
  return <Picker control={control} choices={choices} loading={isPending} error={error} onRetry={refetch} />
}
