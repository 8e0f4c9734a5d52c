import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { isSnoozed } from '../../../resources/kit/episode.ts'

/** As a list that cannot be scrolled shows them. */
export const PER_PAGE = 5

/** Levels there are; one without counts after them. */
const LEVELS = 4

/** The most urgent first: by level, of one level what nobody has, then the oldest. What is snoozed waits behind all others. */
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

/** How long it took from the alarm to a person, and to its end, in the middle, ms; null where none tells. */
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
