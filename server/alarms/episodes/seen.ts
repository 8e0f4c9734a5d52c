import type { Transaction } from 'kysely'
import type { EpisodeAct } from '../../../resources/kit/episode.ts'
import type { Tables } from '../../storage/types.ts'
import type { EpisodeRow } from './row.ts'

/** Acts that mean the same of an alarm that got worse, or fired again, since the caller saw it: a user who takes it takes what it is by now. */
const WHATEVER_IT_DID: readonly EpisodeAct[] = ['acknowledge', 'assign', 'comment']

/** Steps that are looked at: after more of them nobody knows any more what was seen. */
const MAX_STEPS = 500

/** Why an act is not done on an episode of which the caller saw an earlier version, as the key of a message; null: it is. */
export async function unseen(
  trx: Transaction<Tables>,
  row: Pick<EpisodeRow, 'id' | 'version'>,
  act: EpisodeAct,
  version: number,
): Promise<'error.episode.changed' | 'error.episode.worse' | null> {
  const since = row.version - version
  if (since === 0) return null
  if (since < 0) return 'error.episode.changed'
  const steps = await trx
    .selectFrom('episodeact')
    .select('data')
    .where('thresholdlog_id', '=', row.id)
    .where('kind', 'in', ['worsened', 'refired'])
    .orderBy('id', 'desc')
    .limit(Math.min(since, MAX_STEPS))
    .execute()
  // Each change made one version: those that the alarm itself did not make somebody did.
  if (steps.length < since || !steps.every(({ data }) => madeVersion(data) > version)) return 'error.episode.changed'
  return WHATEVER_IT_DID.includes(act) ? null : 'error.episode.worse'
}

/** The version that a step of an alarm made; 0 of one that was not counted yet. */
const madeVersion = (data: string | null): number => (JSON.parse(data ?? '{}') as { version?: number }).version ?? 0
