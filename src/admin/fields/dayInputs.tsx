import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { DayField } from '../../kit/DayField.tsx'
import controlsCss from '../../kit/controls.module.css'
import { textOf, type ControlProps } from './control.ts'
import { clockOf, dayOf, momentOf, readClock } from './moments.ts'
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
  const [day, clock] = [dayOf(value), clockOf(value)]
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
