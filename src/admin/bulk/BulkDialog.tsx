import { Button, DialogActions, DialogContent } from '@mui/material'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { Dialog, messageOf } from '../../kit/index.ts'
import { UsesList } from '../dialogs/UsesList.tsx'
import formCss from '../form/form.module.css'
import { useBulkRun, type Result } from './useBulkRun.ts'

interface BulkDialogProps {
  resource: Resource
  rows: readonly Row[]
  title: string
  /** Confirmation before the run begins; without it the run begins at once. */
  question?: { text: ReactNode; confirm: string }
  /**
   * Content beside the close button; with it the dialog stays open after full success, because the user has something
   * to take away.
   */
  outcome?: ReactNode
  /** Number of rows in one call. */
  size: number
  act: (rows: readonly Row[]) => Promise<unknown>
  /** Called when the dialog is closed, with the result of each row; empty where nothing was begun. */
  onClose: (results: ReadonlyMap<number, Result>) => void
}

/**
 * Runs an action on many rows: shows progress and the result of each row, and can be stopped. Closes by itself where
 * every row succeeded.
 */
export function BulkDialog({ resource, rows, title, question, outcome, size, act, onClose }: BulkDialogProps) {
  const translate = useTranslate()
  const run = useBulkRun({
    rows,
    size,
    act,
    onOver: (results) =>
      outcome === undefined &&
      results.size === rows.length &&
      [...results.values()].every(({ ok }) => ok) &&
      onClose(results),
  })
  const { phase, results, start, cancel } = run
  const begun = useRef(question !== undefined)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    start()
  })
  const failed = rows.flatMap((row) => {
    const result = results.get(row.id)
    return result && !result.ok ? [{ row, failure: result.failure }] : []
  })
  const done = rows.filter((row) => results.get(row.id)?.ok)
  // While calls are under way, closing stops the run instead, so that the results are not lost.
  const close = () => (phase === 'running' ? cancel() : onClose(results))
  return (
    <Dialog title={title} width={560} onClose={close} role="alertdialog" className={formCss.confirm} framed>
      <DialogContent>
        {phase === 'ready' ? (
          question?.text
        ) : (
          <>
            <progress value={results.size} max={rows.length} aria-label={title} />
            <p role="status">
              {phase === 'over' && results.size < rows.length
                ? translate('crud.bulk.stopped', {
                    done: results.size - failed.length,
                    failed: failed.length,
                    left: rows.length - results.size,
                  })
                : translate('crud.bulk.progress', { done: results.size, total: rows.length, failed: failed.length })}
            </p>
            <ul className={formCss.results} data-part="results">
              {failed.map(({ row, failure }) => (
                <li key={row.id} data-failed>
                  <CircleAlert size={14} aria-hidden />
                  <div>
                    <strong>{titleOf(resource, row)}</strong> {messageOf(failure, translate)}
                    <UsesList failure={failure} onFollow={() => onClose(results)} />
                  </div>
                </li>
              ))}
              {done.slice(-DRAWN).map((row) => (
                <li key={row.id}>
                  <CircleCheck size={14} aria-hidden />
                  <div>
                    <strong>{titleOf(resource, row)}</strong> {translate('crud.bulk.ok')}
                  </div>
                </li>
              ))}
              {done.length > DRAWN && <li>{translate('crud.bulk.okMore', { count: done.length - DRAWN })}</li>}
            </ul>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {phase === 'ready' && question ? (
          <>
            <Button autoFocus onClick={close}>
              {translate('crud.cancel')}
            </Button>
            <Button variant="contained" color="error" onClick={start}>
              {question.confirm}
            </Button>
          </>
        ) : (
          <>
            {phase === 'over' && outcome}
            <Button autoFocus onClick={close}>
              {translate(phase === 'running' ? 'crud.bulk.stopHere' : 'shell.close')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** How many successful rows are shown, newest first. */
const DRAWN = 100
