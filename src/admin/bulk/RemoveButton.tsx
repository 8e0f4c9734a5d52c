import { Button } from '@mui/material'
import { Trash2 } from 'lucide-react'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import type { BulkSlotProps } from '../fields/slotProps.ts'
import { useRemoved } from '../useRemoved.ts'
import { useResourceWords } from '../words.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { Result } from './useBulkRun.ts'

/** Deletes the selected rows, one call each. A record in use stays, and its users are listed. */
export default function RemoveButton({ resource, rows, onDone }: BulkSlotProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const words = useResourceWords(resource)
  const refetch = useRemoved()
  const [pendingRows, setPendingRows] = useState<readonly Row[] | null>(null)
  const close = (results: ReadonlyMap<number, Result>) => {
    const removed = rows.filter((row) => results.get(row.id)?.ok)
    setPendingRows(null)
    if (results.size === 0) return
    if (removed.length > 0)
      notify('crud.bulk.removed', { type: 'success', messageArgs: { smart_count: removed.length } })
    void refetch(resource.path, removed.length)
    onDone(rows.filter((row) => !removed.includes(row)))
  }
  const first = (pendingRows ?? [])
    .slice(0, NAMED)
    .map((row) => titleOf(resource, row))
    .join(translate('crud.comma'))
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        startIcon={<Trash2 size={14} aria-hidden />}
        onClick={() => setPendingRows(rows)}
      >
        {translate('crud.bulk.remove')}
      </Button>
      {pendingRows && (
        <BulkDialog
          resource={resource}
          rows={pendingRows}
          title={translate('crud.deleteTitle', { noun: words.noun })}
          question={{
            text: (
              <p>
                {translate('crud.bulk.removeText', {
                  smart_count: pendingRows.length,
                  names: pendingRows.length > NAMED ? `${first} …` : first,
                })}
              </p>
            ),
            confirm: translate('crud.deleteConfirm'),
          }}
          size={1}
          act={async ([row]) => row && dataProvider.delete<Row>(resource.path, { id: row.id, previousData: row })}
          onClose={close}
        />
      )}
    </>
  )
}

/** Number of records named in the question. */
const NAMED = 3
