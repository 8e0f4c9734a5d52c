import { useQuery } from '@tanstack/react-query'
import { deviceState } from '../../../../dataProvider/calls/oneDevice.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { knownPlace } from '../../../../resources/kit/places.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { useCaller } from '../../../kit/index.ts'

/** How long a place counts as fresh, ms: devices seldom move. */
const PLACE_TTL_MS = 300_000

/** What the record of an episode's device says of its place, and the place where that says one; null before it is there, and for who may not see it. */
export function useStoredPlace({ device_id }: Pick<Episode, 'device_id'>): {
  positional: string | null
  known: Pair | null
} {
  const caller = useCaller()
  const { data } = useQuery({
    queryKey: ['inbox', 'device', device_id],
    queryFn: ({ signal }) => deviceState(device_id ?? 0, signal),
    enabled: mayRead(caller, 'live') && device_id !== null,
    staleTime: PLACE_TTL_MS,
    retry: false,
  })
  const positional = data?.positional ?? null
  return { positional, known: knownPlace(positional) }
}
