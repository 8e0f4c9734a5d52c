import { useQueries } from '@tanstack/react-query'
import { alarmRecords } from '../../dataProvider/alarms.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import type { Zone } from '../kit/zones.ts'
import { useCaller } from '../kit/index.ts'
import { useWake } from './useWake.ts'
import { windowOf, WINDOWS } from './windows.ts'

const EVERY = 60_000

/**
 * Alarms of today, 7 and 30 days, in the order of WINDOWS: the totals of the records (spec 1 §8), asked for each minute. null: not known (yet). They need
 * the right to the records; a failure leaves the last number.
 */
export function useAlarmCounts(today: string, zone: Zone): (number | null)[] {
  const allowed = mayOpen(useCaller(), '2-3')
  const results = useQueries({
    queries: WINDOWS.map((days) => ({
      queryKey: ['bigscreen', 'alarms', days, today],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await alarmRecords({ ...windowOf(days, today, zone), page: 1, size: 10 }, signal)).total,
      enabled: allowed,
      refetchInterval: EVERY,
      refetchIntervalInBackground: false,
      // Yesterday's are let go of soon: the screen runs for weeks.
      gcTime: EVERY,
      retry: false,
    })),
  })
  useWake(() => {
    if (allowed) for (const { refetch } of results) void refetch()
  })
  return results.map(({ data }) => data ?? null)
}
