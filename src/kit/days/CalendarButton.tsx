import { clsx } from 'clsx'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Popover } from '../layers/layers.tsx'
import textCss from '../text.module.css'
import css from './picker.module.css'
import controlsCss from '../controls.module.css'

export interface CalendarButtonProps {
  /** Accessible name, and what stands there while nothing is chosen. */
  label: string
  /** What is chosen, as it is shown; null: nothing. */
  text: string | null
  /** The same as it is said, where signs stand for words. */
  accessibleText?: string | null
  /** Why what is chosen cannot be; null: it can. */
  problem?: string | null
  className?: string
  width?: number
  /** What is opened; `close` gives the focus back. */
  children: (close: () => void) => ReactNode
}

/** A day, a month or several as one input: shows what is chosen and opens what chooses. */
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
