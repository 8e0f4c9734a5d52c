import { roundHalfUp } from './decimal.ts'
import { LEVELS_OF, WANTED } from './levels.ts'
import type { Day, Medium } from './types.ts'
import { NEEDED, neededOfMonth } from './validity.ts'

/** Days, both ends included. */
export interface DaySpan {
  first: Day
  last: Day
}

/** Days of a place that are alike in what decides: one, or as many as were counted together. */
export interface AlikeDays {
  days: number
  /** On our scale (levels.ts); null: they could not be judged. */
  level: number | null
  /** Sum of the indices, and of how many days; 0 of sound and water, which have none. */
  index: number
  indexed: number
  primary: readonly string[]
  /** What air was judged without, as far as anybody knows. */
  missing: readonly string[]
  /** Sum of the shares that count: hours of a station, stations of an area. */
  coverage: number
}

/** On how many days something was. */
export interface KeyDays {
  key: string
  days: number
}

/** What the days of a place were like over a span. */
export interface DaySums {
  /** Days that could be judged, and how many a rank takes. */
  judged: number
  needed: number
  /** Mean of the days' indices, one decimal; null of sound and water, and without a day. */
  index: number | null
  /** Share of the judged days that are as they should be, in percent with one decimal; null without a day. */
  wanted: number | null
  /** Days of each level, the best first. */
  classes: number[]
  /** What decided on how many days, the most frequent first. */
  primary: KeyDays[]
  /** What air was judged without on how many days, the most frequent first. */
  missing: KeyDays[]
  /** Mean of the days' shares over all days of the span, 0 to 1 with four decimals: a day that nobody told of counts 0. */
  coverage: number
}

/** Sums up the days of a place; what lies outside of the span must be left out before. */
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

/** How many days a rank takes: what law asks of the mean of a month or a year (GB 3095), of other spans nine in ten. */
export function neededDays(span: DaySpan): number {
  const { first, last } = span
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return NEEDED.year
  if (first.endsWith('-01') && last.slice(0, 7) === first.slice(0, 7) && isLastOfMonth(last))
    return neededOfMonth(Number(first.slice(5, 7)))
  return Math.max(1, Math.floor(lengthOf(span) * 0.9))
}

/** How many days there are. */
export const lengthOf = ({ first, last }: DaySpan): number => Math.round((startOf(last) - startOf(first)) / DAY) + 1

const DAY = 86_400_000
const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const isLastOfMonth = (day: Day): boolean => new Date(startOf(day) + DAY).getUTCDate() === 1
