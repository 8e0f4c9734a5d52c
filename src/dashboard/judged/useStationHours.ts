import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import { judgedHours, lacksHours, SOON_MS } from '../../environment/placeHours.ts'
import { useOffered } from '../../environment/useOffered.ts'
import type { StationVerdict } from '../../environment/verdict.ts'
import { lastDay } from './changes.ts'

const POLL_INTERVAL_MS = 5 * 60_000

/** Returns the last day of a station, hour by hour, up to an hour common to all stations; undefined if unknown. */
export type StationHours = (
  station: Pick<StationVerdict, 'deviceid' | 'medium'>,
) => readonly (PlaceHour | null)[] | undefined

/** Loads the last day of some stations in one call. A platform that does not provide hours is not queried. */
export function useStationHours(devices: readonly number[]): StationHours {
  const offered = useOffered('environment-hours')
  const asked = [...new Set(devices)].toSorted((a, b) => a - b)
  const { data } = useQuery({
    queryKey: ['environment', 'stationHours', asked.join()],
    queryFn: ({ signal }) => judgedHours({ devices: asked, from: platformNow() - DAY, to: platformNow() }, signal),
    enabled: offered && asked.length > 0,
    refetchInterval: ({ state }) => (lacksHours(state.data, DAY / HOUR, state) ? SOON_MS : POLL_INTERVAL_MS),
    staleTime: POLL_INTERVAL_MS / 2,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return useMemo(() => {
    const end = Math.max(0, ...(data ?? []).map(({ hours }) => hours.at(-1)?.at ?? 0))
    // A device that measures two media counts as two stations.
    const known = new Map(data?.map(({ device, medium, hours }) => [`${medium} ${device}`, hours]))
    return ({ deviceid, medium }) => {
      const hours = known.get(`${medium} ${deviceid}`)
      return hours && hours.length > 0 ? lastDay(hours, end) : undefined
    }
  }, [data])
}
