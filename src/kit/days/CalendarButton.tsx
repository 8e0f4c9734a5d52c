import { clsx } from 'clsx'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Popover } from '../layers/layers.tsx'
import textCss from '../text.module.css'
import css from './picker.module.css'
import controlsCss from '../controls.module.css'

export interface CalendarButtonProps {
  /** Accessible name, and the placeholder while nothing is chosen. */
  label: string
  /** The choice as displayed; null: none. */
  text: string | null
  /** The choice for screen readers, if the displayed text contains symbols. */
  accessibleText?: string | null
  /** Why the choice is invalid; null: it is valid. */
  problem?: string | null
  className?: string
  width?: number
  /** The popup's content; `close` closes it and returns the focus. */
  children: (close: () => void) => ReactNode
}

/** The input of a day, a month or several days: shows the choice and opens the picker. */
export function CalendarButton({
  label,
  text,
  accessibleText = text,
  problem = null,
  className = '',
  width,
  children,
}: CalendarButtonProps) {
  const [open, setOpen] = useState(false)
  const why = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={clsx(css.combo, css.calendar, className)} data-part="combo">
      <button
        ref={button}
        type="button"
        className={clsx(controlsCss.input, css.comboButton)}
        data-part="input"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={accessibleText === null ? label : `${label}: ${accessibleText}`}
        aria-describedby={problem === null ? undefined : why}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays size={15} strokeWidth={1.9} aria-hidden />
        <span
          className={clsx(textCss.ellipsis, css.words, text === null && css.comboNone)}
          data-part={text === null ? 'none' : undefined}
        >
          {text ?? label}
        </span>
        <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
      </button>
      {problem !== null && (
        <span id={why} className={css.outside} role="alert">
          {problem}
        </span>
      )}
      {open && (
        <Popover anchor={button} label={label} width={width} onClose={() => setOpen(false)}>
          {children(close)}
        </Popover>
      )}
    </div>
  )
}
