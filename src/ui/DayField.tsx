import { CalendarDays } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState, type Ref } from 'react'
import './calendar.css'
import './combo.css'
import { readDay, withinDays, type DayLimits } from './days.ts'
import { Days } from './Days.tsx'
import { Popover } from './Popover.tsx'

export interface DayFieldProps extends DayLimits {
  label: string
  /** YYYY-MM-DD; '' while none is chosen. */
  day: string
  onChange: (day: string) => void
  /** May be left empty again. */
  clearable?: boolean
  className?: string
  /** Of the input, where a form's label and problem name it. */
  id?: string
  inputRef?: Ref<HTMLInputElement>
  disabled?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  onBlur?: () => void
}

/** A day, typed or chosen, always written YYYY-MM-DD: the browser's own input writes days as its own language does, not as the console's. */
export function DayField({ label, day, min, max, onChange, clearable = false, className = '', id, inputRef, disabled = false, invalid = false, describedBy, onBlur }: DayFieldProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  const type = (text: string) => {
    setTyped(text)
    // At once where it is whole; anything else once the field is left.
    if (text.length === 10 && readDay(text) === text && withinDays(text, { min, max }) === text) onChange(text)
    if (text === '' && clearable) onChange('')
  }
  const settle = () => {
    const read = readDay(typed ?? '')
    setTyped(null)
    if (read !== null && withinDays(read, { min, max }) !== day) onChange(withinDays(read, { min, max }))
  }
  // What opened it has the focus again: on a phone the button, which brings up no keys.
  const giveBack = () => opener.current?.focus()
  const name = translate('ui.calendar', { name: label })
  return (
    <div ref={box} className={`ui-day ${className}`.trim()} tabIndex={-1} onFocus={({ target }) => target === box.current && giveBack()}>
      <input
        ref={inputRef}
        id={id}
        disabled={disabled}
        className="ui-input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        placeholder="YYYY-MM-DD"
        aria-label={label}
        aria-invalid={invalid || (typed !== null && typed.length === 10 && readDay(typed) === null)}
        aria-describedby={describedBy}
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
        className="ui-day__open"
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
        <CalendarDays size={15} strokeWidth={1.75} aria-hidden />
      </button>
      {open && (
        <Popover anchor={box} label={name} width={272} onClose={() => setOpen(false)}>
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
