import { Dialog, DialogContent } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useCallback, useId, useRef } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import { WireError } from '../../dataProvider/http.ts'
import { mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { titleOf } from '../../resources/kit/named.ts'
import { EmptyState, InlineError, useCaller } from '../ui/index.ts'
import { usePhone } from '../ui/useMedia.ts'
import { DialogHead } from './DialogHead.tsx'
import { FormFoot } from './FormFoot.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import type { Presets } from './formValues.ts'
import { MissingDialog } from './MissingDialog.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useRecord } from './useRecord.ts'
import { useResourceWords } from './words.ts'

interface RecordDialogProps {
  resource: Resource
  /** null creates a record. */
  id: number | null
  /** Creates another one like it. */
  clone?: boolean
  /** As the list holds it: the form is drawn from it while the record is read anew. */
  row?: Row
  presets: Presets
  onClose: () => void
  /** Draws it where it stands, not above the page: for FormAhead. */
  inPlace?: boolean
}

/** Creates, edits or clones one record. What is edited is read anew when the dialog opens, and left alone while it is open. */
export function RecordDialog({ resource, id, clone = false, row, presets, onClose, inPlace = false }: RecordDialogProps) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const phone = usePhone()
  const title = useId()
  const action = clone ? 'clone' : id === null ? 'create' : 'edit'
  const allowed = mayUse(useCaller(), resource, action)
  const { record, error, retry } = useRecord(resource, allowed ? id : null, clone ? undefined : row)
  // The form knows whether something would be lost; until it is drawn, closing loses nothing.
  const closeRef = useRef<(() => void) | null>(null)
  const close = useCallback(() => (closeRef.current ?? onClose)(), [onClose])

  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  const wide = resource.form.flatMap((section) => section.fields).length > 5
  const names = { create: 'crud.new', edit: 'crud.edit', clone: 'crud.clone' } as const
  return (
    <Dialog open disablePortal={inPlace} onClose={close} fullScreen={phone} fullWidth maxWidth={false} aria-labelledby={title} className="crud-dialog" data-wide={wide || undefined} slotProps={resource.formWidth && !phone ? { paper: { style: { width: resource.formWidth } } } : {}}>
      <DialogHead id={title} onClose={close} named={action === 'edit' && record && resource.fields[resource.title]?.type === 'text' ? titleOf(resource, record) : undefined}>
        {translate(names[action], { noun: words.noun })}
      </DialogHead>
      {!allowed ? (
        <DialogContent>
          <EmptyState title={translate('error.forbidden')} />
        </DialogContent>
      ) : id !== null && !record ? (
        <>
          <DialogContent className="crud-form">{error ? <InlineError error={error} onRetry={retry} /> : <FormSkeleton resource={resource} isNew={clone} />}</DialogContent>
          <FormFoot waiting onCancel={close} onAgain={clone ? nothing : undefined} />
        </>
      ) : (
        <>
          {error && (
            <div className="crud-banner">
              <InlineError error={error} onRetry={retry} />
            </div>
          )}
          <RecordForm resource={resource} record={clone ? null : record} template={clone ? record : null} presets={presets} onClose={onClose} closeRef={closeRef} />
        </>
      )}
    </Dialog>
  )
}

const nothing = () => {}
