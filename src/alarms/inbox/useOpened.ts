import { useGetOne } from 'react-admin'
import { EPISODES } from '../../../dataProvider/episodes/calls.ts'
import type { Episode, EpisodeDetail } from '../../../dataProvider/episodes/rows.ts'
import { isWaiting } from '../../../dataProvider/episodes/switches.ts'
import { overlaid, type Acted } from './acts/acted.ts'

/** The episode in view, which the list need not hold: a link opens any episode. */
export interface Opened {
  /** What is shown: the episode's own answer merged with the acts done here; until that arrives, the list's row. */
  episode: Episode | undefined
  /** The episode's own answer. */
  detail: EpisodeDetail | undefined
  error: Error | null
  retry: () => void
}

/** Polling interval, ms. */
const POLL_INTERVAL_MS = 15_000
/** Polling interval while a device may still answer a command, ms. */
const BUSY_POLL_INTERVAL_MS = 2000

export function useOpened(id: number | null, rows: readonly Episode[], acted: ReadonlyMap<number, Acted>): Opened {
  const { data, error, refetch } = useGetOne<EpisodeDetail>(
    EPISODES,
    { id: id ?? 0 },
    {
      enabled: id !== null,
      retry: false,
      staleTime: 5000,
      refetchInterval: ({ state }) =>
        state.data?.switches?.some(isWaiting) ? BUSY_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
    },
  )
  return {
    episode: data ? { ...data, ...overlaid(data, acted.get(data.id)) } : rows.find((row) => row.id === id),
    detail: data,
    error,
    retry: () => void refetch(),
  }
}
