import type { Transaction } from 'kysely'
import type { Storage, Tables } from '../../storage/types.ts'
import type { EpisodeRow } from './row.ts'

/**
 * An episode that the transaction is about to change without comparing its version; undefined where it is gone. On PostgreSQL it is read once whatever
 * changes it meanwhile has ended, and stays as it was read until the transaction ends; on SQLite one transaction writes at a time. Who locks an assignee
 * does so before (assignee.ts).
 */
export function lockedEpisode(
  trx: Transaction<Tables>,
  { engine }: Pick<Storage, 'engine'>,
  id: number,
): Promise<EpisodeRow | undefined> {
  const asked = trx.selectFrom('thresholdlog').selectAll().where('id', '=', id)
  return (engine === 'postgres' ? asked.forUpdate() : asked).executeTakeFirst()
}
