import { subMonths } from 'date-fns/subMonths'
import { subYears } from 'date-fns/subYears'
import { addDays, dateOf, DAY, dayOf, HOUR, monthOf, type Zone } from '../../../resources/kit/zone.ts'
import { shiftedRange, type Range } from '../../chart/model.ts'

/** An earlier period that can be drawn over the visible one. */
export const OVERLAYS = ['day', 'week', 'month', 'year'] as const
export type Overlay = (typeof OVERLAYS)[number]

/** Returns the overlays that make sense for a span: yesterday for a day, last month for a month. */
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

/** Returns the overlaid period of a span, shifted by the calendar; as long as the span. */
export function overlaidRange(overlay: Overlay, { from, to }: Range, zone: Zone): Range {
  const start = zone.startOf(before[overlay](zone.day(from))) + (from - zone.startOf(zone.day(from)))
  return { from: start, to: start + (to - from) }
}

/** Longer spans are shown by days, ms. */
const WEEK = 7.5 * DAY

/**
 * Returns the range to show for a moment in the statistics: its day or, if the span is a single day, its hour with the
 * adjacent hours.
 */
export function aroundMoment(at: number, fullRange: Range, zone: Zone): Range {
  const day = zone.rangeOf(zone.day(at))
  const isWhole = day.from <= fullRange.from && day.to >= fullRange.to
  return isWhole ? shiftedRange({ from: at - HOUR, to: at + 2 * HOUR }, fullRange, 0) : day
}

/** Days are counted from a week on; a week in which the clocks change may have 167 hours. ms */
const COUNTED = 6.5 * DAY

export const countsDays = ({ from, to }: Range): boolean => to - from > COUNTED

/** Returns the month, YYYY-MM, that a span covers (the current month up to today); null for any other span. */
export function monthOfSpan({ from, to }: Range, zone: Zone, today: string): string | null {
  const { first, last } = monthOf(zone.day(from))
  const whole = zone.rangeOf(first, last > today ? today : last)
  return spansDays({ from, to }) && from === whole.from && to === whole.to ? first.slice(0, 7) : null
}

export const spansDays = ({ from, to }: Range): boolean => to - from > WEEK
