import { useTranslate } from 'react-admin'
import { platformNow } from '../../../dataProvider/clock.ts'
import { occurrencesOf, timesProblem, type Span } from '../../../resources/kit/maintenance.ts'
import { DAY, type Zone } from '../../../resources/kit/zone.ts'
import css from './maintenance.module.css'

interface NextTimesProps {
  starts: number | null
  ends: number | null
  rrule: string
  zone: Zone
}

/** Next occurrences of a window, or why it is not valid, calculated as the server does it. */
export function NextTimes({ starts, ends, rrule, zone }: NextTimesProps) {
  const translate = useTranslate()
  if (starts === null || ends === null) return null
  const window = { starts, ends, rrule }
  const [problem] = Object.values(timesProblem(window, zone) ?? {})
  if (problem)
    return (
      <p className={css.problem} role="status">
        {translate(problem.key)}
      </p>
    )
  const next = nextOf(window, zone)
  return (
    <p className={css.next} role="status">
      {next.length === 0
        ? translate('maintenance.over')
        : translate('maintenance.next', {
            times: next.map((span) => spanText(span, zone)).join(translate('crud.comma')),
          })}
    </p>
  )
}

const SHOWN = 3

function nextOf(window: { starts: number; ends: number; rrule: string }, zone: Zone): Span[] {
  const occurrences = occurrencesOf(window, zone)
  const now = platformNow()
  const found: Span[] = []
  let span = occurrences?.at(now) ?? occurrences?.next(now) ?? null
  for (; span && found.length < SHOWN; span = occurrences?.next(span.from) ?? null) found.push(span)
  return found
}

/** Returns e.g. "2026-11-25 22:00–06:00"; with the day of the end where that is neither the same nor the next day. */
function spanText({ from, to }: Span, zone: Zone): string {
  const short = to - from < DAY
  return `${zone.full(from).slice(0, 16)}–${short ? zone.clock(to, false) : zone.full(to).slice(0, 16)}`
}
