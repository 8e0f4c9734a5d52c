import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { episodesNeeding, NEEDING_KEY, needingEpisodes } from '../../../dataProvider/episodes/calls.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { alarmsNeeding, needsReader, type Alarm } from './alarms.ts'

const POLL_INTERVAL_MS = 60_000

/**
 * Returns the alarms that need the reader, and their total number, where the platform lists them (wire.md,
 * `alarmwork`). Polls once a minute, and at once when the set of alarms in the live state changes.
 *
 * @param store the live devices, for the current values; null where they are not known
 * @param violated the rules that are violated at present, as one text
 */
export function useWorkAlarms(
  enabled: boolean,
  store: DeviceStore | null,
  violated: string,
): { alarms: readonly Alarm[] | undefined; count: number; failed: boolean; areaNames: ReadonlyMap<number, string> } {
  const me = useCaller().id
  // An older platform also lists episodes assigned to a roster and episodes that are over.
  const state = useExtensions()?.has('episode-groups') === true ? 'needs_me' : 'needs'
  const { data, isError, refetch } = useQuery({
    queryKey: [...NEEDING_KEY, state],
    queryFn: async ({ signal }) => Promise.all([episodesNeeding(signal), needingEpisodes(state, signal)]),
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: POLL_INTERVAL_MS / 2,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const look = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (enabled && violated !== '') look()
  }, [enabled, violated])
  const alarms = useMemo(() => {
    const listed = state === 'needs_me' ? data?.[1] : data?.[1].filter((episode) => needsReader(episode, me))
    return listed && alarmsNeeding(listed, (id) => store?.get(id))
  }, [data, state, me, store])
  // Taken from the episodes: users who work on alarms need not have the right to read areas.
  const areaNames = useMemo(
    () => new Map(data?.[1].map(({ district_id, area_name }) => [district_id ?? 0, area_name])),
    [data],
  )
  return { alarms, count: Math.max(data?.[0].needs ?? 0, alarms?.length ?? 0), failed: isError, areaNames }
}
