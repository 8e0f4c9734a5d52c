import { useWatch } from 'react-hook-form'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { DecimalInput } from '../../../admin/fields/controls/basicInputs.tsx'
import { useFormClasses } from '../useClasses.ts'
import { ClassSelect } from './ClassSelect.tsx'

/** The limit of a rule: a number or, where the class of the node is judged, a class. */
export function LimitInput(control: ControlProps) {
  const classes = useFormClasses()
  const operator = Number(useWatch({ name: 'com_oper' }))
  if (!classes) return <DecimalInput {...(control as unknown as ControlProps<'decimal'>)} />
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
