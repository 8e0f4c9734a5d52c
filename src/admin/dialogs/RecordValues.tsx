import type { Row } from '../../../dataProvider/rows.ts'
import { isSuper, parseIds, type Caller } from '../../../resources/kit/access.ts'
import type { Field, Resource } from '../../../resources/kit/define.ts'
import { isShown, type Values } from '../../../resources/kit/validate.ts'
import { useLabel } from '../fields/useLabel.ts'
import { Skeleton, useCaller } from '../../kit/index.ts'
import { aloneIn } from '../form/formLayout.ts'
import { startValues } from '../form/formValues.ts'
import { Value } from '../list/table/Value.tsx'
import { useSupportedResource } from '../supportedResource.ts'
import { useResourceWords } from '../words.ts'
import formCss from '../form/form.module.css'

/**
 * Fields of a record with their values, section by section, for dialogs that show one record.
 *
 * @param record null while it is loading: the fields of a new record are drawn as skeletons
 */
export function RecordValues({ resource: definition, record }: { resource: Resource; record: Row | null }) {
  const resource = useSupportedResource(definition)
  const pick = useLabel()
  const words = useResourceWords(resource)
  const caller = useCaller()
  const row: Values = record ?? startValues(resource, caller, null, {})
  return resource.form.map((section, index) => {
    const names = section.fields.filter((name) => isRead(resource.fields[name], caller, row))
    if (names.length === 0) return null
    const long = names.map((name) => isLong(resource.fields[name], row[name]))
    const alone = aloneIn(long)
    return (
      <section key={index} className={formCss.section} aria-hidden={!record || undefined}>
        {section.label && <h3 className={formCss.sectionTitle}>{pick(section.label)}</h3>}
        <dl className={formCss.values}>
          {names.map((name, at) => (
            <div
              key={name}
              className={formCss.valuePair}
              data-part="pair"
              data-wide={long[at] || alone.has(at) || undefined}
            >
              <dt>{words.label(name)}</dt>
              <dd>
                {record ? (
                  <Value resource={resource} row={record} column={{ name, second: null }} still />
                ) : (
                  <Skeleton width="60%" height={20} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    )
  })
}

/** A reference to many records takes the whole line. */
const isLong = (field: Field | undefined, value: unknown): boolean =>
  field?.type === 'ref' && field.many === true && parseIds(String(value ?? '')).length > 3

const isRead = (field: Field | undefined, caller: Caller, record: Values): boolean =>
  field !== undefined && !field.secret && (!field.superOnly || field.seen || isSuper(caller)) && isShown(field, record)
