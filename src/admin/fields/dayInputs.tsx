import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'
import { DayField } from '../../kit/DayField.tsx'
import { textOf, type ControlProps } from './control.ts'
import controlsCss from '../../kit/controls.module.css'
import css from './fields.module.css'

/** No day is too late for a form: its own rules say which are. */
const LAST = '9999-12-31'

/** A calendar day, stored as it stands there, YYYY-MM-DD. */
export const DateInput = ({
  id,
  value,
  label,
  onChange,
  onBlur,
  inputRef,
  disabled,
  invalid,
  describedBy,
}: ControlProps<'date'>) => (
  <DayField
    id={id}
    className={css.day}
    label={label}
    day={textOf(value)}
    max={LAST}
    clearable
    onChange={onChange}
    onBlur={onBlur}
    inputRef={inputRef}
    disabled={disabled}
    invalid={invalid}
    describedBy={describedBy}
  />
)

/** A moment in local time as a day and a clock, written alike in every browser; stored as epoch milliseconds. */
export function TimeInput({
  id,
  value,
  label,
  onChange,
  onBlur,
  inputRef,
  disabled,
  invalid,
  describedBy,
}: ControlProps<'time'>) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const [day, clock] = [localDayOf(value), localTimeOf(value)]
  const settle = () => {
    const read = readClock(typed ?? '')
    setTyped(null)
    if (read !== null && read !== clock) onChange(momentOf(day, read))
    onBlur()
  }
  return (
    <div className={css.moment}>
      <DayField
        id={id}
        className={css.day}
        label={label}
        day={day}
        max={LAST}
        clearable
        onChange={(next) => onChange(next === '' ? '' : momentOf(next, clock || '00:00'))}
        onBlur={onBlur}
        inputRef={inputRef}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
      />
      <input
        className={controlsCss.input}
        data-part="input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        placeholder="HH:mm"
        aria-label={translate('crud.clock', { field: label })}
        disabled={disabled || day === ''}
        value={typed ?? clock}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
      />
    </div>
  )
}

/** The local calendar day of a moment in epoch milliseconds, YYYY-MM-DD; '' where there is none. */
export const localDayOf = (value: unknown): string => localText(value, 'yyyy-MM-dd')

/** Its clock, HH:mm. */
export const localTimeOf = (value: unknown): string => localText(value, 'HH:mm')

/** The moment of a local day and clock, epoch milliseconds. */
export const momentOf = (day: string, clock: string): number => new Date(`${day}T${clock}`).getTime()

/** A clock as it may be typed, with any sign between its numbers, or none; null for what is none. */
export function readClock(text: string): string | null {
  const [, hours, minutes] = /^(\d{1,2})\D?(\d{2})$/.exec(text.trim()) ?? []
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

function localText(value: unknown, pattern: string): string {
  if (value === '' || value === null || value === undefined) return ''
  const local = new Date(Number(value))
  return isValid(local) ? lightFormat(local, pattern) : ''
}
