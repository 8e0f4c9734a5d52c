import { useTranslate } from 'ra-core'
import { useState, type KeyboardEvent } from 'react'
import { languageTag } from '../../i18n/types.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { moveMonth } from './months.ts'
import { useFocusAlong } from './useFocusAlong.ts'
import { useLanguage } from './useLanguage.ts'

export interface MonthPickerProps {
  label: string
  /** YYYY-MM; null: none is chosen. */
  month: string | null
  /** None after this one. */
  last: string
  onChange: (month: string) => void
  className?: string
}

/** A month up to the last one, in the words of the language and not of the browser: Firefox and Safari have no such input. A later one, as an address may have it, is refused in words. */
export function MonthPicker({ label, month, last, onChange, className }: MonthPickerProps) {
  const translate = useTranslate()
  const words = useMonthWords()
  return (
    <CalendarButton
      label={label}
      words={month === null ? null : words(month, { year: 'numeric', month: 'long' })}
      problem={
        month !== null && month > last
          ? translate('ui.monthUpTo', { max: words(last, { year: 'numeric', month: 'long' }) })
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

/** How far a key goes: the months stand three in a row. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -3,
  ArrowDown: 3,
  PageUp: -12,
  PageDown: 12,
}

function Months({ label, month, last, onChange }: Omit<MonthPickerProps, 'className'>) {
  const translate = useTranslate()
  const words = useMonthWords()
  // The one the keys are at, which is the way in by Tab; its year is the one in sight.
  const [at, setAt] = useState(month === null || month > last ? last : month)
  const grid = useFocusAlong()
  const year = at.slice(0, 4)
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(moveMonth(at, step, last))
  }
  const turn = (by: number, key: string) => ({
    label: translate(key),
    end: moveMonth(at, by, last).slice(0, 4) === year,
    onTurn: () => setAt(moveMonth(at, by, last)),
  })
  return (
    <>
      <CalendarHead
        words={words(`${year}-01`, { year: 'numeric' })}
        back={turn(-12, 'ui.previousYear')}
        on={turn(12, 'ui.nextYear')}
      />
      <div
        ref={grid}
        className="ui-calendar__choices ui-calendar__choices--months"
        role="group"
        aria-label={label}
        onKeyDown={press}
      >
        {MONTHS.map((number) => {
          const one = `${year}-${number}`
          return (
            <button
              key={number}
              type="button"
              className="ui-chip"
              autoFocus={one === at}
              tabIndex={one === at ? 0 : -1}
              aria-pressed={one === month}
              disabled={one > last}
              onClick={() => onChange(one)}
            >
              {words(one, { month: 'short' })}
            </button>
          )
        })}
      </div>
    </>
  )
}

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

/** Parts of a month in words, as of the first day in UTC: a month is the same everywhere. */
function useMonthWords(): (month: string, parts: Intl.DateTimeFormatOptions) => string {
  const language = useLanguage()
  return (month, parts) =>
    new Intl.DateTimeFormat(languageTag[language], { timeZone: 'UTC', ...parts }).format(
      Date.parse(`${month}-01T00:00:00Z`),
    )
}
