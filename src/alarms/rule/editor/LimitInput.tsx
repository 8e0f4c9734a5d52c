import { useWatch } from 'react-hook-form'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { TextBox } from '../../../admin/fields/controls/basicInputs.tsx'
import { useFormClasses } from '../useClasses.ts'
import { useScale } from '../useScale.ts'
import { ClassSelect } from './ClassSelect.tsx'

/**
 * Input for a limit of a rule: a number with its unit or, where the node's class is judged, a class. The hysteresis is
 * a number in both cases.
 */
export function LimitInput(control: ControlProps) {
  const classes = useFormClasses()
  const operator = Number(useWatch({ name: 'com_oper' }))
  const { unit } = useScale()
  if (!classes || control.name === 'hysteresis')
    return <TextBox control={control} inputMode="decimal" unit={unit === '' ? undefined : [unit, unit, unit]} />
  const { id, value, onChange, onBlur, disabled } = control
  return (
    <ClassSelect
      id={id}
      labelledBy={`${id}-label`}
      classes={classes}
      operator={operator}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
    />
  )
}
