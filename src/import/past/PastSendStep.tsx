import { Button, DialogActions, DialogContent } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useLocale } from 'react-admin'
import { useEffect } from 'react'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import listCss from '../../admin/list/list.module.css'
import { InlineError, messageOf } from '../../kit/index.ts'
import css from '../import.module.css'
import pastCss from './past.module.css'
import { saveCsv } from '../saveCsv.ts'
import { usualEncoding } from '../template.ts'
import { PAST_LABELS } from './pastColumns.ts'
import { usePast, type LoadedPast } from './usePastFile.ts'

/** Number of refused rows that are shown; the saved file has all of them. */
const SHOWN = 100

/** Third step: sends in batches, and shows the results. Refused rows can be saved with their reasons. */
export function PastSendStep({ loaded: { past, sending }, onClose }: { loaded: LoadedPast; onClose: () => void }) {
  const translate = useLateWords('importing')
  const locale = useLocale()
  const pick = useLabel()
  const client = useQueryClient()
  usePast(past)
  const { phase, error } = sending.progress()
  useEffect(() => {
    void sending.start()
    return () => sending.stop()
  }, [sending])
  useEffect(() => {
    // Charts behind the dialog must show the imported values.
    if (phase === 'finished' || phase === 'stopped') void client.invalidateQueries({ queryKey: ['history'] })
  }, [phase, client])
  const { stored, same, refused, waiting } = past.counts()
  const left = past.rows.filter(({ state }) => state === 'refused')
  const reasonOf = (reason: string): string => translate(reason, { _: reason })
  const saveLeft = () => {
    const header = past.columns.map((field, at) =>
      field ? pick(PAST_LABELS[field]) : (past.parsed.records[0]?.[at] ?? ''),
    )
    return saveCsv(
      translate('importing.past.refusedName'),
      [...header, translate('importing.reason')],
      left.map(({ record, reason }) => [...past.columns.map((_field, at) => record[at] ?? ''), reasonOf(reason)]),
      usualEncoding(locale),
    )
  }
  return (
    <>
      <div className={css.progress}>
        <progress
          max={Math.max(1, past.rows.length)}
          value={past.rows.length - waiting}
          aria-label={translate('importing.progress')}
        />
        <span role="status">
          {translate(phase === 'finished' ? 'importing.past.finished' : 'importing.past.counts', {
            stored,
            same,
            refused,
            waiting,
          })}
        </span>
        {same > 0 && <small>{translate('importing.past.sameHint')}</small>}
      </div>
      {error !== null && (
        <div className={listCss.banner}>
          <InlineError error={messageOf(error, translate)} />
        </div>
      )}
      <DialogContent className={pastCss.refused}>
        {/* Inside the scrolling element, so that the keyboard can scroll it. */}
        {left.length > 0 && phase !== 'sending' && (
          <Button startIcon={<FileDown size={16} aria-hidden />} onClick={() => void saveLeft()}>
            {translate('importing.past.download')}
          </Button>
        )}
        {left.length > 0 && (
          <table aria-label={translate('importing.past.refused', { count: left.length })}>
            <thead>
              <tr>
                <th scope="col">{translate('importing.line')}</th>
                <th scope="col">{translate('importing.past.row')}</th>
                <th scope="col">{translate('importing.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {left.slice(0, SHOWN).map(({ line, record, reason }) => (
                <tr key={line}>
                  <th scope="row">{line}</th>
                  <td>{record.join(', ')}</td>
                  <td>{reasonOf(reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {left.length > SHOWN && <small>{translate('importing.past.more', { count: left.length - SHOWN })}</small>}
      </DialogContent>
      <DialogActions>
        {phase === 'sending' && <Button onClick={() => sending.stop()}>{translate('importing.stop')}</Button>}
        {phase === 'stopped' && (
          <Button variant="contained" color="primary" onClick={() => void sending.start()}>
            {translate('importing.resume')}
          </Button>
        )}
        {phase === 'finished' && (
          <Button variant="contained" color="primary" onClick={onClose}>
            {translate('importing.finish')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
