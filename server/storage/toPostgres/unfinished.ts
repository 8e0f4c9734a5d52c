import { sql, type Kysely } from 'kysely'
import { StartError } from '../../settings.ts'
import type { EngineName } from '../columns.ts'
import type { AnyTables } from '../types.ts'

/**
 * The table of a PostgreSQL that says how far a move into it is: one row, from the move's first step to its last. Such
 * a table exists only during a move.
 */
export const UNFINISHED = 'unfinishedmove'

/** Refuses to start over records of which only a part was moved. Throws StartError. */
export async function refuseUnfinished(trx: Kysely<AnyTables>, engine: EngineName): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ found: number }>`
    select case when to_regclass(${UNFINISHED}) is null then 0 else 1 end as found`.execute(trx)
  if (rows[0]?.found === 1)
    throw new StartError(
      'DATABASE_URL: records are being moved into this database, and the move is not finished. To go on: npm run move -- --to <this address>, with the DATA_DIR that they lie in; or start without DATABASE_URL, as before.',
    )
}
