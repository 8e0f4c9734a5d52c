import { useQuery } from '@tanstack/react-query'
import { alarmTrace } from '../../../../dataProvider/calls/alarmTrace.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../../resources/kit/access.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { threshold } from '../../../../resources/threshold.ts'
import { useCaller, useExtensions } from '../../../kit/index.ts'

/** For so long an answer stands, ms. */
const STALE_MS = 60_000

/**
 * How the rule of an episode stands now or, of an alarm that is over, stood when it fired: its limits, what ends it, whom it told. It only explains the
 * curve beside it, which asks for it, once for all who use it: undefined for who may not ask, or got no answer.
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
