import { sql, type Transaction } from 'kysely'
import type { AnyTables, Storage } from '../storage/types.ts'
import type { Entity } from './entity.ts'

/** Key of the advisory lock; arbitrary. */
const LOCK = 7_301_100

/**
 * Keeps a reference from being saved while its target is being deleted, and two moves from making a loop. SQLite writes one
 * transaction at a time anyway; on PostgreSQL saves share a lock that deletes, trees and users take for themselves.
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
