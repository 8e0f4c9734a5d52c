import { sql, type Kysely } from 'kysely'
import { StartError } from '../../settings.ts'
import type { AnyTables } from '../types.ts'

/** The row of `setting` that says by which mark the history lies outside the database of the records; without one it lies within. */
export const FACT = 'history-home'

export async function homeOf(trx: Kysely<AnyTables>): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from setting where name = ${FACT}`.execute(trx)
  return rows[0]?.value ?? null
}

/** Refuses to start without the home that the history lies in: it would seem to be empty, and new samples would lie apart. */
export async function refuseWithout(trx: Kysely<AnyTables>): Promise<void> {
  if ((await homeOf(trx)) !== null)
    throw new StartError('HISTORY_URL is missing: the history of this installation lies in ClickHouse.')
}
