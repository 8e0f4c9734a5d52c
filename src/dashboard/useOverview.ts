import { useEffect, useState } from 'react'
import { platformNow } from '../../dataProvider/clock.ts'
import { alarmRecords } from '../../dataProvider/alarms.ts'
import { gatewayNumbers, type GatewayNumbers } from '../../dataProvider/calls.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { usePoll, type Poll } from '../live/usePoll.ts'
import { alarmWindows } from './figures.ts'

/** A panel's data, or null before the first answer, and the state of its poll. */
interface Polled<T> {
  data: T | null
  poll: Poll
}

/** `numbers` null: the platform counts only devices. `refreshCount` is incremented by each manual refresh. */
export function useGatewayNumbers(refreshCount: number): Polled<{ numbers: GatewayNumbers | null }> {
  const [data, setData] = useState<{ numbers: GatewayNumbers | null } | null>(null)
  const poll = usePoll(async (signal) => setData({ numbers: await gatewayNumbers(signal) }), {
    every: 10_000,
    after: 0,
  })
  useRefreshOnCount(refreshCount, poll)
  return { data, poll }
}

interface AlarmTotal {
  days: number
  total: number
}

/** Page size of the alarm statistics (spec 1 §9); only the total is used. */
const SIZE = 10

/** Loads the number of alarms in the last 7, 15 and 30 days. */
export function useAlarmTotals(zone: Zone, refreshCount: number): Polled<readonly AlarmTotal[]> {
  const [data, setData] = useState<readonly AlarmTotal[] | null>(null)
  const poll = usePoll(
    async (signal) => {
      const windows = alarmWindows(zone, zone.day(platformNow()))
      setData(
        await Promise.all(
          windows.map(async ({ days, from, to }) => ({
            days,
            total: (await alarmRecords({ from, to, page: 1, size: SIZE }, signal)).total,
          })),
        ),
      )
    },
    { every: 30_000, after: 0 },
  )
  useRefreshOnCount(refreshCount, poll)
  return { data, poll }
}

function useRefreshOnCount(refreshCount: number, { refresh }: Poll): void {
  useEffect(() => {
    if (refreshCount > 0) void refresh()
  }, [refreshCount, refresh])
}
