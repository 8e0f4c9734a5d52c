import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { placeDays, placeSums, type PlaceSums } from '../../dataProvider/calls/placeDays.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import type { DaySpan } from '../../standards/daySums.ts'
import { AIR_SCHEMES, type AirScheme } from '../../standards/index.ts'
import { useExtensions } from '../kit/index.ts'
import { daysBefore, type RankingParams } from './rankingParams.ts'
import { rankPlaces, summed, type Ranked } from './ranks.ts'

export interface Ranking {
  /** undefined until they are known. */
  rows: readonly Ranked[] | undefined
  /** Ranks of the previous period; undefined until they are known. */
  before: ReadonlyMap<number | null, number> | undefined
  /** The schemes by which the rows are judged, and the visible one. */
  schemes: readonly AirScheme[]
  scheme: AirScheme
  /** Error of the initial request or of a refresh. */
  error: Error | null
  /** The same for the previous period. */
  beforeError: Error | null
  retry: () => void
  retryBefore: () => void
}

/**
 * Returns places by rank over some days, and their ranks in the previous period, which is requested after the first
 * answer.
 */
export function useRanking(params: RankingParams, days: DaySpan, zone: Zone): Ranking {
  const earlier = useMemo(() => daysBefore(params, days), [params, days])
  const now = useSums(params, days, zone, true)
  const past = useSums(params, earlier, zone, now.data !== undefined)
  const { medium, scheme: chosen } = params
  const schemes = useMemo(
    () => AIR_SCHEMES.filter((known) => now.data?.some(({ scheme }) => scheme === known)),
    [now.data],
  )
  const scheme = chosen !== null && schemes.includes(chosen) ? chosen : mostUsed(now.data ?? [])
  return {
    rows: useMemo(() => now.data && ranksOf(now.data, medium, scheme), [now.data, medium, scheme]),
    before: useMemo(() => {
      if (!past.data) return undefined
      return new Map(ranksOf(past.data, medium, scheme).flatMap(({ id, rank }) => (rank === null ? [] : [[id, rank]])))
    }, [past.data, medium, scheme]),
    schemes: medium === 'air' ? schemes : [],
    scheme,
    error: now.error,
    beforeError: past.error,
    retry: () => void now.refetch(),
    retryBefore: () => void past.refetch(),
  }
}

/** Loads the sums of places' days: from the platform, or computed here if it only provides single days. */
function useSums({ by, medium, area }: RankingParams, span: DaySpan, zone: Zone, enabled: boolean) {
  const { first, last } = span
  const extensions = useExtensions()
  return useQuery({
    queryKey: ['environment', 'ranking', by, medium, area, first, last],
    queryFn: async ({ signal }): Promise<PlaceSums[]> => {
      const query = { by, medium, dis_id: area, ...zone.rangeOf(first, last) }
      if (extensions?.has('environment-sums')) return placeSums(query, signal)
      return (await placeDays(query, signal)).map((place) => summed(place, medium, span))
    },
    enabled: enabled && extensions !== undefined,
    staleTime: 300_000,
    retry: false,
  })
}

const ranksOf = (places: readonly PlaceSums[], medium: RankingParams['medium'], scheme: AirScheme): Ranked[] =>
  rankPlaces(medium === 'air' ? places.filter((place) => place.scheme === scheme) : places, medium)

/** Returns the scheme of most rows. */
function mostUsed(places: readonly PlaceSums[]): AirScheme {
  const count = (scheme: AirScheme): number => places.filter((place) => place.scheme === scheme).length
  return AIR_SCHEMES.reduce((most, scheme) => (count(scheme) > count(most) ? scheme : most))
}
