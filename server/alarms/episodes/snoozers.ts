import { isSnoozed, type WorkState } from '../../../resources/kit/episode.ts'
import type { Storage } from '../../storage/types.ts'

/** A user; `name` null: nobody knows it any more. */
interface Snoozer {
  id: number
  name: string | null
}

/**
 * Who snoozed those of some episodes that are snoozed at a moment, epoch ms, by the episode's id: whoever did it last and has not taken it back. One
 * query, none where nothing is snoozed.
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

/** The act that an undoing took back. */
const undoneBy = (data: string | null): number | undefined => (JSON.parse(data ?? '{}') as { undoes?: number }).undoes
