import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import type { PlaceDays, PlaceSums } from '../../dataProvider/calls/placeDays.ts'
import { sumDays, type DaySpan } from '../../standards/daySums.ts'
import { levelOn } from '../environment/scale.ts'

/** A ranked place over a period. */
export interface Ranked extends PlaceSums {
  /** 1 is the best, ties share a rank; null if too few days could be judged. */
  rank: number | null
}

/**
 * Ranks places, the best first, places without a rank last. Air is ranked by the mean of its indices; sound and water,
 * which have no index, by the share of days that meet the requirement. All places must have the same scheme.
 */
export function rankPlaces(places: readonly PlaceSums[], medium: StationMedium): Ranked[] {
  const found = places.map((place): Ranked => ({ ...place, rank: null }))
  const ranked = found
    .filter(({ judged, needed }) => judged >= needed)
    .toSorted((a, b) => badness(a, medium) - badness(b, medium))
  for (const [at, one] of ranked.entries()) {
    const before = ranked[at - 1]
    one.rank = before && badness(before, medium) === badness(one, medium) ? before.rank : at + 1
  }
  return [...ranked, ...found.filter(({ rank }) => rank === null).toSorted((a, b) => b.judged - a.judged)]
}

/** Sums up the days of a place over a period, for platforms that do not. */
export function summed({ id, scheme, days }: PlaceDays, medium: StationMedium, span: DaySpan): PlaceSums {
  const within = days.filter(({ day }) => day >= span.first && day <= span.last)
  const alike = within.map(({ level, index, primary, missing, coverage, exceeded }) => ({
    days: 1,
    level: levelOn(medium, level, exceeded),
    index: index ?? 0,
    indexed: index === null ? 0 : 1,
    primary,
    missing,
    coverage,
  }))
  return { id, scheme, ...sumDays(alike, medium, span) }
}

/** Returns the sort key of a place, as displayed: places with equal displayed values share a rank. */
const badness = ({ index, wanted }: PlaceSums, medium: StationMedium): number =>
  medium === 'air' ? (index ?? Number.MAX_VALUE) : -(wanted ?? 0)
