import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { useZone } from '../../../kit/hooks/useZone.ts'
import { DayField } from '../../../kit/days/DayField.tsx'
import type { DayLimits } from '../../../kit/days/days.ts'
import { textOf, type ControlProps } from './control.ts'
import controlsCss from '../../../kit/controls.module.css'
import css from '../fields.module.css'

/** Latest day that the input accepts: the field's own rules restrict it. */
const LAST = '9999-12-31'

/** Input for a calendar day, stored as it is, YYYY-MM-DD. */
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

type TimeInputProps = Omit<ControlProps<'time'>, 'field' | 'name'> & Partial<DayLimits>

/**
 * Input for a moment by the platform's clocks as a day and a time of day, in the same format in every browser; stored
 * as epoch milliseconds. Days outside the limits are reported below the field and still passed on: the caller validates
 * the moment itself.
 */
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
  min,
  max = LAST,
}: TimeInputProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const zone = useZone()
  const at = typeof value === 'string' && value.trim() === '' ? NaN : Number(value ?? NaN)
  const [day, clock] = Number.isFinite(at) ? [zone.day(at), zone.clock(at, false)] : ['', '']
  const settle = () => {
    const read = readClock(typed ?? '')
    setTyped(null)
    if (read !== null && read !== clock) onChange(zone.moment(day, read))
    onBlur()
  }
  return (
    <div className={css.moment}>
      <DayField
        id={id}
        className={css.day}
        label={label}
        day={day}
        min={min}
        max={max}
        anyDay
        clearable
        onChange={(next) => onChange(next === '' ? '' : zone.moment(next, clock || '00:00'))}
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
        // Enter may submit the form, so the typed time is taken over first.
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
    </div>
  )
}

/** Reads a typed time of day, with any separator between its numbers, or none; null where it is not a time. */
export function readClock(text: string): string | null {
  const [, hours, minutes] = /^(\d{1,2})\D?(\d{2})$/.exec(text.trim()) ?? []
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
