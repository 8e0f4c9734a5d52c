import { CalendarDays, ChevronDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { Popover } from '../../ui/index.ts'
import { allowedDays, LATEST, type DayChoice, type DaySpan } from './windows.ts'

interface DaysPickerProps {
  /** The days in sight. */
  days: DaySpan
  chosen: DayChoice
  today: string
  onChange: (choice: DayChoice) => void
}

/** The days of the curve: the last few, which move with the calendar, or any two, at most 30 days apart and none to come (spec 1 §5). */
export function DaysPicker({ days, chosen, today, onChange }: DaysPickerProps) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = translate('bigscreen.days')
  const move = (moved: keyof DaySpan) => ({ target }: { target: HTMLInputElement }) => target.value && onChange(allowedDays({ ...days, [moved]: target.value }, moved, today))
  return (
    <div className="ui-combo big-days">
      <button ref={button} type="button" className="ui-input ui-combo__button" aria-haspopup="dialog" aria-expanded={open} aria-label={`${label}: ${days.first} – ${days.last}`} onClick={() => setOpen(!open)}>
        <CalendarDays size={15} strokeWidth={1.9} aria-hidden />
        <span className="ellipsis">{`${days.first} → ${days.last}`}</span>
        <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
      </button>
      {open && (
        <Popover anchor={button} label={label} onClose={() => setOpen(false)}>
          <div className="big-latest" role="group" aria-label={label}>
            {LATEST.map((latest) => (
              <button
                key={latest}
                type="button"
                className="ui-chip"
                autoFocus={chosen === latest}
                aria-pressed={chosen === latest}
                onClick={() => {
                  onChange(latest)
                  setOpen(false)
                  button.current?.focus()
                }}
              >
                {latest === 1 ? translate('bigscreen.days1') : translate('bigscreen.latest', { count: latest })}
              </button>
            ))}
          </div>
          <label className="big-day">
            {translate('bigscreen.from')}
            <input type="date" className="ui-input" max={today} value={days.first} onChange={move('first')} />
          </label>
          <label className="big-day">
            {translate('bigscreen.until')}
            <input type="date" className="ui-input" max={today} value={days.last} onChange={move('last')} />
          </label>
        </Popover>
      )}
    </div>
  )
}
