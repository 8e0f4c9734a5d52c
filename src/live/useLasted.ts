import { useQuery } from '@tanstack/react-query'
import { lastedEpisodes } from '../../dataProvider/episodes/lasted.ts'
import type { Episode } from '../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { ALARMS_KEY } from '../../resources/pageKeys.ts'
import { useCaller, useExtensions } from '../kit/index.ts'

export interface Lasted {
  /** Those that fired last, as many as one answer holds; null: not known, or not yet. */
  episodes: readonly Episode[] | null
  /** How many there were in all. */
  total: number
  /** They are on their way. */
  isPending: boolean
  error: Error | null
  refetch: () => void
}

/**
 * The alarms that lasted at a past moment (epoch ms; null: none is asked about), for who may see the records of a platform that tells them (wire.md, `moment`); nobody
 * knows of them otherwise. One answer for all who ask about the same moment.
 */
export function useLasted(moment: number | null): Lasted {
  const [caller, extensions] = [useCaller(), useExtensions()]
  const isTold = mayOpen(caller, ALARMS_KEY) && extensions?.has('moment') === true
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['alarms', 'lasted', moment],
    queryFn: ({ signal }) => lastedEpisodes(moment ?? 0, signal),
    enabled: moment !== null && isTold,
    staleTime: Infinity,
    retry: false,
  })
  return {
    episodes: data?.episodes ?? null,
    total: data?.total ?? 0,
    isPending: moment !== null && (isLoading || extensions === undefined),
    error,
    refetch: () => void refetch(),
  }
}
