import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { useRecordName } from '../fields/names.ts'
import { InlineError } from '../../kit/index.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useRemoved } from '../useRemoved.ts'
import { useSaved } from '../useSaved.ts'
import { UsesList } from './UsesList.tsx'
import { useResourceWords } from '../words.ts'

/** Asks before a record is deleted, naming it. A record in use stays, and its users are listed. */
export function DeleteDialog({
  resource,
  row,
  onDeleted,
  onClose,
}: {
  resource: Resource
  row: Row
  onDeleted?: () => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const words = useResourceWords(resource)
  const saved = useSaved()
  const removed = useRemoved()
  const nameOf = useRecordName(resource)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const remove = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await dataProvider.delete<Row>(resource.path, { id: row.id, previousData: row })
      notify('crud.deleted', { type: 'success', messageArgs: { noun: words.noun } })
      void removed(resource.path, 1)
      onDeleted?.()
      onClose()
    } catch (caught) {
      setFailure(caught)
      setBusy(false)
      // Another user deleted the record first, so the list is out of date.
      if (caught instanceof WireError && caught.status === 404) void saved(resource.path)
    }
  }

  return (
    <ConfirmDialog
      title={translate('crud.deleteTitle', { noun: words.noun })}
      confirm={translate('crud.deleteConfirm')}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
      text={
        <>
          <p>{translate('crud.deleteText', { name: nameOf(row) })}</p>
          {failure !== null && <InlineError error={failure} />}
          <UsesList failure={failure} onFollow={onClose} />
        </>
      }
    />
  )
}
