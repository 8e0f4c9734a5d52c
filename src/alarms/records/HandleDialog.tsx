import { Send } from 'lucide-react'
import { useNotify, useTranslate } from 'ra-core'
import { useId, useRef, useState } from 'react'
import { handleAlarm, type AlarmRecord } from '../../../dataProvider/alarms.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { Dialog, messageOf } from '../../kit/index.ts'
import { AlarmFacts } from './AlarmFacts.tsx'
import './dialogs.css'

interface HandleDialogProps {
  /** One alarm or several, handled with the same note. */
  records: readonly AlarmRecord[]
  zone: Zone
  onClose: () => void
  onDone: () => void
  /** To the send log; null where there are several. */
  onDetail: (() => void) | null
}

/** Longest note the platform takes. */
const LONGEST_NOTE = 500

/** False alarm or handled, which somebody has to say, with a note. Those that fail stay, with what the platform says; what was typed is kept. */
export function HandleDialog({ records, zone, onClose, onDone, onDetail }: HandleDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const note = useId()
  const problem = useId()
  const choices = useRef<HTMLFieldSetElement>(null)
  const [state, setState] = useState<1 | 2 | null>(null)
  const [asked, setAsked] = useState(false)
  const [text, setText] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [failed, setFailed] = useState<ReadonlyMap<number, string> | null>(null)
  // Those that are handled are not sent again.
  const open = failed ? records.filter(({ id }) => failed.has(id)) : records
  const close = open.length < records.length ? onDone : onClose
  const first = records[0]
  const send = async () => {
    if (sent !== null) return
    if (state === null) {
      setAsked(true)
      choices.current?.querySelector('input')?.focus()
      return
    }
    const problems = new Map<number, string>()
    for (const [index, record] of open.entries()) {
      setSent(index)
      await handleAlarm(record, state, text.trim()).catch((error: unknown) =>
        problems.set(record.id, messageOf(error, translate)),
      )
    }
    setSent(null)
    setFailed(problems)
    if (problems.size > 0) return
    notify('alarms.done', { type: 'success' })
    onDone()
  }
  return (
    <Dialog
      title={
        records.length === 1
          ? translate('alarms.handleTitle')
          : translate('alarms.handleSeveral', { count: open.length })
      }
      width={600}
      onClose={close}
      footer={
        <>
          {onDetail && (
            <button type="button" className="alarms-link alarms-toLog" onClick={onDetail}>
              <Send size={14} aria-hidden />
              {translate('alarms.sendLog')}
            </button>
          )}
          <button type="button" className="ui-button" onClick={close}>
            {translate('crud.cancel')}
          </button>
          <button
            type="button"
            className="ui-button ui-button--primary"
            aria-disabled={sent !== null}
            aria-busy={sent !== null}
            onClick={() => void send()}
          >
            {sent !== null && open.length > 1
              ? translate('alarms.sending', { done: sent, count: open.length })
              : translate('alarms.submit')}
          </button>
        </>
      }
    >
      {first && records.length === 1 && <AlarmFacts record={first} zone={zone} />}
      {records.length > 1 && (
        <ul className="alarms-several">
          {open.map((record) => (
            <li key={record.id}>
              {record.deviceName} · {record.message || record.threshold}
            </li>
          ))}
        </ul>
      )}
      <fieldset
        ref={choices}
        className="alarms-choice"
        aria-describedby={asked && state === null ? problem : undefined}
      >
        <legend className="ui-field__label">
          {translate('alarms.result')}
          {asked && state === null && (
            <span id={problem} className="alarms-missing" role="alert">
              {translate('error.alarm.state')}
            </span>
          )}
        </legend>
        {([1, 2] as const).map((choice) => (
          <label key={choice} data-checked={choice === state || undefined}>
            <input
              type="radio"
              className="ui-radio"
              name="alarm-result"
              value={choice}
              checked={choice === state}
              autoFocus={choice === (state ?? 1)}
              onChange={() => setState(choice)}
            />
            <b>{translate(`alarms.states.${choice}`)}</b>
            <small>{translate(`alarms.means.${choice}`)}</small>
          </label>
        ))}
      </fieldset>
      <div className="ui-field">
        <label htmlFor={note}>{translate('alarms.note')}</label>
        <textarea
          id={note}
          className="ui-input"
          maxLength={LONGEST_NOTE}
          rows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className="alarms-noteHelp">
          <span>{translate('alarms.noteHelp')}</span>
          <span>
            {text.length} / {LONGEST_NOTE}
          </span>
        </span>
      </div>
      {failed && failed.size > 0 && (
        <ul className="alarms-failed" role="alert">
          {records.flatMap((record) =>
            failed.has(record.id)
              ? [
                  <li key={record.id}>
                    {records.length > 1 ? `${record.deviceName} · ${failed.get(record.id)}` : failed.get(record.id)}
                  </li>,
                ]
              : [],
          )}
        </ul>
      )}
    </Dialog>
  )
}
