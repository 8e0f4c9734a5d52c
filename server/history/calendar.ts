import { UTCDateMini } from '@date-fns/utc/date/mini'
import { dayOf, zoneOf } from '../../resources/kit/zone.ts'

/** A calendar month; `month` is 1 to 12. */
export interface Month {
  year: number
  month: number
}

/** A span of time, epoch ms; `end` is excluded. */
export interface TimeRange {
  start: number
  end: number
}

/** Returns the start of the day that a time lies in, in an IANA time zone, epoch ms. */
export const dayStart = (ts: number, zone: string): number => zoneOf(zone).startOf(zoneOf(zone).day(ts))

/** Returns the span of a calendar month in a time zone, daylight saving included: 31 days may have 743 or 745 hours. */
export const monthRange = ({ year, month }: Month, zone: string): TimeRange => ({
  start: zoneOf(zone).startOf(firstOf(year, month)),
  end: zoneOf(zone).startOf(firstOf(year, month + 1)),
})

/** Returns the calendar month that a time lies in. */
export function monthAt(ts: number, zone: string): Month {
  const [year = 0, month = 0] = zoneOf(zone).day(ts).split('-').map(Number)
  return { year, month }
}

/** Returns the local hour of the day in a time zone, 0 to 23. */
export const hourOfDay = (ts: number, zone: string): number => zoneOf(zone).hour(ts)

/** Returns the first day of a month; months beyond 12 continue in the next year. */
const firstOf = (year: number, month: number): string => dayOf(new UTCDateMini(year, month - 1))
