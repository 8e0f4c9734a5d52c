import { subMonths } from 'date-fns/subMonths'
import { subYears } from 'date-fns/subYears'
import { addDays, dateOf, DAY, dayOf, HOUR, monthOf, type Zone } from '../../../resources/kit/zone.ts'
import { shiftedRange, type Range } from '../../chart/model.ts'

/** Another time that can lie over the one in sight. */
export const OVERLAYS = ['day', 'week', 'month', 'year'] as const
export type Overlay = (typeof OVERLAYS)[number]

/** Those that say something of a span: yesterday of a day, last month of a month. */
export function overlaysFor({ from, to }: Range): Overlay[] {
  const days = (to - from) / DAY
  if (days <= 1.1) return ['day', 'week', 'year']
  return days <= 10 ? ['week', 'year'] : ['month', 'year']
}

const before: Readonly<Record<Overlay, (day: string) => string>> = {
  day: (day) => addDays(day, -1),
  week: (day) => addDays(day, -7),
  month: (day) => dayOf(subMonths(dateOf(day), 1)),
  year: (day) => dayOf(subYears(dateOf(day), 1)),
}

/** The time that lies over a span, by the calendar; as long as the span. */
export function overlaidRange(overlay: Overlay, { from, to }: Range, zone: Zone): Range {
  const start = zone.startOf(before[overlay](zone.day(from))) + (from - zone.startOf(zone.day(from)))
  return { from: start, to: start + (to - from) }
}

/** Longer spans are looked at by days, ms. */
const WEEK = 7.5 * DAY

/** What is looked at of a span for a moment of its figures: the day of it, of a single day the hour with those beside it. */
export function aroundMoment(at: number, fullRange: Range, zone: Zone): Range {
  const day = zone.rangeOf(zone.day(at))
  const isWhole = day.from <= fullRange.from && day.to >= fullRange.to
  return isWhole ? shiftedRange({ from: at - HOUR, to: at + 2 * HOUR }, fullRange, 0) : day
}

/** Days are counted from a week on, of 167 hours where the clocks change, ms. */
const COUNTED = 6.5 * DAY

export const countsDays = ({ from, to }: Range): boolean => to - from > COUNTED

/** The month, YYYY-MM, that a span is, of the present one up to today; null of any other span. */
export function monthOfSpan({ from, to }: Range, zone: Zone, today: string): string | null {
  const { first, last } = monthOf(zone.day(from))
  const whole = zone.rangeOf(first, last > today ? today : last)
  return spansDays({ from, to }) && from === whole.from && to === whole.to ? first.slice(0, 7) : null
}

export const spansDays = ({ from, to }: Range): boolean => to - from > WEEK
