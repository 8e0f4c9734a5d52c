import type { Transaction } from 'kysely'
import type { Storage, Tables } from '../../storage/types.ts'
import type { EpisodeRow } from './row.ts'

/**
 * Returns an episode that the transaction is about to change without comparing its version; undefined where it is
 * deleted. On PostgreSQL the row is read once other changes of it have ended, and is locked until the transaction ends;
 * on SQLite one transaction writes at a time. A transaction that locks an assignee too does so first (assignee.ts).
 */
export function lockedEpisode(
  trx: Transaction<Tables>,
  { engine }: Pick<Storage, 'engine'>,
  id: number,
): Promise<EpisodeRow | undefined> {
  const asked = trx.selectFrom('thresholdlog').selectAll().where('id', '=', id)
  return (engine === 'postgres' ? asked.forUpdate() : asked).executeTakeFirst()
}
