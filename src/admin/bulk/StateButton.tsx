import { Button } from '@mui/material'
import { useAddUndoableMutation, useNotify, useTranslate } from 'react-admin'
import { useState, type ReactNode } from 'react'
import { batchControlState } from '../../../dataProvider/calls/batch.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import type { BulkSlotProps } from '../fields/slotProps.ts'
import { messageOf } from '../../kit/index.ts'
import { useSaved } from '../useSaved.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { Result } from './useBulkRun.ts'

interface StateButtonProps extends BulkSlotProps {
  /** control_state: 0 runs, 1 is disabled. */
  state: 0 | 1
  label: string
  icon: ReactNode
  /** Message key of the toast after full success. */
  success: string
  /**
   * Asks for confirmation first, and offers undo in the toast, which restores the rows that were in the other state.
   */
  confirms?: boolean
}

/** Sets the state of the selected devices, several in one call (spec 2 §5). */
export function StateButton({
  resource,
  rows,
  onDone,
  state,
  label,
  icon,
  success,
  confirms = false,
}: StateButtonProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const saved = useSaved()
  const addUndoable = useAddUndoableMutation()
  const [pendingRows, setPendingRows] = useState<readonly Row[] | null>(null)
  const begin = () => {
    if (rows.length === 0) notify('crud.bulk.selectone', { type: 'warning' })
    else setPendingRows(rows)
  }
  const close = (results: ReadonlyMap<number, Result>) => {
    const chosen = pendingRows ?? []
    const done = chosen.filter((row) => results.get(row.id)?.ok)
    const failed = chosen.filter((row) => !done.includes(row))
    setPendingRows(null)
    if (results.size === 0) return
    if (confirms && done.length > 0) offerUndo(done)
    else if (failed.length === 0) notify(success, { type: 'success' })
    void saved(resource.path)
    onDone(failed)
  }
  const offerUndo = (done: readonly Row[]) => {
    const moved = done.filter((row) => Number(row['control_state']) !== state).map(({ id }) => id)
    const undo = async () => {
      for (let from = 0; from < moved.length; from += BATCH_SIZE)
        await batchControlState(state === 1 ? 0 : 1, moved.slice(from, from + BATCH_SIZE))
      notify('crud.bulk.undone', { type: 'success', messageArgs: { smart_count: moved.length } })
    }
    if (moved.length > 0)
      addUndoable(({ isUndo }) => {
        if (isUndo)
          void undo()
            .catch((failure: unknown) => notify(messageOf(failure, translate), { type: 'error' }))
            .finally(() => void saved(resource.path))
      })
    notify(success, { type: 'success', undoable: moved.length > 0, messageArgs: { smart_count: done.length } })
  }
  const question =
    confirms && pendingRows
      ? { text: <p>{translate('crud.bulk.stopText', { smart_count: pendingRows.length })}</p>, confirm: label }
      : undefined
  return (
    <>
      <Button variant="outlined" startIcon={icon} onClick={begin}>
        {label}
      </Button>
      {pendingRows && (
        <BulkDialog
          resource={resource}
          rows={pendingRows}
          title={translate('crud.bulk.running', { action: label })}
          question={question}
          size={BATCH_SIZE}
          act={(some) =>
            batchControlState(
              state,
              some.map(({ id }) => id),
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}

/** Number of devices in one call. */
const BATCH_SIZE = 200
