import { DAY } from '../zone.ts'
import type { Repeat, RepeatDay } from './repeat.ts'

/** A calendar day as the number of days since 1970-01-01, without a time zone. */
export type DayNumber = number

/**
 * The days of a rule. Each search is bounded by the horizon: a rule whose days never come costs no more than any other.
 */
export interface RepeatDays {
  /** Returns the first day at or after a day. */
  from(day: DayNumber): DayNumber | null
  /** Returns the last day at or before a day. */
  upTo(day: DayNumber): DayNumber | null
}

/** A day that does not come within eleven years is taken never to come, days. */
const HORIZON = 11 * 366
/** 2200-01-01: nothing repeats after it. */
const END: DayNumber = Date.UTC(2200, 0, 1) / DAY

/**
 * Returns the days of a rule from its first day on, by RFC 5545, 3.3.10: within every `interval`-th day, week, month or
 * year, the days that pass all BY parts, from which BYSETPOS selects. If a rule names no days, the weekday, day of the
 * month or date of the first day is used. A month without such a day is skipped.
 *
 * @param start first possible day, whether or not the rule names it
 * @param last last possible day
 */
export function daysOf(repeat: Repeat, start: DayNumber, last: DayNumber): RepeatDays {
  const rule = completed(repeat, start)
  const { indexOf, firstOf } = periods(rule, start)
  const { interval } = rule
  /**
   * Cache of the last period: a caller that asks for one day after another, such as a count, would otherwise scan a
   * whole year for each of its days.
   */
  let looked: { period: number; days: readonly DayNumber[] } | null = null
  const daysIn = (period: number): readonly DayNumber[] => {
    if (looked?.period === period) return looked.days
    const [first, next] = [firstOf(period), firstOf(period + 1)]
    const found: DayNumber[] = []
    for (let day = first; day < next; day++) if (isNamed(rule, day)) found.push(day)
    const days = chosen(found, rule.bysetpos).filter((day) => day >= start)
    looked = { period, days }
    return days
  }
  const from = (day: DayNumber, end: DayNumber): DayNumber | null => {
    const begin = Math.max(day, start)
    const limit = Math.min(end, begin + HORIZON)
    for (let at = Math.floor(indexOf(begin) / interval) * interval; firstOf(at) <= limit; at += interval) {
      const found = daysIn(at).find((one) => one >= begin)
      if (found !== undefined) return found <= limit ? found : null
    }
    return null
  }
  const whole = Math.min(last, END)
  const counted = rule.count === null ? null : countedDays(rule.count, (day) => from(day, whole), start)
  /** Returns the last day of the rule, as far as it is known when searching up to `day`. */
  const endBy = (day: DayNumber): DayNumber => Math.min(whole, counted?.(day) ?? Infinity)
  return {
    from(day) {
      const found = from(day, endBy(day))
      return found !== null && found <= endBy(found) ? found : null
    },
    upTo(day) {
      const begin = Math.min(day, endBy(day))
      if (begin < start) return null
      const limit = begin - HORIZON
      for (let at = Math.floor(indexOf(begin) / interval) * interval; at >= 0; at -= interval) {
        const found = daysIn(at).findLast((one) => one <= begin)
        if (found !== undefined) return found
        if (firstOf(at) < limit) return null
      }
      return null
    },
  }
}

/**
 * Returns a function that says whether COUNT is used up by a day: it returns the last counted day if so, null before.
 * It counts only as far as it is asked: the n-th of rare days may be two centuries away.
 */
function countedDays(
  count: number,
  from: (day: DayNumber) => DayNumber | null,
  start: DayNumber,
): (by: DayNumber) => DayNumber | null {
  let [day, left] = [start - 1, count]
  return (by) => {
    while (left > 0 && day < by) {
      const next = from(day + 1)
      left = next === null ? 0 : left - 1
      day = next ?? day
    }
    return left === 0 ? day : null
  }
}

/** Completes a rule that names no days with those of the first day. */
function completed(repeat: Repeat, start: DayNumber): Repeat {
  const { freq, byday, bymonthday, byyearday, bymonth } = repeat
  if (freq === 'DAILY' || byday.length + bymonthday.length + byyearday.length > 0) return repeat
  if (freq === 'WEEKLY') return { ...repeat, byday: [{ day: weekdayOf(start), nth: null }] }
  const { month, date } = partsOf(start)
  const months = freq === 'YEARLY' && bymonth.length === 0 ? [month + 1] : bymonth
  return { ...repeat, bymonthday: [date], bymonth: months }
}

interface Periods {
  /** Returns the index of the day, week, month or year that contains a day, relative to that of the first day, 0. */
  indexOf(day: DayNumber): number
  firstOf(index: number): DayNumber
}

function periods({ freq, wkst }: Repeat, start: DayNumber): Periods {
  if (freq === 'DAILY') return { indexOf: (day) => day - start, firstOf: (index) => start + index }
  if (freq === 'WEEKLY') {
    const first = start - ((weekdayOf(start) - wkst + 7) % 7)
    return { indexOf: (day) => Math.floor((day - first) / 7), firstOf: (index) => first + index * 7 }
  }
  const { year, month } = partsOf(start)
  if (freq === 'YEARLY')
    return { indexOf: (day) => partsOf(day).year - year, firstOf: (index) => dayNumber(year + index, 0) }
  return {
    indexOf: (day) => (partsOf(day).year - year) * 12 + partsOf(day).month - month,
    firstOf: (index) => dayNumber(year, month + index),
  }
}

/** Whether a day passes all BY parts. */
function isNamed({ freq, byday, bymonthday, byyearday, bymonth }: Repeat, day: DayNumber): boolean {
  if (freq === 'WEEKLY' && bymonth.length === 0) return byday.some((one) => one.day === weekdayOf(day))
  const { year, month, date } = partsOf(day)
  if (bymonth.length > 0 && !bymonth.includes(month + 1)) return false
  const ofMonth = () => ({ place: date, of: dayNumber(year, month + 1) - dayNumber(year, month) })
  const ofYear = () => ({ place: day - dayNumber(year, 0) + 1, of: dayNumber(year + 1, 0) - dayNumber(year, 0) })
  if (bymonthday.length > 0 && !isAt(bymonthday, ofMonth())) return false
  if (byyearday.length > 0 && !isAt(byyearday, ofYear())) return false
  if (byday.length === 0) return true
  const counted = freq === 'YEARLY' && bymonth.length === 0 ? ofYear() : ofMonth()
  return byday.some((one) => one.day === weekdayOf(day) && isNth(one, counted))
}

/**
 * Whether a position is in a list, counted from the start (from 1) or, for negative numbers, from the end (from -1).
 */
const isAt = (places: readonly number[], { place, of }: { place: number; of: number }): boolean =>
  places.includes(place) || places.includes(place - of - 1)

const isNth = ({ nth: wanted }: RepeatDay, { place, of }: { place: number; of: number }): boolean =>
  wanted === null || wanted === Math.ceil(place / 7) || wanted === -Math.ceil((of - place + 1) / 7)

const chosen = (days: readonly DayNumber[], positions: readonly number[]): readonly DayNumber[] =>
  positions.length === 0
    ? days
    : days.filter((_day, at) => positions.includes(at + 1) || positions.includes(at - days.length))

/** 0 is Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7

function partsOf(day: DayNumber): { year: number; month: number; date: number } {
  const at = new Date(day * DAY)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}
const dayNumber = (year: number, month: number): DayNumber => Date.UTC(year, month, 1) / DAY
