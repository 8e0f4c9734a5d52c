import { useTranslate } from 'ra-core'
import { useState, type KeyboardEvent } from 'react'
import { languageTag } from '../../i18n/types.ts'
import { addDays, weekOf } from '../../resources/kit/zone.ts'
import './calendar.css'
import { CalendarHead } from './CalendarHead.tsx'
import { daysOfMonth, moveDay, turnMonth, withinDays, type DayLimits } from './days.ts'
import { useFocusAlong } from './useFocusAlong.ts'
import { useLanguage } from './useLanguage.ts'

interface DaysProps extends DayLimits {
  label: string
  /** YYYY-MM-DD; '' while none is chosen. */
  day: string
  onChoose: (day: string) => void
}

/** How far a key goes; a page is a month. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const PAGES: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }

/** The days of a month, Monday first, to choose one from. */
export function Days({ label, day, min, max, onChoose }: DaysProps) {
  const translate = useTranslate()
  const tag = languageTag[useLanguage()]
  const limits = { min, max }
  // The one the keys are at, which is the way in by Tab; its month is the one in sight.
  const [at, setAt] = useState(withinDays(day || max, limits))
  const grid = useFocusAlong()
  const words = (one: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...parts }).format(Date.parse(`${one}T00:00:00Z`))
  const press = (event: KeyboardEvent) => {
    const [step, pages] = [STEPS[event.key], PAGES[event.key]]
    if (step === undefined && pages === undefined) return
    event.preventDefault()
    setAt(step !== undefined ? moveDay(at, step, limits) : turnMonth(at, pages ?? 0, limits))
  }
  const turn = (by: number, key: string) => ({
    label: translate(key),
    end: turnMonth(at, by, limits).slice(0, 7) === at.slice(0, 7),
    onTurn: () => setAt(turnMonth(at, by, limits)),
  })
  const days = daysOfMonth(at)
  const { first: monday } = weekOf(at)
  return (
    <>
      <CalendarHead
        words={words(at, { year: 'numeric', month: 'long' })}
        back={turn(-1, 'ui.previousMonth')}
        on={turn(1, 'ui.nextMonth')}
      />
      <div className="ui-calendar__week" aria-hidden>
        {Array.from({ length: 7 }, (_, index) => (
          <span key={index}>{words(addDays(monday, index), { weekday: 'narrow' })}</span>
        ))}
      </div>
      <div ref={grid} className="ui-calendar__days" role="group" aria-label={label} onKeyDown={press}>
        {days.map((one, index) => (
          <button
            key={one}
            type="button"
            style={index === 0 ? { gridColumnStart: columnOf(one) } : undefined}
            autoFocus={one === at}
            tabIndex={one === at ? 0 : -1}
            aria-label={words(one, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })}
            aria-pressed={one === day}
            disabled={one !== withinDays(one, limits)}
            onClick={() => onChoose(one)}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
    </>
  )
}

/** Monday is the first. */
const columnOf = (day: string): number => (Date.parse(day) - Date.parse(weekOf(day).first)) / 86_400_000 + 1
