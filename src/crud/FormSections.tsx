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
    const narrow = fields.filter((name) => !isWide(resource.fields[name]))
    const columns = section.columns ?? (narrow.length > MANY ? 3 : 2)
    const alone = columns === 2 ? aloneIn(fields.map((name) => isWide(resource.fields[name]))) : new Set<number>()
    return (
      <fieldset key={index} className="crud-section">
        {section.label && <legend>{pick(section.label)}</legend>}
        <div className="crud-grid" data-columns={columns}>
          {fields.map((name, at) => (
            <FieldInput key={name} name={name} wide={isWide(resource.fields[name]) || alone.has(at)} plain={section.label && pick(section.label) === pick(resource.fields[name]?.label ?? section.label)} />
          ))}
        </div>
      </fieldset>
    )
  })
}

/** Few fields stand in two columns, more than these in three. */
const MANY = 5

/** Which of a section's fields would leave a hole beside them, before one that takes the whole line: they take theirs too. */
function aloneIn(wide: readonly boolean[]): ReadonlySet<number> {
  const alone = new Set<number>()
  let used = 0
  wide.forEach((whole, at) => {
    if (whole && used === 1) alone.add(at - 1)
    used = whole || used === 1 ? 0 : 1
  })
  return alone
}

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
