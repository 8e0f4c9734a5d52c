import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { closedToday, lastingEpisodes } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { ALARMS_KEY } from '../../../resources/pageKeys.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { useWake } from '../stage/useWake.ts'
import { byUrgency, mediansOf } from './urgency.ts'

/** ms */
const POLL_INTERVAL_MS = 15_000
const SLOW_POLL_INTERVAL_MS = 120_000

export interface Lasting {
  /** The most urgent first; undefined while they are not known. */
  episodes: readonly Episode[] | undefined
  total: number
  /** Figures of today; null while they are not known. */
  done: { total: number; taken: number | null; closed: number | null } | null
  error: unknown
  /** When the episodes were read, ms since the epoch; 0 before that. */
  at: number
  /** Why there is nothing to show: the caller may not read alarms, or the platform does not provide episodes. */
  unavailable: 'noRight' | 'noEpisodes' | null
}

/**
 * Loads the active alarms: polled, and refetched at once when the live values show that an alarm fired or ended, which
 * changes `alarming`.
 */
export function useLasting(alarming: string, now: number): Lasting {
  const allowed = mayOpen(useCaller(), ALARMS_KEY)
  const offered = useExtensions()?.has('alarmwork') === true
  const enabled = allowed && offered
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['bigscreen', 'episodes'],
    queryFn: ({ signal }) => lastingEpisodes(signal),
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
  })
  const done = useQuery({
    queryKey: ['bigscreen', 'closed'],
    queryFn: ({ signal }) => closedToday(signal),
    enabled,
    refetchInterval: SLOW_POLL_INTERVAL_MS,
    retry: false,
  })
  const known = useRef(alarming)
  useEffect(() => {
    if (!enabled || known.current === alarming) return
    known.current = alarming
    void refetch()
  }, [alarming, enabled, refetch])
  useWake(() => {
    if (enabled) void refetch()
  })
  const episodes = useMemo(() => data && byUrgency(data.episodes, now), [data, now])
  return {
    episodes,
    total: data?.total ?? 0,
    done: done.data ? { total: done.data.total, ...mediansOf(done.data.episodes) } : null,
    error,
    at: dataUpdatedAt,
    unavailable: allowed ? (offered ? null : 'noEpisodes') : 'noRight',
  }
}
