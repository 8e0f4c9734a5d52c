import { UTCDateMini } from '@date-fns/utc/date/mini'
import { dayOf, zoneOf } from '../../resources/kit/zone.ts'

/** A month of the calendar; `month` is 1 to 12. */
export interface Month {
  year: number
  month: number
}

/** A span of time from its first moment to the first after it, epoch ms. */
export interface TimeRange {
  start: number
  end: number
}

/** The first moment of the day that a moment lies in, in an IANA time zone. */
export const dayStart = (ts: number, zone: string): number => zoneOf(zone).startOf(zoneOf(zone).day(ts))

/** A calendar month in a time zone, daylight saving included: 31 days may be 743 or 745 hours. */
export const monthRange = ({ year, month }: Month, zone: string): TimeRange => ({
  start: zoneOf(zone).startOf(firstOf(year, month)),
  end: zoneOf(zone).startOf(firstOf(year, month + 1)),
})

/** The month that a moment lies in. */
export function monthAt(ts: number, zone: string): Month {
  const [year = 0, month = 0] = zoneOf(zone).day(ts).split('-').map(Number)
  return { year, month }
}

/** The hour of the day on a zone's clocks, 0 to 23. */
export const hourOfDay = (ts: number, zone: string): number => zoneOf(zone).hour(ts)

/** The first day of a month; months that overflow count on. */
const firstOf = (year: number, month: number): string => dayOf(new UTCDateMini(year, month - 1))
