import { isSnoozed, type WorkState } from '../../../resources/kit/episode.ts'
import type { Storage } from '../../storage/types.ts'

/** A user; `name` null: the user is deleted. */
interface Snoozer {
  id: number
  name: string | null
}

/**
 * Returns who snoozed each episode that is snoozed at a moment (epoch ms), by the episode's id: the user of the last
 * snooze that was not taken back. One query; none where no episode is snoozed.
 */
export async function snoozersOf(
  read: Storage['read'],
  rows: readonly (Pick<WorkState, 'snoozed_until'> & { id: number })[],
  now: number,
): Promise<ReadonlyMap<number, Snoozer>> {
  const asleep = rows.filter((row) => isSnoozed(row, now)).map(({ id }) => id)
  if (asleep.length === 0) return new Map()
  const acts = await read
    .selectFrom('episodeact')
    .leftJoin('systemuser', 'systemuser.id', 'episodeact.user_id')
    .select(['episodeact.id', 'episodeact.thresholdlog_id', 'episodeact.kind', 'episodeact.data'])
    .select(['episodeact.user_id', 'systemuser.nickname as name'])
    .where('episodeact.thresholdlog_id', 'in', asleep)
    .where('episodeact.kind', 'in', ['snooze', 'undo'])
    .execute()
  const undone = new Set(acts.map(({ kind, data }) => (kind === 'undo' ? undoneBy(data) : undefined)))
  const last = acts.filter(({ id, kind }) => kind === 'snooze' && !undone.has(id)).toSorted((a, b) => a.id - b.id)
  return new Map(
    last.flatMap(({ thresholdlog_id, user_id, name }): [number, Snoozer][] =>
      user_id === null ? [] : [[thresholdlog_id, { id: user_id, name }]],
    ),
  )
}

/** Returns the id of the act that an undo took back. */
const undoneBy = (data: string | null): number | undefined => (JSON.parse(data ?? '{}') as { undoes?: number }).undoes
