import { useQuery } from '@tanstack/react-query'
import { platformNow } from '../../../dataProvider/clock.ts'
import type { PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { judgedHours, lacksHours, SOON_MS } from '../../environment/placeHours.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { HOUR } from '../../../resources/kit/zone.ts'

/** Poll interval, ms: an hour is computed within minutes of its end. */
const POLL_INTERVAL_MS = 120_000
/** Shorter interval for a platform that has just started, which computes its hours within a minute, ms. */
const SOONER = 30_000
const isBehind = (rows: readonly PlaceRow[]): boolean =>
  rows.every(({ hours }) => (hours.at(-1)?.at ?? 0) < platformNow() - 2 * HOUR)

export interface Places {
  rows: readonly PlaceRow[] | undefined
  error: unknown
  retry: () => void
  offered: boolean
}

function usePlaces(by: 'area' | 'all', hours: number, enabled: boolean): Places {
  const offered = useOffered('environment-hours')
  const { data, error, refetch } = useQuery({
    queryKey: ['environment', 'hours', by, hours],
    queryFn: ({ signal }) => judgedHours({ by, from: platformNow() - hours * HOUR, to: platformNow() }, signal),
    enabled: offered && enabled,
    refetchInterval: ({ state }) =>
      lacksHours(state.data, hours, state) ? SOON_MS : isBehind(state.data ?? []) ? SOONER : POLL_INTERVAL_MS,
    staleTime: POLL_INTERVAL_MS / 2,
    retry: false,
  })
  return { rows: data, error: data ? null : error, retry: () => void refetch(), offered }
}

/** All stations combined, over two days: today beside yesterday. */
export const useWhole = (enabled = true): Places => usePlaces('all', 49, enabled)
/** The areas over the last day. */
export const useAreaHours = (enabled = true): Places => usePlaces('area', 25, enabled)
