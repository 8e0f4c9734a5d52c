import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { Suspense, useState } from 'react'
import { ToggleChip } from '../../kit/buttons.tsx'
import { CalendarButton } from '../../kit/index.ts'
import { Days } from '../../kit/layers/layers.tsx'
import pickerCss from '../../kit/days/picker.module.css'
import { allowedDays, LATEST, type DayChoice, type DaySpan } from './windows.ts'
import css from './queries.module.css'

interface DaysPickerProps {
  /** The visible days. */
  days: DaySpan
  chosen: DayChoice
  today: string
  onChange: (choice: DayChoice) => void
}

/**
 * Chooses the days of the curve: the last few, which move with the calendar, or any two days, at most 30 days apart and
 * none in the future (spec 1 §5).
 */
export function DaysPicker({ days, chosen, today, onChange }: DaysPickerProps) {
  const translate = useTranslate()
  const label = translate('bigscreen.days')
  return (
    <CalendarButton
      label={label}
      text={`${days.first} → ${days.last}`}
      accessibleText={`${days.first} – ${days.last}`}
      className={css.days}
    >
      {(close) => (
        <>
          <div className={pickerCss.calendarChoices} role="group" aria-label={label}>
            {LATEST.map((latest) => (
              <ToggleChip
                key={latest}
                className={pickerCss.choice}
                autoFocus={chosen === latest}
                on={chosen === latest}
                onClick={() => {
                  onChange(latest)
                  close()
                }}
              >
                {latest === 1 ? translate('bigscreen.days1') : translate('bigscreen.latest', { count: latest })}
              </ToggleChip>
            ))}
          </div>
          <Ends
            days={days}
            at={typeof chosen === 'number' ? null : 'first'}
            today={today}
            onMove={(moved, day) => onChange(allowedDays({ ...days, [moved]: day }, moved, today))}
            onDone={close}
          />
        </>
      )}
    </CalendarButton>
  )
}

interface EndsProps {
  days: DaySpan
  /** The end whose calendar is open initially. */
  at: keyof DaySpan | null
  today: string
  onMove: (moved: keyof DaySpan, day: string) => void
  onDone: () => void
}

/** The first and the last day; after the first has been chosen, the calendar of the last opens. */
function Ends({ days, at, today, onMove, onDone }: EndsProps) {
  const translate = useTranslate()
  const [end, setEnd] = useState(at)
  const labels = { first: translate('bigscreen.from'), last: translate('bigscreen.until') }
  return (
    <>
      <div className={pickerCss.calendarChoices}>
        {(['first', 'last'] as const).map((one) => (
          <ToggleChip
            key={one}
            className={clsx(pickerCss.choice, css.day)}
            aria-label={`${labels[one]}: ${days[one]}`}
            aria-expanded={end === one}
            onClick={() => setEnd(end === one ? null : one)}
          >
            <small>{labels[one]}</small>
            {days[one]}
          </ToggleChip>
        ))}
      </div>
      {end && (
        <div className={css.calendar}>
          <Suspense>
            <Days
              key={end}
              label={labels[end]}
              day={days[end]}
              max={today}
              onChoose={(day) => {
                onMove(end, day)
                if (end === 'last') onDone()
                else setEnd('last')
              }}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}
