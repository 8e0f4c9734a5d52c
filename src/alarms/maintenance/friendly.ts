import { readRepeat, weekdays } from '../../../resources/kit/maintenance/repeat.ts'
import { dateOf, weekdayOf } from '../../../resources/kit/zone.ts'

/** How a window comes round, as the form and the list say it; `other`: its RRULE says more than that. */
export type Repeating = { kind: 'once' | 'daily' | 'other' } | { kind: 'weekly'; days: number[] } | MonthlyRepeat
/** On a day of the month; -1 is the last. */
export interface MonthlyRepeat {
  kind: 'monthly'
  day: number
}

/** The parts that the form knows of a rule, with the day (YYYY-MM-DD) after which it comes no more; null: it goes on. */
export interface FriendlyRepeat {
  how: Repeating
  until: string | null
}

/**
 * What an RRULE says in those terms.
 *
 * @param startDay the day of the window's start, which a rule without days means
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

/** The RRULE of what was chosen; '' is once. What says more is kept as it stands. */
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

/** The place of a day in the week of an RRULE: 0 is Monday. */
export const repeatDayOf = (day: string): number => weekdayOf(day) - 1
/** 1 to 31. */
export const monthDayOf = (day: string): number => dateOf(day).getUTCDate()

/** The day of an UNTIL that is one; undefined: it says a time too. */
const dayOf = (until: string): string | undefined =>
  until.length === 8 ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}` : undefined
