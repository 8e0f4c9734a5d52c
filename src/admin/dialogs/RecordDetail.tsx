import { DialogContent } from '@mui/material'
import { useTranslate } from 'react-admin'
import { WireError } from '../../../dataProvider/http.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import type { DialogSlotProps } from '../fields/slotProps.ts'
import { useLabel } from '../fields/useLabel.ts'
import { Dialog, InlineError } from '../../kit/index.ts'
import { MissingDialog } from './MissingDialog.tsx'
import { RecordValues } from './RecordValues.tsx'
import { useRecord } from '../form/useRecord.ts'
import formCss from '../form/form.module.css'

/** Read-only view of a record by its definition: the sections of its form with every applicable field. */
export default function RecordDetail({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const { record, error, retry } = useRecord(resource, id)
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  return (
    <Dialog
      title={pick(label)}
      named={record ? titleOf(resource, record) : undefined}
      width={760}
      onClose={onClose}
      data-wide
      framed
    >
      <DialogContent className={formCss.form}>
        {error && <InlineError error={error} onRetry={retry} />}
        {record ? (
          <RecordValues resource={resource} record={record} />
        ) : (
          !error && (
            <div className={formCss.form} role="status" aria-label={translate('shell.loading')}>
              <RecordValues resource={resource} record={null} />
            </div>
          )
        )}
      </DialogContent>
    </Dialog>
  )
}
