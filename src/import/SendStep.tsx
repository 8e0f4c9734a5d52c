import { Button, DialogActions } from '@mui/material'
import { FileDown, KeyRound } from 'lucide-react'
import { useLocale, useNotify } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { useSaved } from '../admin/useSaved.ts'
import { useResourceWords } from '../admin/words.ts'
import { useSentence } from '../admin/fields/useSentence.ts'
import { InlineError, messageOf, Segment } from '../kit/index.ts'
import listCss from '../admin/list/list.module.css'
import { JumpInput } from './sheet/JumpInput.tsx'
import { reasonOf } from './sheet/reasons.ts'
import { saveCsv } from './saveCsv.ts'
import { ready } from './sending.ts'
import type { SheetRow } from './sheet/sheet.ts'
import { SheetTable, type TableHandle } from './sheet/SheetTable.tsx'
import { usualEncoding } from './template.ts'
import { useSheet, type LoadedFile } from './useImport.ts'
import css from './import.module.css'

interface SendStepProps {
  resource: Resource
  loaded: LoadedFile
  /** Reports how many rows closing would leave unsent; 0: nothing is lost. */
  onAtStake: (count: number) => void
  /** Reports how many credentials, which are shown only here, have not been saved. */
  onUnsaved: (count: number) => void
  /** Closes, or asks first. */
  onClose: () => void
}

type Shown = 'all' | 'waiting' | 'failed'

/**
 * Third step: sends the rows, and shows the result of each. Rows that failed can be corrected here and sent again, or
 * saved.
 */
export function SendStep({ resource, loaded, onAtStake, onUnsaved, onClose }: SendStepProps) {
  const translate = useLateWords('importing')
  const toSentence = useSentence(translate)
  const words = useResourceWords(resource)
  const locale = useLocale()
  const { sheet, sending, batch } = loaded
  useSheet(sheet)
  const { phase, error } = sending.progress()
  const [shown, setShown] = useState<Shown>('all')
  const table = useRef<TableHandle>(null)
  useRun(resource, loaded)

  const { made, failed, waiting, rest } = groupsOf(loaded)
  const next = phase === 'sending' ? 0 : ready(sheet, sheet.rows.length).length
  const atStake = phase === 'sending' ? waiting.length : phase === 'stopped' ? next : 0
  useEffect(() => onAtStake(atStake), [atStake, onAtStake])

  const saveRest = () => {
    const header = [...sheet.fields.map(words.label), translate('importing.reason')]
    return saveCsv(
      translate('importing.downloadName', { name: words.noun }),
      header,
      rest.map((row) => [...sheet.fields.map((field) => sheet.text(row, field)), reasonOf(sheet, row, toSentence)]),
      usualEncoding(locale),
    )
  }
  const withCodes = made.filter(({ credential }) => credential !== '')
  const [saved, setSaved] = useState<ReadonlySet<SheetRow>>(new Set())
  const unsaved = withCodes.filter((row) => !saved.has(row)).length
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
  const saveCodes = async () => {
    await saveCsv(
      translate('crud.codesName', { name: words.noun }),
      ['ID', words.label(resource.title), 'credential'],
      withCodes.map((row) => [row.id, sheet.text(row, resource.title), row.credential]),
      'utf-8',
    )
    setSaved(new Set(withCodes))
  }
  const rows = { all: sheet.rows, waiting: rest, failed }[shown]
  return (
    <>
      <div className={css.progress}>
        <progress
          max={Math.max(1, made.length + failed.length + waiting.length)}
          value={made.length + failed.length}
          aria-label={translate('importing.progress')}
        />
        <span role="status">
          {phase === 'finished'
            ? translate('importing.importSuccess', { smart_count: made.length, made: made.length, rest: rest.length })
            : `${translate('importing.done', { made: made.length, total: sheet.rows.length })} · ${translate('importing.counts', { made: made.length, failed: failed.length, waiting: waiting.length })}`}
        </span>
        {!batch && phase === 'sending' && (
          <small>{translate('importing.slow', { minutes: Math.ceil((waiting.length * 2) / 60) })}</small>
        )}
      </div>
      {error !== null && (
        <div className={listCss.banner}>
          <InlineError error={messageOf(error, translate)} />
        </div>
      )}
      <div className={css.bar}>
        <Segment
          label={translate('importing.show.label')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: translate('importing.show.all', { count: sheet.rows.length }) },
            { value: 'failed', label: translate('importing.show.failed', { count: failed.length }) },
            { value: 'waiting', label: translate('importing.show.waiting', { count: rest.length }) },
          ]}
        />
        <span className={css.gap} />
        <JumpInput onJump={(line) => table.current?.jump(line)} />
      </div>
      <SheetTable sheet={sheet} rows={rows} results handle={table} />
      <DialogActions>
        <span className={css.status}>
          {rest.length > 0 && phase !== 'sending' && (
            <Button startIcon={<FileDown size={16} aria-hidden />} onClick={() => void saveRest()}>
              {translate('importing.download')}
            </Button>
          )}
          {withCodes.length > 0 && phase !== 'sending' && (
            <Button
              startIcon={<KeyRound size={16} aria-hidden />}
              title={translate('importing.codesHint')}
              onClick={() => void saveCodes()}
            >
              {translate('importing.codes')}
            </Button>
          )}
        </span>
        {phase === 'sending' ? (
          <Button onClick={() => sending.stop()}>{translate('importing.stop')}</Button>
        ) : (
          <>
            {next > 0 && (
              <Button
                variant={phase === 'stopped' ? 'contained' : 'outlined'}
                color={phase === 'stopped' ? 'primary' : 'inherit'}
                onClick={() => void sending.start()}
              >
                {phase === 'stopped' ? translate('importing.resume') : translate('importing.again', { count: next })}
              </Button>
            )}
            {phase === 'finished' && (
              <Button variant="contained" color="primary" onClick={onClose}>
                {translate('importing.finish')}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </>
  )
}

function groupsOf({ sheet }: LoadedFile) {
  const made = sheet.rows.filter(({ state }) => state === 'made')
  const failed = sheet.rows.filter(({ state }) => state === 'failed' || state === 'unclear')
  const waiting = sheet.rows.filter((row) => row.state === 'sending' || (row.state === 'waiting' && sheet.isGood(row)))
  return { made, failed, waiting, rest: sheet.rows.filter(({ state }) => state !== 'made') }
}

/**
 * Begins to send when the step appears, and stops when it disappears; the list behind is refetched whenever sending
 * ends.
 */
function useRun(resource: Resource, { sheet, sending }: LoadedFile): void {
  const notify = useNotify()
  const translate = useLateWords('importing')
  const saved = useSaved()
  const { phase } = sending.progress()
  useEffect(() => {
    void sending.start()
    return () => sending.stop()
  }, [sending])
  const before = useRef(phase)
  useEffect(() => {
    if (before.current === phase) return
    before.current = phase
    if (phase === 'sending') return
    void saved(resource.path)
    const made = sheet.rows.filter(({ state }) => state === 'made').length
    if (phase === 'finished')
      notify(translate('importing.importSuccess', { smart_count: made, made, rest: sheet.rows.length - made }), {
        type: 'success',
      })
  }, [phase, resource, saved, notify, translate, sheet])
}
