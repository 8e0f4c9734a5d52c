import { useQuery } from '@tanstack/react-query'
import { deviceState } from '../../../../dataProvider/calls/oneDevice.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { knownPlace } from '../../../../resources/kit/places.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { useCaller } from '../../../kit/index.ts'

/** How long a place counts as fresh, ms: devices seldom move. */
const PLACE_TTL_MS = 300_000

/**
 * Returns where an episode is, as its record says it, and as coordinates where it has them. A lasting episode is where
 * its device stands; one that is over is where the device stood at the firing, if that was stored. Null until it is
 * loaded, and for callers who may not see it.
 */
export function useStoredPlace({
  device_id,
  condition,
  fired_positional,
}: Pick<Episode, 'device_id' | 'condition' | 'fired_positional'>): {
  positional: string | null
  known: Pair | null
} {
  const caller = useCaller()
  const kept = condition === 'cleared' ? fired_positional : null
  const { data } = useQuery({
    queryKey: ['inbox', 'device', device_id],
    queryFn: ({ signal }) => deviceState(device_id ?? 0, signal),
    enabled: mayRead(caller, 'live') && device_id !== null && kept === null,
    staleTime: PLACE_TTL_MS,
    retry: false,
  })
  const positional = kept ?? data?.positional ?? null
  return { positional, known: knownPlace(positional) }
}
