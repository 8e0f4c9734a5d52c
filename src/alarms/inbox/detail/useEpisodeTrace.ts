import { useQuery } from '@tanstack/react-query'
import { alarmTrace } from '../../../../dataProvider/calls/alarmTrace.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../../resources/kit/access.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { threshold } from '../../../../resources/threshold.ts'
import { useCaller, useExtensions } from '../../../kit/index.ts'

/** How long an answer counts as fresh, ms. */
const STALE_MS = 60_000

/**
 * Returns the state of an episode's rule at present or, for an alarm that is over, at its firing: its limits, the limit
 * that ends it, whom it told. Optional explanation of the curve beside it, shared by all its users through the query
 * cache: undefined for callers who may not ask, and without an answer.
 */
export function useEpisodeTrace({ threshold_id, device_id, nodemap_id, fired_at, cleared_at }: Episode) {
  const announced = useExtensions()?.has('alarm-trace') === true
  const caller = useCaller()
  const known = threshold_id !== null && device_id !== null && nodemap_id !== null
  const at = cleared_at === null ? null : fired_at
  return useQuery({
    queryKey: ['alarmTrace', threshold_id, device_id, at],
    queryFn: ({ signal }) => alarmTrace({ threshold: threshold_id ?? 0, device: device_id ?? 0, at }, signal),
    enabled: announced && known && mayRead(caller, 'history') && mayOpen(caller, threshold.menuKey),
    staleTime: STALE_MS,
    retry: false,
  }).data
}
