import { useFormContext, useWatch } from 'react-hook-form'
import type { Values } from '../../../resources/kit/validate.ts'
import { FieldInput } from '../fields/FieldInput.tsx'
import { useFormInfo } from '../fields/formContext.ts'
import { useLabel } from '../fields/useLabel.ts'
import { layoutOf } from './formLayout.ts'
import { shownFields } from './formValues.ts'

/** A form's sections with the fields that apply; fields whose condition turns come and go where they stand. */
export function FormSections() {
  const { resource, caller } = useFormInfo()
  const { control } = useFormContext<Values>()
  const values = useWatch({ control })
  const pick = useLabel()
  return layoutOf(resource, new Set(shownFields(resource, caller, values))).map(({ index, label, columns, fields }) => (
    <fieldset key={index} className="crud-section">
      {label && <legend>{pick(label)}</legend>}
      <div className="crud-grid" data-columns={columns}>
        {fields.map(({ name, wide, plain }) => (
          <FieldInput key={name} name={name} wide={wide} plain={plain} />
        ))}
      </div>
    </fieldset>
  ))
}
