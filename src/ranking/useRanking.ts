import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { placeDays, type PlaceDays } from '../../dataProvider/calls/placeDays.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { AIR_SCHEMES, type AirScheme } from '../../standards/index.ts'
import { daysBefore, type Days, type RankingParams } from './rankingParams.ts'
import { rankPlaces, type Ranked } from './ranks.ts'

export interface Ranking {
  /** undefined until they are known. */
  rows: readonly Ranked[] | undefined
  /** Ranks of the period before; undefined until they are known. */
  before: ReadonlyMap<number | null, number> | undefined
  /** The families by which the rows are judged, and the one in sight. */
  schemes: readonly AirScheme[]
  scheme: AirScheme
  error: Error | null
  /** Why there is nothing of the period before. */
  beforeError: Error | null
  retry: () => void
  retryBefore: () => void
}

/** Places by rank over some days, and where they stood in the period before, which is asked for once the first is here. */
export function useRanking(params: RankingParams, days: Days, zone: Zone): Ranking {
  const earlier = useMemo(() => daysBefore(params, days), [params, days])
  const now = useDays(params, days, zone, true)
  const past = useDays(params, earlier, zone, now.data !== undefined)
  const { medium, scheme: chosen } = params
  const schemes = useMemo(
    () => AIR_SCHEMES.filter((known) => now.data?.some(({ scheme }) => scheme === known)),
    [now.data],
  )
  const scheme = chosen !== null && schemes.includes(chosen) ? chosen : mostUsed(now.data ?? [])
  return {
    rows: useMemo(() => now.data && ranksOf(now.data, medium, scheme, days), [now.data, medium, scheme, days]),
    before: useMemo(() => {
      if (!past.data) return undefined
      return new Map(
        ranksOf(past.data, medium, scheme, earlier).flatMap(({ id, rank }) => (rank === null ? [] : [[id, rank]])),
      )
    }, [past.data, medium, scheme, earlier]),
    schemes: medium === 'air' ? schemes : [],
    scheme,
    error: now.data ? null : now.error,
    beforeError: past.data ? null : past.error,
    retry: () => void now.refetch(),
    retryBefore: () => void past.refetch(),
  }
}

function useDays({ by, medium, area }: RankingParams, { first, last }: Days, zone: Zone, enabled: boolean) {
  return useQuery({
    queryKey: ['environment', 'ranking', by, medium, area, first, last],
    queryFn: ({ signal }) => placeDays({ by, medium, dis_id: area, ...zone.rangeOf(first, last) }, signal),
    enabled,
    staleTime: 300_000,
    // Years of many stations are not kept for long.
    gcTime: 60_000,
    retry: false,
  })
}

const ranksOf = (
  places: readonly PlaceDays[],
  medium: RankingParams['medium'],
  scheme: AirScheme,
  days: Days,
): Ranked[] => rankPlaces(medium === 'air' ? places.filter((place) => place.scheme === scheme) : places, medium, days)

/** The family of most rows. */
function mostUsed(places: readonly PlaceDays[]): AirScheme {
  const count = (scheme: AirScheme): number => places.filter((place) => place.scheme === scheme).length
  return AIR_SCHEMES.reduce((most, scheme) => (count(scheme) > count(most) ? scheme : most))
}
