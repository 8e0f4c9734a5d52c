import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { episodesNeeding, needingQuery } from '../../../dataProvider/episodes/calls.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useCaller } from '../../kit/index.ts'
import { alarmsNeeding, type Alarm } from './alarms.ts'

const EVERY = 60_000

/**
 * The alarms that need the reader, and how many there are in all, where the platform says so (wire.md, `alarmwork`). Asked for once a minute, and as soon as the live
 * state has another set of alarms.
 *
 * @param violated which rules are violated now, as one text
 */
export function useWorkAlarms(
  enabled: boolean,
  store: DeviceStore,
  violated: string,
): { alarms: readonly Alarm[] | undefined; count: number } {
  const me = useCaller().id
  const { data, refetch } = useQuery({
    ...needingQuery,
    queryFn: async ({ signal }) => Promise.all([episodesNeeding(signal), needingQuery.queryFn({ signal })]),
    enabled,
    refetchInterval: EVERY,
    staleTime: EVERY / 2,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const look = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (enabled && violated !== '') look()
  }, [enabled, violated])
  const alarms = useMemo(() => data && alarmsNeeding(data[1], me, (id) => store.get(id)), [data, me, store])
  return { alarms, count: Math.max(data?.[0].needs ?? 0, alarms?.length ?? 0) }
}
