import { Dialog, DialogContent, useMediaQuery } from '@mui/material'
import { useId } from 'react'
import { WireError } from '../../dataProvider/http.ts'
import type { Row } from '../../dataProvider/rows.ts'
import { isSuper, parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Field, Resource } from '../../resources/kit/define.ts'
import { titleOf } from '../../resources/kit/named.ts'
import { isShown } from '../../resources/kit/validate.ts'
import type { DialogSlotProps } from '../fields/slotProps.ts'
import { useLabel } from '../fields/useLabel.ts'
import { InlineError, useCaller } from '../ui/index.ts'
import { DialogHead } from './DialogHead.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import { useRecord } from './useRecord.ts'
import { Value } from './Value.tsx'
import { useResourceWords } from './words.ts'

/** A record to be read only, by its definition: the sections of its form with every field that applies. */
export default function RecordDetail({ resource, id, label, onClose }: DialogSlotProps) {
  const pick = useLabel()
  const title = useId()
  const phone = useMediaQuery('(max-width: 599.95px)')
  const { record, error, retry } = useRecord(resource, id)
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth={false} aria-labelledby={title} className="crud-dialog" data-wide>
      <DialogHead id={title} onClose={onClose}>
        {record ? `${pick(label)} · ${titleOf(resource, record)}` : pick(label)}
      </DialogHead>
      <DialogContent className="crud-form">
        {error && <InlineError error={error} onRetry={retry} />}
        {record ? <RecordValues resource={resource} record={record} /> : !error && <FormSkeleton resource={resource} />}
      </DialogContent>
    </Dialog>
  )
}

/** The fields of a record with their values, section by section, for dialogs that show one. */
export function RecordValues({ resource, record }: { resource: Resource; record: Row }) {
  const pick = useLabel()
  const words = useResourceWords(resource)
  const caller = useCaller()
  return resource.form.map((section, index) => {
    const names = section.fields.filter((name) => isRead(resource.fields[name], caller, record))
    if (names.length === 0) return null
    return (
      <section key={index} className="crud-section">
        {section.label && <h3 className="crud-section-title">{pick(section.label)}</h3>}
        <dl className="crud-values">
          {names.map((name) => (
            <div key={name} className="crud-value-pair" data-wide={isLong(resource.fields[name], record[name]) || undefined}>
              <dt>{words.label(name)}</dt>
              <dd>
                <Value resource={resource} row={record} column={{ name, second: null }} still />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    )
  })
}

/** Many records by name take the whole line. */
const isLong = (field: Field | undefined, value: unknown): boolean => field?.type === 'ref' && field.many === true && parseIds(String(value ?? '')).length > 3

const isRead = (field: Field | undefined, caller: Caller, record: Row): boolean =>
  field !== undefined && !field.secret && (!field.superOnly || field.seen || isSuper(caller)) && isShown(field, record)
