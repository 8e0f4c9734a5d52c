import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { alarmRecord, type AlarmRecord } from '../../../dataProvider/alarms.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { Dialog, EmptyState, InlineError, TextSkeleton } from '../../kit/index.ts'
import type { AlarmParams } from './alarmParams.ts'
import { canHandle } from './canHandle.ts'
import { DetailDialog } from './DetailDialog.tsx'
import { HandleDialog } from './HandleDialog.tsx'

type OpenRecord = NonNullable<AlarmParams['dialog']>

interface RecordDialogProps {
  dialog: OpenRecord
  /** The page of the list in view. */
  rows: readonly AlarmRecord[]
  zone: Zone
  onDialog: (dialog: OpenRecord | null) => void
  onHandled: () => void
}

/** The record that the address names: out of the list, else asked for by its number. What needs no handling any more shows how it ended. */
export function RecordDialog({ dialog: { kind, id }, rows, zone, onDialog, onHandled }: RecordDialogProps) {
  const translate = useTranslate()
  const listed = rows.find((row) => row.id === id)
  const asked = useQuery({
    queryKey: ['alarms', 'record', id],
    queryFn: ({ signal }) => alarmRecord(id, signal),
    enabled: listed === undefined,
    retry: false,
  })
  const record = listed ?? asked.data
  const close = () => onDialog(null)
  if (!record)
    return (
      <Dialog title={translate('alarms.detailTitle')} onClose={close}>
        {asked.error ? (
          <InlineError error={asked.error} onRetry={() => void asked.refetch()} />
        ) : asked.isPending ? (
          <TextSkeleton />
        ) : (
          <EmptyState icon={<SearchX />} title={translate('alarms.gone')} hint={translate('alarms.goneHint')} />
        )}
      </Dialog>
    )
  if (kind === 'handle' && canHandle(record))
    return (
      <HandleDialog
        records={[record]}
        zone={zone}
        onClose={close}
        onDone={onHandled}
        onDetail={() => onDialog({ kind: 'detail', id })}
      />
    )
  return <DetailDialog record={record} zone={zone} onHandle={() => onDialog({ kind: 'handle', id })} onClose={close} />
}
