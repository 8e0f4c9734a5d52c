import { HOUR, zoneOf } from '../../resources/kit/zone.ts'
import { dayStart } from '../history/calendar.ts'
import type { Day } from '../../standards/types.ts'

/** The calendar day of a moment, YYYY-MM-DD, with its start and its end (exclusive), epoch ms. */
export interface CalendarDay {
  day: Day
  start: number
  end: number
}

/**
 * Returns a function that finds the day of a moment in a time zone. The last day is cached: neighbours mostly share it.
 */
export function createDays(zone: string): (ts: number) => CalendarDay {
  const known = new Map<number, CalendarDay>()
  let last: CalendarDay | null = null
  return (ts) => {
    if (last && ts >= last.start && ts < last.end) return last
    const start = dayStart(ts, zone)
    let day = known.get(start)
    if (!day) {
      // A day has 22 to 26 hours, so 27 hours after its start lies in the next day in any time zone.
      day = { day: zoneOf(zone).day(ts), start, end: dayStart(start + 27 * HOUR, zone) }
      if (known.size > MAX_DAYS) known.clear()
      known.set(start, day)
    }
    last = day
    return day
  }
}

/** Maximum number of cached days: more than two years. */
const MAX_DAYS = 800
