import { useWatch } from 'react-hook-form'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { TextBox } from '../../../admin/fields/controls/basicInputs.tsx'
import { useFormClasses } from '../useClasses.ts'
import { useScale } from '../useScale.ts'
import { ClassSelect } from './ClassSelect.tsx'

/** A limit of a rule: a number in the unit that it is of or, where the class of the node is judged, a class. How far back a value has to go is a number of either. */
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
