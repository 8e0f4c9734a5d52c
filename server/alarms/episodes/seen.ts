import type { Transaction } from 'kysely'
import type { EpisodeAct } from '../../../resources/kit/episode.ts'
import type { Tables } from '../../storage/types.ts'
import type { EpisodeRow } from './row.ts'

/**
 * Acts that stay valid where the alarm got worse or fired again since the caller saw it: a user who takes it takes it
 * as it is by now.
 */
const WHATEVER_IT_DID: readonly EpisodeAct[] = ['acknowledge', 'assign', 'comment']

/** Most steps that are checked: above that number it is not known what the caller saw. */
const MAX_STEPS = 500

/**
 * Returns the key of a message where an act is refused because the caller saw an earlier version of the episode; null:
 * the act is allowed.
 */
export async function unseenChange(
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
  // Each change makes one version: versions that the alarm itself did not make, users made.
  if (steps.length < since || !steps.every(({ data }) => madeVersion(data) > version)) return 'error.episode.changed'
  return WHATEVER_IT_DID.includes(act) ? null : 'error.episode.worse'
}

/** Returns the version that a step of the alarm made; 0 for a step stored without one. */
const madeVersion = (data: string | null): number => (JSON.parse(data ?? '{}') as { version?: number }).version ?? 0
