import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarmRecords } from '../../../../dataProvider/alarms.ts'
import type { PlaceHour } from '../../../../dataProvider/calls/placeHours.ts'
import { mayOpen } from '../../../../resources/kit/access.ts'
import { judgedHours, lacksHours, SOON_MS } from '../../../environment/placeHours.ts'
import { mediumOfQuantity, type Quantity } from '../../../environment/quantity.ts'
import { useOffered } from '../../../environment/useOffered.ts'
import { useCaller } from '../../../kit/index.ts'
import { HOUR } from '../../../../resources/kit/zone.ts'
import { ALARMS_KEY } from '../../../../resources/pageKeys.ts'
import { hourReading, type HourReading } from '../hourReading.ts'

export const HOURS = 48
/** Above this number the diamonds of alarms would merge into a line. */
const MAX_ALARMS = 200

export interface HourBar {
  /** The hour's end. */
  at: number
  /** Null: no data for this hour. */
  hour: HourReading | null
}

/** Returns the last 48 hours by their ends, oldest first, each with its reading of the quantity in view. */
export function barsOf(hours: readonly PlaceHour[], quantity: Quantity, now: number): HourBar[] {
  const last = Math.floor(now / HOUR) * HOUR
  const known = new Map(hours.map((hour) => [hour.at, hour]))
  return Array.from({ length: HOURS }, (_, index) => {
    const at = last - (HOURS - 1 - index) * HOUR
    return { at, hour: hourReading(known.get(at), quantity) }
  })
}

/** Loads the area's hours and, if the user may see them, the alarms that fired meanwhile. */
export function useHours(quantity: Quantity, area: number | null, now: number, enabled: boolean) {
  const offered = useOffered('environment-hours')
  const seesRecords = mayOpen(useCaller(), ALARMS_KEY)
  const last = Math.floor(now / HOUR) * HOUR
  const medium = mediumOfQuantity(quantity)
  const hours = useQuery({
    queryKey: ['map', 'hours', medium, area, last],
    queryFn: async ({ signal }) => {
      const rows = await judgedHours({ dis_id: area, medium, by: 'all', from: last - HOURS * HOUR, to: now }, signal)
      return rows.find((row) => row.medium === medium)?.hours ?? []
    },
    enabled: enabled && offered,
    placeholderData: keepPreviousData,
    // The hour that just ended is available within five minutes.
    refetchInterval: ({ state }) =>
      lacksHours(state.data && [{ hours: state.data }], HOURS, state) ? SOON_MS : 5 * 60_000,
    retry: false,
  })
  const alarms = useQuery({
    queryKey: ['map', 'alarms', area, last],
    queryFn: async ({ signal }) =>
      (await alarmRecords({ area, from: last - HOURS * HOUR, to: now, page: 1, size: MAX_ALARMS }, signal)).rows,
    enabled: enabled && seesRecords,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    offered,
    hours: hours.data ?? [],
    /** Whether the hours were read: until then an hour that is missing may have data. */
    isRead: hours.data !== undefined,
    alarms: alarms.data ?? [],
    error: hours.error,
    retry: () => void hours.refetch(),
  }
}
