import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  alarmRecords,
  alarmTotals,
  type AlarmGroup,
  type AlarmQuery,
  type AlarmState,
} from '../../../dataProvider/alarms.ts'
import { useExtensions } from '../../kit/index.ts'
import type { AlarmParams } from './alarmParams.ts'

/** How often the list looks for new records, ms (spec 1 §9). */
const EVERY = 60_000

const states: Record<AlarmGroup, AlarmState> = { open: 0, over: 0, false: 1, handled: 2 }

/**
 * The page of records in view, with how many there are of each group of all that the other filters find. A platform without the extension
 * "alarm-groups" tells states alone: what recovered unhandled is then among the unhandled, in the filter and in the count.
 */
export function useAlarmList(
  { area, device, project, groups, page, size }: AlarmParams,
  { from, to }: { from: number; to: number },
  paused: boolean,
) {
  const grouped = useExtensions()?.has('alarm-groups')
  const every = {
    refetchInterval: paused ? (false as const) : EVERY,
    placeholderData: <T>(before: T) => before,
    retry: false,
  }
  const scope = useMemo(() => ({ area, device, project, from, to }), [area, device, project, from, to])
  const filter = useMemo(
    (): Omit<AlarmQuery, 'page' | 'size'> => ({
      ...scope,
      ...(grouped ? { groups } : { states: [...new Set(groups.map((group) => states[group]))] }),
    }),
    [scope, groups, grouped],
  )
  const list = useQuery({
    queryKey: ['alarms', filter, page, size],
    queryFn: ({ signal }) => alarmRecords({ ...filter, page, size, totals: grouped === true }, signal),
    enabled: grouped !== undefined,
    ...every,
  })
  const byState = useQuery({
    queryKey: ['alarms', 'totals', scope],
    queryFn: ({ signal }) => alarmTotals(scope, signal),
    enabled: grouped === false,
    ...every,
  })
  const totals: Partial<Record<AlarmGroup, number>> =
    grouped === false
      ? { open: byState.data?.[0], false: byState.data?.[1], handled: byState.data?.[2] }
      : (list.data?.totals ?? {})
  const refetch = () => {
    void list.refetch()
    if (grouped === false) void byState.refetch()
  }
  return { list, filter, totals, grouped: grouped ?? true, refetch }
}
