import { sql, type Transaction } from 'kysely'
import type { AnyTables, Storage } from '../storage/types.ts'
import type { Entity } from './entity.ts'

/** Key of the advisory lock; arbitrary. */
const LOCK = 7_301_100

/**
 * Takes the lock that prevents a reference from being saved while its target is deleted, and two moves from forming a
 * cycle. SQLite runs one write transaction at a time anyway. On PostgreSQL, saves share the lock; deletes, trees and
 * users take it exclusively.
 */
export async function lockRecords(
  trx: Transaction<AnyTables>,
  engine: Storage['engine'],
  { resource }: Entity,
  deleting: boolean,
): Promise<void> {
  if (engine === 'sqlite') return
  const alone = deleting || resource.tree !== undefined || resource.hook === 'user'
  await (alone
    ? sql`select pg_advisory_xact_lock(${LOCK})`
    : sql`select pg_advisory_xact_lock_shared(${LOCK})`
  ).execute(trx)
}
