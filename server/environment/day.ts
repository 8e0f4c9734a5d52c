import { HOUR, zoneOf } from '../../resources/kit/zone.ts'
import { dayStart } from '../history/calendar.ts'
import type { Day } from '../../standards/types.ts'

/** The calendar day a moment lies in, YYYY-MM-DD, and its first and last moment (the latter exclusive), epoch ms. */
export interface CalendarDay {
  day: Day
  start: number
  end: number
}

/** Days of a time zone, the last one asked for remembered: neighbours mostly share it. */
export function createDays(zone: string): (ts: number) => CalendarDay {
  const known = new Map<number, CalendarDay>()
  let last: CalendarDay | null = null
  return (ts) => {
    if (last && ts >= last.start && ts < last.end) return last
    const start = dayStart(ts, zone)
    let day = known.get(start)
    if (!day) {
      // No day is longer than 26 hours, nor shorter than 22: 27 hours on lies in the next one, wherever its clocks are set.
      day = { day: zoneOf(zone).day(ts), start, end: dayStart(start + 27 * HOUR, zone) }
      if (known.size > MAX_DAYS) known.clear()
      known.set(start, day)
    }
    last = day
    return day
  }
}

/** Days remembered: two years. */
const MAX_DAYS = 800
