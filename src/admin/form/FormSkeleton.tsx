import { useTranslate } from 'react-admin'
import { createElement } from 'react'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { RequiredMark } from '../fields/FieldInput.tsx'
import { FieldText } from '../fields/FieldText.tsx'
import { InputSkeleton } from '../fields/controls/InputSkeleton.tsx'
import { useLabel } from '../fields/useLabel.ts'
import { useSlots } from '../slots.ts'
import { useCaller } from '../../kit/index.ts'
import fieldsCss from '../fields/fields.module.css'
import { layoutOf, type PlacedField } from './formLayout.ts'
import { shownFields, startValues } from './formValues.ts'
import css from './form.module.css'

/**
 * Skeleton of a definition's form until the form or its record is loaded: labels, and the space of the inputs, so that
 * nothing moves later. `values`: the values to be shown, where they are known.
 */
export function FormSkeleton({ resource, isNew, values }: { resource: Resource; isNew: boolean; values?: Values }) {
  const slots = useSlots()
  const translate = useTranslate()
  const pick = useLabel()
  const caller = useCaller()
  const shown = new Set(shownFields(resource, caller, values ?? startValues(resource, caller, null, {})))
  const field = (name: string, wide = false) => {
    const definition = resource.fields[name]
    return definition && <FieldRoom key={name} name={name} field={definition} wide={wide} />
  }
  return (
    <div className={css.form} role="status" aria-label={translate('shell.loading')}>
      {resource.formSlot
        ? createElement(slots.shape, { slot: resource.formSlot, resource, isNew, shown, field })
        : layoutOf(resource, shown).map(({ index, label, columns, fields }) => (
            <div key={index} className={css.section}>
              {label && (
                <div className={css.sectionTitle} aria-hidden>
                  {pick(label)}
                </div>
              )}
              <div className={css.grid} data-part="grid" data-columns={columns}>
                {fields.map((placed) => (
                  <FieldRoom key={placed.name} {...placed} />
                ))}
              </div>
            </div>
          ))}
    </div>
  )
}

/** Skeleton of one field with its label. */
export function FieldRoom({
  name,
  field,
  wide = false,
  plain = false,
}: Pick<PlacedField, 'name' | 'field'> & Partial<PlacedField>) {
  const pick = useLabel()
  return (
    <div className={fieldsCss.field} data-part="field" data-wide={wide || undefined} aria-hidden>
      {!plain && (
        <div className={fieldsCss.head} data-part="field-head">
          <span className={fieldsCss.label}>
            {pick(field.label)}
            {field.required && <RequiredMark />}
          </span>
        </div>
      )}
      <InputSkeleton name={name} field={field} />
      {(field.type !== 'flag' || field.help) && <FieldText help={field.help && pick(field.help)} />}
    </div>
  )
}
