import { addDays, type Zone } from '../../../resources/kit/zone.ts'
import { MAX_RANGE_DAYS } from '../../history/historyParams.ts'

/** Calendar days an alarm count takes in, today included; 30 days reach 29 days back (spec 1 §4). */
export const WINDOWS = [1, 7, 30] as const
export type WindowDays = (typeof WINDOWS)[number]

/** The moments of a window that ends with today. */
export const windowOf = (days: WindowDays, today: string, zone: Zone): { from: number; to: number } =>
  zone.rangeOf(addDays(today, 1 - days), today)

/** The days of the history curve. */
export interface DaySpan {
  first: string
  last: string
}

/** The last so many days, which move with the calendar; without a choice three. */
export const LATEST = [1, 3, 7, 30] as const
export const AT_FIRST = 3

/** What a viewer chose: the last days of this number, or two days that stay. */
export type DayChoice = (typeof LATEST)[number] | DaySpan

/** The days of a choice, on a day. */
export const daySpanOf = (choice: DayChoice, today: string): DaySpan =>
  typeof choice === 'number' ? { first: addDays(today, 1 - choice), last: today } : choice

/** A span as it may be asked for: no future, the ends in order, 30 days at most. The end that was moved stays where it was put. */
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
