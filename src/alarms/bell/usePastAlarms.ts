import { useMemo } from 'react'
import { useLasted } from '../../live/useLasted.ts'
import { alarmThen } from './alarms.ts'
import type { Alarms } from './useAlarms.ts'

/**
 * Returns the alarms that lasted at a past moment (ms since the epoch), those that `PastCount` counts; null for the
 * present, and where the platform does not tell them.
 */
export function usePastAlarms(moment: number | null): Omit<Alarms, 'store'> | null {
  const { episodes, total, isPending } = useLasted(moment)
  const listed = useMemo(
    () => ({
      alarms: episodes?.map(alarmThen),
      areaNames: new Map(episodes?.map(({ district_id, area_name }) => [district_id ?? 0, area_name])),
    }),
    [episodes],
  )
  if (moment === null || (episodes === null && !isPending)) return null
  return { ...listed, count: total, failed: false }
}
