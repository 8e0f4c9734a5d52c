import { roundHalfUp } from './decimal.ts'
import { LEVELS_OF, WANTED } from './levels.ts'
import type { Day, Medium } from './types.ts'
import { NEEDED, neededOfMonth } from './validity.ts'

/** A span of days, both ends included. */
export interface DaySpan {
  first: Day
  last: Day
}

/** Days of a place with the same deciding properties: a single day, or several that were counted together. */
export interface AlikeDays {
  days: number
  /** Level on our scale (levels.ts); null: the days could not be judged. */
  level: number | null
  /** Sum of the indices, and number of days in it; 0 for noise and water, which have no index. */
  index: number
  indexed: number
  primary: readonly string[]
  /** Pollutants that were missing when air was judged, as far as known. */
  missing: readonly string[]
  /** Sum of the days' valid shares: hours of a station, stations of an area. */
  coverage: number
}

/** The number of days on which a pollutant was decisive, or missing. */
export interface KeyDays {
  key: string
  days: number
}

/** Summary of the days of a place over a span. */
export interface DaySums {
  /** Number of days that could be judged, and the number required for a rank. */
  judged: number
  needed: number
  /** Mean of the days' indices, one decimal; null for noise and water, and without any day. */
  index: number | null
  /** Share of the judged days in the desired classes, in percent with one decimal; null without any day. */
  wanted: number | null
  /** Number of days in each level, the best first. */
  classes: number[]
  /** Pollutants that decided, with their number of days, the most frequent first. */
  primary: KeyDays[]
  /** Pollutants that were missing when air was judged, with their number of days, the most frequent first. */
  missing: KeyDays[]
  /** Mean of the days' shares over all days of the span, 0 to 1 with four decimals: a day without data counts 0. */
  coverage: number
}

/** Sums up the days of a place; the caller must leave out days outside of the span. */
export function sumDays(found: Iterable<AlikeDays>, medium: Medium, span: DaySpan): DaySums {
  const classes = Array.from({ length: LEVELS_OF[medium] }, () => 0)
  const primary = new Map<string, number>()
  const missing = new Map<string, number>()
  let [judged, wanted, index, indexed, coverage] = [0, 0, 0, 0, 0]
  for (const alike of found) {
    coverage += alike.coverage
    if (alike.level === null) continue
    const at = Math.min(Math.max(alike.level, 1), classes.length) - 1
    classes[at] = (classes[at] ?? 0) + alike.days
    judged += alike.days
    if (alike.level <= WANTED[medium]) wanted += alike.days
    index += alike.index
    indexed += alike.indexed
    for (const key of alike.primary) primary.set(key, (primary.get(key) ?? 0) + alike.days)
    for (const key of alike.missing) missing.set(key, (missing.get(key) ?? 0) + alike.days)
  }
  return {
    judged,
    needed: neededDays(span),
    index: indexed === 0 ? null : roundHalfUp(index / indexed, 1),
    wanted: judged === 0 ? null : roundHalfUp((100 * wanted) / judged, 1),
    classes,
    primary: mostFirst(primary),
    missing: mostFirst(missing),
    coverage: roundHalfUp(coverage / lengthOf(span), 4),
  }
}

const mostFirst = (days: ReadonlyMap<string, number>): KeyDays[] =>
  [...days]
    .map(([key, count]) => ({ key, days: count }))
    .toSorted((a, b) => b.days - a.days || (a.key < b.key ? -1 : 1))

/**
 * Returns the number of days required for a rank: for a month or a year what GB 3095 requires for its mean, for other
 * spans nine tenths.
 */
export function neededDays(span: DaySpan): number {
  const { first, last } = span
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return NEEDED.year
  if (first.endsWith('-01') && last.slice(0, 7) === first.slice(0, 7) && isLastOfMonth(last))
    return neededOfMonth(Number(first.slice(5, 7)))
  return Math.max(1, Math.floor(lengthOf(span) * 0.9))
}

/** Returns the number of days in a span. */
export const lengthOf = ({ first, last }: DaySpan): number => Math.round((startOf(last) - startOf(first)) / DAY) + 1

const DAY = 86_400_000
const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const isLastOfMonth = (day: Day): boolean => new Date(startOf(day) + DAY).getUTCDate() === 1
