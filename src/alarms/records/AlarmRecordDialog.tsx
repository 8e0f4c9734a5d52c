import { SearchX } from 'lucide-react'
import { useGetOne, useListContext, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { WireError } from '../../../dataProvider/http.ts'
import type { Opened } from '../../admin/useOpened.ts'
import { Dialog, EmptyState, InlineError, TextSkeleton } from '../../kit/index.ts'
import { canHandle } from './badges.tsx'
import { DetailDialog } from './DetailDialog.tsx'
import { HandleDialog } from './HandleDialog.tsx'

/** Dialogs over the list, as the address names them. */
export const RECORD_DIALOGS = ['handle', 'detail'] as const

interface AlarmRecordDialogProps {
  opened: Opened<(typeof RECORD_DIALOGS)[number]>
  open: (next: AlarmRecordDialogProps['opened'] | null) => void
}

/** Dialog of the record in the address: taken from the list, otherwise fetched by its id. */
export function AlarmRecordDialog({ opened, open }: AlarmRecordDialogProps) {
  const translate = useTranslate()
  const { data, isPending, resource } = useListContext<AlarmRecord>()
  const listed = data?.find(({ id }) => id === opened.id)
  const fetched = useGetOne<AlarmRecord>(
    resource,
    { id: opened.id },
    { enabled: !isPending && listed === undefined, retry: false },
  )
  const record = listed ?? fetched.data
  if (isPending) return null
  if (record) return <OpenedRecord record={record} opened={opened} open={open} />
  return (
    <Dialog title={translate('alarms.detailTitle')} onClose={() => open(null)}>
      {fetched.error instanceof WireError && fetched.error.status === 404 ? (
        <EmptyState icon={<SearchX />} title={translate('alarms.gone')} hint={translate('alarms.goneHint')} />
      ) : fetched.error ? (
        <InlineError error={fetched.error} onRetry={() => void fetched.refetch()} />
      ) : (
        <TextSkeleton />
      )}
    </Dialog>
  )
}

/** A record that needs no handling any more shows its detail; a record being handled in this dialog stays in it. */
function OpenedRecord({ record, opened: { kind, id }, open }: AlarmRecordDialogProps & { record: AlarmRecord }) {
  const [handles] = useState(kind === 'handle' && canHandle(record))
  const close = () => open(null)
  if (handles) return <HandleDialog records={[record]} onClose={close} onDetail={() => open({ kind: 'detail', id })} />
  return <DetailDialog record={record} onHandle={() => open({ kind: 'handle', id })} onClose={close} />
}
