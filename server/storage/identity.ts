import { sql, type Transaction } from 'kysely'
import type { EngineName } from './columns.ts'

/** Keeps an id from being given to a row: that of a tree's root, which is no record. A table whose rows have ids beyond it already is left as it is. */
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

/** Call after rows were inserted with ids of one's own, so that the next id the database gives lies above them. */
export async function afterExplicitIds<T>(trx: Transaction<T>, engine: EngineName, table: string): Promise<void> {
  // SQLite looks at the highest id by itself.
  if (engine === 'sqlite') return
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select coalesce(max(id), 1) from ${sql.table(table)}), 1))`.execute(
    trx,
  )
}
