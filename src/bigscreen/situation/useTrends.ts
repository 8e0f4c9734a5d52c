import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { placeHours, type PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { DAY } from '../../../resources/kit/zone.ts'
import { useOffered } from '../../environment/useOffered.ts'

const EVERY = 5 * 60_000

/** The last day of some stations hour by hour, by device; empty where the platform does not tell hours. */
export function useTrends(devices: readonly number[]): ReadonlyMap<number, readonly PlaceHour[]> {
  const offered = useOffered('environment-hours')
  const { data } = useQuery({
    queryKey: ['bigscreen', 'trends', devices.toSorted((a, b) => a - b).join()],
    queryFn: ({ signal }) => placeHours({ devices, from: platformNow() - DAY, to: platformNow() }, signal),
    enabled: offered && devices.length > 0,
    refetchInterval: EVERY,
    staleTime: EVERY / 2,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return useMemo(
    () => new Map(data?.flatMap(({ device, hours }) => (device === null ? [] : [[device, hours]]))),
    [data],
  )
}
