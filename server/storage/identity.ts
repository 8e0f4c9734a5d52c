import { sql, type Transaction } from 'kysely'
import type { EngineName } from './columns.ts'

/** Call after rows were inserted with ids of one's own, so that the next id the database gives lies above them. */
export async function afterExplicitIds<T>(trx: Transaction<T>, engine: EngineName, table: string): Promise<void> {
  // SQLite looks at the highest id by itself.
  if (engine === 'sqlite') return
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select coalesce(max(id), 1) from ${sql.table(table)}), 1))`.execute(trx)
}
