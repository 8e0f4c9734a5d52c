import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { Send } from 'lucide-react'
import { Form, useInput, useListContext, useNotify, useTranslate, useUpdate, ValidationError } from 'react-admin'
import { useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { Dialog, messageOf } from '../../kit/index.ts'
import controlsCss from '../../kit/controls.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import { AlarmFacts } from './AlarmFacts.tsx'
import css from './dialogs.module.css'
import alarmsCss from './alarms.module.css'

interface HandleDialogProps {
  /** One record or several, handled with the same note. */
  records: readonly AlarmRecord[]
  onClose: () => void
  /** Opens the send log, for a single record. */
  onDetail?: () => void
}

interface Handling {
  state: 1 | 2
  explained: string
}

/**
 * Handles records: false alarm (the initial choice, spec 1 §4) or handled, with a note. Records that fail stay, with
 * the platform's reason; typed text is kept.
 */
export function HandleDialog({ records, onClose, onDetail }: HandleDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const form = useId()
  const { resource, refetch, onUnselectItems } = useListContext<AlarmRecord>()
  const [update] = useUpdate<AlarmRecord>()
  // Records that were handled are not sent again.
  const [left, setLeft] = useState(records)
  const [sent, setSent] = useState<number | null>(null)
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map())
  const close = () => {
    if (left.length < records.length) settle()
    onClose()
  }
  const settle = () => {
    onUnselectItems()
    void refetch()
  }
  const send = async ({ state, explained }: Handling) => {
    if (sent !== null) return
    const problems = new Map<number, string>()
    let errors: Record<string, string> = {}
    for (const [index, record] of left.entries()) {
      setSent(index)
      try {
        const data = { state, explained: explained.trim() }
        await update(resource, { id: record.id, data, previousData: record }, { returnPromise: true })
      } catch (failure) {
        problems.set(record.id, messageOf(failure, translate))
        if (failure instanceof WireError) errors = { ...errors, ...failure.body.errors }
      }
    }
    setSent(null)
    setFailed(problems)
    setLeft(left.filter(({ id }) => problems.has(id)))
    // A problem that the platform reports for a field is shown at that field.
    if (problems.size > 0) return { ...errors, ...(errors['alarm_state'] && { state: errors['alarm_state'] }) }
    notify('alarms.done', { type: 'success' })
    settle()
    onClose()
  }
  const [first] = records
  return (
    <Dialog
      title={
        records.length === 1
          ? translate('alarms.handleTitle')
          : translate('alarms.handleSeveral', { count: left.length })
      }
      width={600}
      onClose={close}
      closesOutside={false}
      footer={
        <>
          {onDetail && (
            <button
              type="button"
              className={clsx(tableCss.detail, alarmsCss.toLog)}
              data-part="details"
              onClick={onDetail}
            >
              <Send size={14} aria-hidden />
              {translate('alarms.sendLog')}
            </button>
          )}
          <Button onClick={close}>{translate('crud.cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="contained"
            color="primary"
            aria-disabled={sent !== null}
            aria-busy={sent !== null}
          >
            {sent !== null && left.length > 1
              ? translate('alarms.sending', { done: sent, count: left.length })
              : translate('alarms.submit')}
          </Button>
        </>
      }
    >
      {first && records.length === 1 && <AlarmFacts record={first} />}
      {records.length > 1 && (
        <ul className={css.several}>
          {left.map((record) => (
            <li key={record.id}>
              {record.deviceName} · {record.message || record.threshold}
            </li>
          ))}
        </ul>
      )}
      <Form
        id={form}
        noValidate
        disableInvalidFormNotification
        onSubmit={(values: FieldValues) => send(values as Handling)}
      >
        <Result />
        <Note />
      </Form>
      {failed.size > 0 && (
        <ul className={css.failed} role="alert">
          {left.map(({ id, deviceName }) => (
            <li key={id}>{records.length > 1 ? `${deviceName} · ${failed.get(id)}` : failed.get(id)}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Input for the result. */
function Result() {
  const translate = useTranslate()
  const { field } = useInput<number>({
    source: 'state',
    defaultValue: 1,
    format: (value) => value,
    parse: (value) => value,
  })
  return (
    <fieldset className={css.choice}>
      <legend className={controlsCss.fieldLabel}>{translate('alarms.result')}</legend>
      {([1, 2] as const).map((choice) => (
        <label key={choice} data-checked={choice === field.value || undefined}>
          <input
            ref={choice === 1 ? field.ref : undefined}
            type="radio"
            className={controlsCss.radio}
            name="alarm-result"
            value={choice}
            checked={choice === field.value}
            autoFocus={choice === 1}
            onChange={() => field.onChange(choice)}
          />
          <b>{translate(`alarms.states.${choice}`)}</b>
          <small>{translate(`alarms.means.${choice}`)}</small>
        </label>
      ))}
    </fieldset>
  )
}

/** Longest note that the platform accepts. */
const LONGEST_NOTE = 500

function Note() {
  const translate = useTranslate()
  const { id, field, fieldState } = useInput<string>({
    source: 'explained',
    defaultValue: '',
    parse: (text: string) => text,
  })
  const problem = fieldState.error?.message
  return (
    <div className={controlsCss.field}>
      <label htmlFor={id}>{translate('alarms.note')}</label>
      <textarea
        {...field}
        id={id}
        className={controlsCss.input}
        maxLength={LONGEST_NOTE}
        rows={3}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
      />
      {problem && (
        <span id={`${id}-problem`} className={css.missing} role="alert">
          <ValidationError error={problem} />
        </span>
      )}
      <span className={css.noteHelp}>
        <span>{translate('alarms.noteHelp')}</span>
        <span>
          {field.value.length} / {LONGEST_NOTE}
        </span>
      </span>
    </div>
  )
}
