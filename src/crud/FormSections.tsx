import { useFormContext, useWatch } from 'react-hook-form'
import type { Field, FieldType } from '../../resources/kit/define.ts'
import { LONG_TEXT_MAX, type Values } from '../../resources/kit/validate.ts'
import { FieldInput } from '../fields/FieldInput.tsx'
import { useFormInfo } from '../fields/formContext.ts'
import { useLabel } from '../fields/useLabel.ts'
import { shownFields } from './formValues.ts'

/** A form's sections with the fields that apply; fields whose condition turns come and go where they stand. */
export function FormSections() {
  const { resource, caller } = useFormInfo()
  const { control } = useFormContext<Values>()
  const values = useWatch({ control })
  const pick = useLabel()
  const shown = new Set(shownFields(resource, caller, values))
  return resource.form.map((section, index) => {
    const fields = section.fields.filter((name) => shown.has(name))
    if (fields.length === 0) return null
    return (
      <fieldset key={index} className="crud-section">
        {section.label && <legend>{pick(section.label)}</legend>}
        <div className="crud-grid" data-columns={section.columns ?? columnsFor(fields.filter((name) => !isWide(resource.fields[name])).length)}>
          {fields.map((name) => (
            <FieldInput key={name} name={name} wide={isWide(resource.fields[name])} plain={section.label && pick(section.label) === pick(resource.fields[name]?.label ?? section.label)} />
          ))}
        </div>
      </fieldset>
    )
  })
}

/** Few fields stand in two columns, many in three. */
const columnsFor = (count: number): number => (count > 4 ? 3 : 2)

const isWide = (field: Field | undefined): boolean =>
  field !== undefined && (field.type === 'longText' ? (field.max ?? LONG_TEXT_MAX) > SHORT : field.type === 'text' ? (field.max ?? 0) > SHORT : wide[field.type] || (field.type === 'choice' && field.cards === true))

/** A text of no more characters is one line, and stands beside others. */
const SHORT = 200

/** Types that take a whole line. */
const wide: Record<FieldType, boolean> = {
  text: false,
  longText: true,
  int: false,
  decimal: false,
  flag: false,
  choice: false,
  dict: false,
  ref: false,
  point: false,
  polygon: true,
  image: false,
  json: true,
  date: false,
  time: false,
}
