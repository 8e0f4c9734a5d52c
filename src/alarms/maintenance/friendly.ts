import { readRepeat, weekdays } from '../../../resources/kit/maintenance/repeat.ts'
import { dateOf, weekdayOf } from '../../../resources/kit/zone.ts'

/**
 * Recurrence of a window, as the form and the list describe it; `other`: the RRULE says more than the form can express.
 */
export type Repeating = { kind: 'once' | 'daily' | 'other' } | { kind: 'weekly'; days: number[] } | MonthlyRepeat
/** On a day of the month; -1 is the last day. */
export interface MonthlyRepeat {
  kind: 'monthly'
  day: number
}

/** The parts of an RRULE that the form knows; `until` is the last day (YYYY-MM-DD), null: without end. */
export interface FriendlyRepeat {
  how: Repeating
  until: string | null
}

/**
 * Translates an RRULE into the form's terms.
 *
 * @param startDay day of the window's start, which applies to a rule without days
 */
export function friendlyOf(rrule: string, startDay: string): FriendlyRepeat {
  if (rrule.trim() === '') return { how: { kind: 'once' }, until: null }
  const repeat = readRepeat(rrule)
  const other: FriendlyRepeat = { how: { kind: 'other' }, until: null }
  if (!repeat) return other
  const { freq, interval, count, byday, bymonthday, byyearday, bymonth, bysetpos } = repeat
  const until = repeat.until === null ? null : dayOf(repeat.until)
  if (interval !== 1 || count !== null || until === undefined) return other
  if (byyearday.length + bymonth.length + bysetpos.length > 0 || byday.some(({ nth }) => nth !== null)) return other
  const days = byday.map(({ day }) => day).toSorted((a, b) => a - b)
  if (freq === 'DAILY' && days.length + bymonthday.length === 0) return { how: { kind: 'daily' }, until }
  if (freq === 'WEEKLY')
    return { how: { kind: 'weekly', days: days.length > 0 ? days : [repeatDayOf(startDay)] }, until }
  const [day = monthDayOf(startDay)] = bymonthday
  const simple = freq === 'MONTHLY' && days.length === 0 && bymonthday.length <= 1 && (day > 0 || day === -1)
  return simple ? { how: { kind: 'monthly', day }, until } : other
}

/** Translates the form's choice into an RRULE; '' is once. For `other`, the RRULE `kept` is returned unchanged. */
export function rruleOf({ how, until }: FriendlyRepeat, kept = ''): string {
  const end = until === null ? '' : `;UNTIL=${until.replaceAll('-', '')}`
  switch (how.kind) {
    case 'once':
      return ''
    case 'daily':
      return `FREQ=DAILY${end}`
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${how.days.map((day) => weekdays[day]).join(',')}${end}`
    case 'monthly':
      return `FREQ=MONTHLY;BYMONTHDAY=${how.day}${end}`
    case 'other':
      return kept
  }
}

/** Returns the weekday of a day as an RRULE counts: 0 is Monday. */
export const repeatDayOf = (day: string): number => weekdayOf(day) - 1
/** Returns the day of the month, 1 to 31. */
export const monthDayOf = (day: string): number => dateOf(day).getUTCDate()

/** Returns the day of an UNTIL that is a date; undefined where it has a time as well. */
const dayOf = (until: string): string | undefined =>
  until.length === 8 ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}` : undefined
