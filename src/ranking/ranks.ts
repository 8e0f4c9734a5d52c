import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import type { StationDay } from '../../dataProvider/calls/historyHours.ts'
import type { PlaceDays } from '../../dataProvider/calls/placeDays.ts'
import { monthOf } from '../../resources/kit/zone.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import { NEEDED, neededOfMonth } from '../../standards/validity.ts'
import { LEVELS, SCALE_OF, WANTED } from '../environment/scale.ts'
import { lengthOf, type Days } from './rankingParams.ts'

/** A place among others over a period. */
export interface Ranked {
  id: number | null
  scheme: string
  /** 1 the best, the same for those that are alike; null where too few days could be judged. */
  rank: number | null
  /** Days that could be judged, and how many a rank takes. */
  judged: number
  needed: number
  /** Mean of the days' indices, one decimal; null of sound and water, which have none, and without a day. */
  index: number | null
  /** Share of the judged days that are as they should be, in percent with one decimal; null without a day. */
  wanted: number | null
  /** Days of each level, the best first. */
  classes: readonly number[]
  /** What decided on how many days, the most frequent first. */
  primary: readonly { key: string; days: number }[]
  /** Mean of the days' shares (hours of a station, stations of an area) over all days of the period, 0 to 1: a day that nobody told of counts 0. */
  coverage: number
}

/**
 * Places over some days, the best first, those without a rank last. Air is ranked by the mean of its indices; sound and water, which have no index, by the
 * share of days as they should be. Places of different schemes must not be handed in together.
 */
export function rankPlaces(places: readonly PlaceDays[], medium: StationMedium, days: Days): Ranked[] {
  const needed = neededDays(days)
  const found = places.map((place) => summaryOf(place, medium, days, needed))
  const ranked = found
    .filter(({ judged }) => judged >= needed)
    .toSorted((a, b) => badness(a, medium) - badness(b, medium))
  for (const [at, one] of ranked.entries()) {
    const before = ranked[at - 1]
    one.rank = before && badness(before, medium) === badness(one, medium) ? before.rank : at + 1
  }
  return [...ranked, ...found.filter(({ rank }) => rank === null).toSorted((a, b) => b.judged - a.judged)]
}

/** How many days a rank takes: what law asks of the mean of a month or a year (GB 3095), of other spans nine in ten. */
export function neededDays(days: Days): number {
  const { first, last } = days
  const month = monthOf(first)
  if (first === month.first && last === month.last) return neededOfMonth(Number(first.slice(5, 7)))
  if (first.endsWith('-01-01') && last === `${first.slice(0, 4)}-12-31`) return NEEDED.year
  return Math.max(1, Math.floor(lengthOf(days) * 0.9))
}

type Summary = Omit<Ranked, 'rank'> & { rank: number | null }

function summaryOf({ id, scheme, days }: PlaceDays, medium: StationMedium, span: Days, needed: number): Summary {
  const within = days.filter(({ day }) => day >= span.first && day <= span.last)
  const judged = within.filter((one): one is StationDay & { level: number } => one.level !== null)
  const classes = Array.from({ length: LEVELS[SCALE_OF[medium]] }, () => 0)
  const primary = new Map<string, number>()
  const indices: number[] = []
  let wanted = 0
  for (const { level, index, primary: keys } of judged) {
    const at = Math.min(Math.max(level, 1), classes.length) - 1
    classes[at] = (classes[at] ?? 0) + 1
    if (level <= WANTED[medium]) wanted++
    if (index !== null) indices.push(index)
    for (const key of keys) primary.set(key, (primary.get(key) ?? 0) + 1)
  }
  return {
    id,
    scheme,
    rank: null,
    judged: judged.length,
    needed,
    index: indices.length === 0 ? null : roundHalfUp(sumOf(indices) / indices.length, 1),
    wanted: judged.length === 0 ? null : roundHalfUp((100 * wanted) / judged.length, 1),
    classes,
    primary: [...primary].map(([key, count]) => ({ key, days: count })).toSorted((a, b) => b.days - a.days),
    coverage: sumOf(within.map(({ coverage }) => coverage)) / lengthOf(span),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** By which places are put in order, as it is shown: what reads alike has one rank. */
const badness = ({ index, wanted }: Summary, medium: StationMedium): number =>
  medium === 'air' ? (index ?? Number.MAX_VALUE) : -(wanted ?? 0)
