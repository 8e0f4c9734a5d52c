import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { isSnoozed } from '../../../resources/kit/episode.ts'

/** Page size of a list that cannot be scrolled. */
export const PER_PAGE = 5

/** Number of levels; alarms without a level follow them. */
const LEVELS = 4

/**
 * Sorts the most urgent first: by level, within a level alarms without an owner, then the oldest. Snoozed alarms come
 * last.
 */
export const byUrgency = (episodes: readonly Episode[], now: number): Episode[] =>
  episodes.toSorted(
    (a, b) =>
      Number(isSnoozed(a, now)) - Number(isSnoozed(b, now)) ||
      (a.level ?? LEVELS + 1) - (b.level ?? LEVELS + 1) ||
      Number(isOwned(a)) - Number(isOwned(b)) ||
      a.fired_at - b.fired_at ||
      a.id - b.id,
  )

export const isOwned = ({ assignee_id, roster_id }: Pick<Episode, 'assignee_id' | 'roster_id'>): boolean =>
  assignee_id !== null || roster_id !== null

/** Returns the median times from firing to acknowledgement and to closing, ms; null if no alarm has that time. */
export function mediansOf(closed: readonly Pick<Episode, 'fired_at' | 'acknowledged_at' | 'closed_at'>[]): {
  taken: number | null
  closed: number | null
} {
  const spans = (end: 'acknowledged_at' | 'closed_at') =>
    median(
      closed.flatMap((episode) => {
        const at = episode[end]
        return at === null || at < episode.fired_at ? [] : [at - episode.fired_at]
      }),
    )
  return { taken: spans('acknowledged_at'), closed: spans('closed_at') }
}

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? null
