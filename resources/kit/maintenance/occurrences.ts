import { addDays, dateOf, DAY, type Zone } from '../zone.ts'
import type { Problem } from '../rules.ts'
import { daysOf, type DayNumber } from './days.ts'
import { readRepeat } from './repeat.ts'

/** Times of a maintenance window: its first occurrence (epoch ms) and its recurrence. */
export interface WindowTimes {
  starts: number
  ends: number
  /** RRULE of RFC 5545; null or empty: the window occurs once. */
  rrule: string | null
}

/** One occurrence of a window: `from` is inclusive, `to` exclusive. Epoch ms. */
export interface Span {
  from: number
  to: number
}

/** State of a window: it is still to come (again), is open, or never comes again. */
export type WindowState = 'planned' | 'running' | 'over'

/** The occurrences of a window. */
export interface Occurrences {
  /** Returns the occurrence that contains a moment. */
  at(moment: number): Span | null
  /** Returns the first occurrence that begins after a moment. */
  next(moment: number): Span | null
  /** Returns the last occurrence that has ended by a moment. */
  previous(moment: number): Span | null
  /** Returns the occurrences that overlap a span, oldest first, at most `most`. */
  within(from: number, to: number, most: number): Span[]
}

/** Range in which windows may begin. */
const FIRST = Date.UTC(2000, 0, 1)
const LAST = Date.UTC(2200, 0, 1)

/**
 * Returns the occurrences of a window by the clocks of a zone: one begins on each day of the rule, from the day of
 * `starts` on, at the time of day of `starts`, and ends at the time of day of `ends`, as many days later. If clocks
 * change within an occurrence, it is an hour longer or shorter; a time that the clocks skip or show twice is
 * interpreted as in RFC 5545 (3.3.5). `starts` and `ends` themselves are exact. Null if the rule cannot be read.
 */
export function occurrencesOf(window: WindowTimes, zone: Zone): Occurrences | null {
  const { starts, ends } = window
  const text = window.rrule?.trim() ?? ''
  if (text === '') return once(starts, ends)
  const repeat = readRepeat(text)
  if (!repeat || ends <= starts) return null
  const dayAt = (moment: number): DayNumber => dateOf(zone.day(moment)).getTime() / DAY
  const [firstDay, length] = [dayAt(starts), dayAt(ends) - dayAt(starts)]
  const [from, to] = [timeOfDay(zone, starts), timeOfDay(zone, ends)]
  const last = repeat.until === null ? Infinity : lastMoment(repeat.until, zone)
  const beginOf = (day: DayNumber): number => (day === firstDay ? starts : momentOf(zone, day, from))
  const spanOf = (day: DayNumber): Span => {
    if (day === firstDay) return { from: starts, to: ends }
    const begin = beginOf(day)
    const end = momentOf(zone, day + length, to)
    return { from: begin, to: end > begin ? end : begin + (ends - starts) }
  }
  const days = daysOf(repeat, firstDay, last === Infinity ? last : dayAt(last))
  /** Returns the last occurrence that has begun by a moment; null if there is none. */
  const begun = (moment: number): Span | null => {
    let day = days.upTo(dayAt(moment))
    while (day !== null && beginOf(day) > Math.min(moment, last)) day = days.upTo(day - 1)
    return day === null ? null : spanOf(day)
  }
  const next = (moment: number): Span | null => {
    let day = days.from(dayAt(moment))
    if (day !== null && beginOf(day) <= moment) day = days.from(day + 1)
    return day !== null && beginOf(day) <= last ? spanOf(day) : null
  }
  return {
    at(moment) {
      const span = begun(moment)
      return span && moment < span.to ? span : null
    },
    next,
    previous(moment) {
      const span = begun(moment)
      return span && span.to > moment ? begun(span.from - 1) : span
    },
    within(start, end, most) {
      const found: Span[] = []
      const open = begun(start)
      if (open && open.to > start) found.push(open)
      for (let span = next(start); span && span.from <= end && found.length < most; span = next(span.from))
        found.push(span)
      return found
    },
  }
}

const once = (from: number, to: number): Occurrences => {
  const only = { from, to }
  return {
    at: (moment) => (from <= moment && moment < to ? only : null),
    next: (moment) => (from > moment ? only : null),
    previous: (moment) => (to <= moment ? only : null),
    within: (start, end) => (from <= end && to > start ? [only] : []),
  }
}

/**
 * Returns the state of a window at a moment, and the occurrence it is based on: the open one, else the next, else the
 * last.
 */
export function stateAt(occurrences: Occurrences, moment: number): { state: WindowState; span: Span | null } {
  const running = occurrences.at(moment)
  if (running) return { state: 'running', span: running }
  const next = occurrences.next(moment)
  if (next) return { state: 'planned', span: next }
  return { state: 'over', span: occurrences.previous(moment) }
}

/**
 * Returns what is wrong with the times of a window, by field: its end is before its start, it never occurs, or an
 * occurrence is not over before the next begins.
 */
export function timesProblem(window: WindowTimes, zone: Zone): Partial<Record<keyof WindowTimes, Problem>> | null {
  const { starts, ends } = window
  if (!(starts >= FIRST && starts < LAST)) return { starts: { key: 'error.rule.time' } }
  if (!(ends < LAST)) return { ends: { key: 'error.rule.time' } }
  if (ends <= starts) return { ends: { key: 'error.maintenance.order' } }
  const occurrences = occurrencesOf(window, zone)
  if (!occurrences) return { rrule: { key: 'error.rule.rrule' } }
  let span = occurrences.at(starts) ?? occurrences.next(starts - 1)
  if (!span) return { rrule: { key: 'error.maintenance.never' } }
  for (let looked = 0; looked < LOOKED_AT; looked++) {
    const next = occurrences.next(span.from)
    if (!next) return null
    if (next.from < span.to) return { ends: { key: 'error.maintenance.long' } }
    span = next
  }
  return null
}

/** Pairs of consecutive occurrences that are compared: more than a year of days. */
const LOOKED_AT = 400

/** Returns the time of day: HH:mm on the clocks, and the rest of the minute, ms. */
const timeOfDay = (zone: Zone, at: number): { clock: string; beyond: number } => ({
  clock: zone.clock(at, false),
  beyond: at % 60_000,
})
const momentOf = (zone: Zone, day: DayNumber, { clock, beyond }: ReturnType<typeof timeOfDay>): number =>
  zone.moment(new Date(day * DAY).toISOString().slice(0, 10), clock) + beyond

/** Returns the last moment at which an occurrence may begin. */
function lastMoment(until: string, zone: Zone): number {
  const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
  if (until.length === 8) return zone.startOf(addDays(day, 1)) - 1
  const [clock, seconds] = [`${until.slice(9, 11)}:${until.slice(11, 13)}`, Number(until.slice(13, 15)) * 1000]
  return until.endsWith('Z') ? Date.parse(`${day}T${clock}:00Z`) + seconds : zone.moment(day, clock) + seconds
}
