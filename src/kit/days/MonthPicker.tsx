import { IconButton } from '@mui/material'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { addMonths, dateOf } from '../../../resources/kit/zone.ts'
import { ToggleChip } from '../buttons.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { useDateWords } from './useDateWords.ts'
import css from './picker.module.css'

export interface MonthPickerProps {
  label: string
  /** YYYY-MM; null: none is chosen. */
  month: string | null
  /** The latest month that can be chosen. */
  last: string
  onChange: (month: string) => void
  className?: string
}

/**
 * A month up to the last one, written in the console's language, not the browser's: Firefox and Safari have no month
 * input. A later month, possible in an address, is rejected with a message.
 */
export function MonthPicker({ label, month, last, onChange, className }: MonthPickerProps) {
  const translate = useTranslate()
  const words = useDateWords()
  return (
    <CalendarButton
      label={label}
      text={month === null ? null : words(dateOf(month), { year: 'numeric', month: 'long' })}
      problem={
        month !== null && month > last
          ? translate('ui.monthUpTo', { max: words(dateOf(last), { year: 'numeric', month: 'long' }) })
          : null
      }
      className={className}
      width={280}
    >
      {(close) => (
        <Months
          label={label}
          month={month}
          last={last}
          onChange={(chosen) => {
            onChange(chosen)
            close()
          }}
        />
      )}
    </CalendarButton>
  )
}

function Months({ label, month, last, onChange }: Omit<MonthPickerProps, 'className'>) {
  const translate = useTranslate()
  const words = useDateWords()
  // The month with the keyboard focus, which is the tab stop; its year is the visible one.
  const [at, setAt] = useState(month === null || month > last ? last : month)
  const year = at.slice(0, 4)
  const move = (by: number) => setAt(movedMonth(at, by, last))
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (grid.current?.contains(document.activeElement))
      grid.current.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const turn = (Arrow: typeof ChevronLeft, key: string, by: number) => (
    // A button that becomes disabled while pressed would lose the focus.
    <IconButton
      aria-label={translate(key)}
      aria-disabled={movedMonth(at, by, last).slice(0, 4) === year}
      onClick={() => move(by)}
    >
      <Arrow size={16} aria-hidden />
    </IconButton>
  )
  return (
    <>
      <div className={css.calendarHead}>
        {turn(ChevronLeft, 'ui.previousYear', -12)}
        <b aria-live="polite">{words(dateOf(year), { year: 'numeric' })}</b>
        {turn(ChevronRight, 'ui.nextYear', 12)}
      </div>
      <div
        ref={grid}
        className={clsx(css.calendarChoices, css.calendarChoicesMonths)}
        role="group"
        aria-label={label}
        onKeyDown={(event) => {
          const step = STEPS[event.key]
          if (step === undefined) return
          event.preventDefault()
          move(step)
        }}
      >
        {Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index)).map((one) => (
          <ToggleChip
            key={one.slice(5)}
            className={css.choice}
            autoFocus={one === at}
            tabIndex={one === at ? 0 : -1}
            on={one === month}
            disabled={one > last}
            onClick={() => onChange(one)}
          >
            {words(dateOf(one), { month: 'short' })}
          </ToggleChip>
        ))}
      </div>
    </>
  )
}

/** Months per key: there are three in a row. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -3,
  ArrowDown: 3,
  PageUp: -12,
  PageDown: 12,
}

/** Moves a month, limited to 1970 (begin of the epoch) and the last month. */
function movedMonth(month: string, by: number, last: string): string {
  const moved = addMonths(month, by)
  return moved < '1970-01' ? '1970-01' : moved > last ? last : moved
}
