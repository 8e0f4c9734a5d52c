import { sql, type Transaction } from 'kysely'
import type { EngineName } from './columns.ts'

/**
 * Reserves an id so that no row gets it: the id of a tree's root, which is no record. A table whose rows already have
 * higher ids is left as it is.
 */
export async function reserveId<T>(trx: Transaction<T>, engine: EngineName, table: string, id: number): Promise<void> {
  if (engine === 'sqlite')
    await sql`insert into sqlite_sequence (name, seq) select ${table}, ${id} where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(
      trx,
    )
  else
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0), ${id}))`.execute(
      trx,
    )
}

/** Call it after rows were inserted with explicit ids, so that the next id that the database gives lies above them. */
export async function afterExplicitIds<T>(trx: Transaction<T>, engine: EngineName, table: string): Promise<void> {
  // SQLite checks the highest id by itself.
  if (engine === 'sqlite') return
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select coalesce(max(id), 1) from ${sql.table(table)}), 1))`.execute(
    trx,
  )
}
