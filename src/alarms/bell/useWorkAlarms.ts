import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { episodesNeeding, NEEDING, needingEpisodes } from '../../../dataProvider/episodes/calls.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { alarmsNeeding, needsReader, type Alarm } from './alarms.ts'

const POLL_INTERVAL_MS = 60_000

/**
 * The alarms that need the reader, and how many there are in all, where the platform says so (wire.md, `alarmwork`). Asked for once a minute, and as soon as the live
 * state has another set of alarms.
 *
 * @param store the live devices, for the values of now; null where they are not known
 * @param violated which rules are violated now, as one text
 */
export function useWorkAlarms(
  enabled: boolean,
  store: DeviceStore | null,
  violated: string,
): { alarms: readonly Alarm[] | undefined; count: number; failed: boolean; areaNames: ReadonlyMap<number, string> } {
  const me = useCaller().id
  // An older platform lists what a roster has, and what is over, as well.
  const state = useExtensions()?.has('episode-groups') === true ? 'needs_me' : 'needs'
  const { data, isError, refetch } = useQuery({
    queryKey: [...NEEDING, state],
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
  // Of their own: who works on alarms need not be allowed to read the areas.
  const areaNames = useMemo(
    () => new Map(data?.[1].map(({ district_id, area_name }) => [district_id ?? 0, area_name])),
    [data],
  )
  return { alarms, count: Math.max(data?.[0].needs ?? 0, alarms?.length ?? 0), failed: isError, areaNames }
}
