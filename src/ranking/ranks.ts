import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import type { PlaceDays, PlaceSums } from '../../dataProvider/calls/placeDays.ts'
import { sumDays, type DaySpan } from '../../standards/daySums.ts'
import { levelOn } from '../environment/scale.ts'

/** A place among others over a period. */
export interface Ranked extends PlaceSums {
  /** 1 the best, the same for those that are alike; null where too few days could be judged. */
  rank: number | null
}

/**
 * The best first, those without a rank last. Air is ranked by the mean of its indices; sound and water, which have no index, by the share of days as they
 * should be. Places of different schemes must not be handed in together.
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

/** What the days of a place come to over a period, where the platform does not sum them up. */
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

/** By which places are put in order, as it is shown: what reads alike has one rank. */
const badness = ({ index, wanted }: PlaceSums, medium: StationMedium): number =>
  medium === 'air' ? (index ?? Number.MAX_VALUE) : -(wanted ?? 0)
