import { useQuery } from '@tanstack/react-query'
import { lastedEpisodes } from '../../dataProvider/episodes/lasted.ts'
import type { Episode } from '../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { ALARMS_KEY } from '../../resources/pageKeys.ts'
import { useCaller, useExtensions } from '../kit/index.ts'

export interface Lasted {
  /** The episodes that fired last, as many as one answer holds; null: unknown, or not loaded yet. */
  episodes: readonly Episode[] | null
  /** Total number of episodes at that moment. */
  total: number
  /** Whether the episodes are loading. */
  isPending: boolean
  error: Error | null
  refetch: () => void
}

/**
 * Returns the alarms that were active at a past moment (ms since the epoch; null: no query), if the user may see the
 * records and the platform provides them (wire.md, `moment`); otherwise they are unknown. Components that ask for the
 * same moment share one answer.
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
