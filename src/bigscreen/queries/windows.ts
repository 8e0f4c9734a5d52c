import { addDays, type Zone } from '../../../resources/kit/zone.ts'
import { MAX_RANGE_DAYS } from '../../history/historyParams.ts'

/** Calendar days of the alarm counts, today included; 30 days reach 29 days back (spec 1 §4). */
export const WINDOWS = [1, 7, 30] as const
export type WindowDays = (typeof WINDOWS)[number]

/** Returns the moments of a window that ends with today. */
export const windowOf = (days: WindowDays, today: string, zone: Zone): { from: number; to: number } =>
  zone.rangeOf(addDays(today, 1 - days), today)

/** The days of the history curve. */
export interface DaySpan {
  first: string
  last: string
}

/** Choices of the last days, which move with the calendar; the default is three. */
export const LATEST = [1, 3, 7, 30] as const
export const AT_FIRST = 3

/** The user's choice: a number of last days, or two fixed days. */
export type DayChoice = (typeof LATEST)[number] | DaySpan

/** Returns the days of a choice, given today. */
export const daySpanOf = (choice: DayChoice, today: string): DaySpan =>
  typeof choice === 'number' ? { first: addDays(today, 1 - choice), last: today } : choice

/**
 * Limits a span to what may be requested: not in the future, ends in order, 30 days at most. The end that was moved
 * stays where it was put.
 */
export function allowedDays({ first, last }: DaySpan, moved: keyof DaySpan, today: string): DaySpan {
  const end = last > today ? today : last
  const start = first > today ? today : first
  if (moved === 'first')
    return {
      first: start,
      last: end < start ? start : end > addDays(start, MAX_RANGE_DAYS) ? addDays(start, MAX_RANGE_DAYS) : end,
    }
  return {
    first: start > end ? end : start < addDays(end, -MAX_RANGE_DAYS) ? addDays(end, -MAX_RANGE_DAYS) : start,
    last: end,
  }
}
