import { useTranslate } from 'react-admin'
import { addDays, weekdayOf, type Zone } from '../../../resources/kit/zone.ts'
import { stretchesOf, type Roster, type Stretch } from '../../../resources/kit/duty/roster.ts'
import css from './roster.module.css'

interface OnCallDaysProps {
  roster: Roster
  zone: Zone
  /** Epoch ms. */
  now: number
  days: number
  nameOf: (person: number) => string
}

/** Who is on call in the coming days, a cell a day; a handover within a day shows its time. */
export function OnCallDays({ roster, zone, now, days, nameOf }: OnCallDaysProps) {
  const translate = useTranslate()
  const today = zone.day(now)
  const dates = Array.from({ length: days }, (_each, n) => addDays(today, n))
  const end = zone.startOf(addDays(today, days))
  const stretches = stretchesOf(roster, zone.startOf(today), end, zone)
  // One colour for each person, in the order of their turns.
  const order = [...new Set([...roster.people, ...roster.exceptions.map(({ by }) => by)])]
  const shown = ({ duty }: Stretch): string =>
    duty === null
      ? translate('duty.nobody')
      : duty.replaces === null
        ? nameOf(duty.person)
        : translate('duty.standsIn', { name: nameOf(duty.person), whom: nameOf(duty.replaces) })
  return (
    <ol className={css.days}>
      {dates.map((day) => {
        const [from, to] = [zone.startOf(day), zone.startOf(addDays(day, 1))]
        return (
          <li key={day} data-today={day === today || undefined} aria-current={day === today ? 'date' : undefined}>
            <time dateTime={day}>
              {day.slice(5)} <span>{translate(`duty.days.${weekdayOf(day)}`)}</span>
            </time>
            {stretches
              .filter((stretch) => stretch.from < to && stretch.until > from)
              .map((stretch) => (
                <span
                  key={stretch.from}
                  className={css.duty}
                  data-colour={stretch.duty ? (order.indexOf(stretch.duty.person) % COLOURS) + 1 : undefined}
                >
                  {stretch.from > from && <i>{zone.clock(stretch.from, false)}</i>} {shown(stretch)}
                </span>
              ))}
          </li>
        )
      })}
    </ol>
  )
}

/** Number of categorical colours of the theme. */
const COLOURS = 8
