import { clsx } from 'clsx'
import { CalendarDays } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useRef, useState, type Ref } from 'react'
import { isOutside, readDay, type DayLimits } from './days.ts'
import { Days, Popover } from '../layers/layers.tsx'
import { useMedia } from '../hooks/useMedia.ts'
import css from './picker.module.css'
import controlsCss from '../controls.module.css'

export interface DayFieldProps extends DayLimits {
  label: string
  /** YYYY-MM-DD; '' while none is chosen. */
  day: string
  onChange: (day: string) => void
  /** May be cleared again. */
  clearable?: boolean
  /** The caller checks the limits: days beyond them are passed on as well. */
  anyDay?: boolean
  className?: string
  /** Id of the input, for a form's label and error. */
  id?: string
  inputRef?: Ref<HTMLInputElement>
  disabled?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  onBlur?: () => void
}

/**
 * A day, typed or picked, always in the form YYYY-MM-DD: the browser's own input formats days in the browser's
 * language, not the console's. A day beyond the limits is rejected with a message below the field, and stays as it was
 * typed.
 */
export function DayField({
  label,
  day,
  min,
  max,
  onChange,
  clearable = false,
  anyDay = false,
  className = '',
  id,
  inputRef,
  disabled = false,
  invalid = false,
  describedBy,
  onBlur,
}: DayFieldProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [blurred, setBlurred] = useState(false)
  const [before, setBefore] = useState(day)
  const problem = useId()
  // The day was changed elsewhere meanwhile: the typed text is dropped.
  if (before !== day) {
    setBefore(day)
    setTyped(null)
  }
  const limits = { min, max }
  const read = typed === null ? day : readDay(typed)
  const outside = read !== null && isOutside(read, limits) && (typed === null || blurred || typed.length === 10)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  const type = (text: string) => {
    setTyped(text)
    setBlurred(false)
    // A complete day is passed on at once, anything else when the field loses the focus.
    if (text.length === 10 && readDay(text) === text && (anyDay || !isOutside(text, limits))) onChange(text)
    if (text === '' && clearable) onChange('')
  }
  const settle = () => {
    if (typed === null) return
    setBlurred(true)
    if (read !== null && !anyDay && isOutside(read, limits)) return
    setTyped(null)
    if (read !== null && read !== day) onChange(read)
  }
  // Returns the focus to the opener: on a phone the button, which opens no keyboard.
  const giveBack = () => opener.current?.focus()
  // Seven days of 44 px per row.
  const touch = useMedia('(pointer: coarse)')
  const name = translate('ui.calendar', { name: label })
  return (
    <div
      ref={box}
      className={clsx(css.day, className)}
      data-part="day"
      tabIndex={-1}
      onFocus={({ target }) => target === box.current && giveBack()}
    >
      <input
        ref={inputRef}
        id={id}
        disabled={disabled}
        className={controlsCss.input}
        data-part="input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        placeholder="YYYY-MM-DD"
        aria-label={label}
        aria-invalid={invalid || outside || (typed !== null && typed.length === 10 && read === null)}
        aria-describedby={[describedBy, outside && problem].filter(Boolean).join(' ') || undefined}
        value={typed ?? day}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key !== 'ArrowDown') return
          opener.current = event.currentTarget
          setOpen(true)
        }}
      />
      <button
        type="button"
        className={css.dayOpen}
        disabled={disabled}
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          opener.current = currentTarget
          setOpen(!open)
        }}
      >
        <CalendarDays size={15} aria-hidden />
      </button>
      {outside && (
        <span id={problem} className={css.outside} role="alert">
          {translate(min === undefined ? 'ui.dayUpTo' : 'ui.dayBetween', { min, max })}
        </span>
      )}
      {open && (
        <Popover anchor={box} label={name} width={touch ? 348 : 272} onClose={() => setOpen(false)}>
          <Days
            label={label}
            day={day}
            min={min}
            max={max}
            onChoose={(chosen) => {
              setTyped(null)
              onChange(chosen)
              setOpen(false)
              giveBack()
            }}
          />
        </Popover>
      )}
    </div>
  )
}
