import { useTranslate } from 'ra-core'
import { CalendarButton } from '../../ui/index.ts'
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
  const label = translate('bigscreen.days')
  const move = (moved: keyof DaySpan) => ({ target }: { target: HTMLInputElement }) => target.value && onChange(allowedDays({ ...days, [moved]: target.value }, moved, today))
  return (
    <CalendarButton label={label} words={`${days.first} → ${days.last}`} spoken={`${days.first} – ${days.last}`} className="big-days">
      {(close) => (
        <>
          <div className="ui-calendar__choices" role="group" aria-label={label}>
            {LATEST.map((latest) => (
              <button
                key={latest}
                type="button"
                className="ui-chip"
                autoFocus={chosen === latest}
                aria-pressed={chosen === latest}
                onClick={() => {
                  onChange(latest)
                  close()
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
        </>
      )}
    </CalendarButton>
  )
}
