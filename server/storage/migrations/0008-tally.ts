import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Counts that limits are kept by. PostgreSQL need not write them ahead: a crash forgets them, as a restart of one process would. */
export const tally: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  await sql
    .raw(
      `create ${engine === 'postgres' ? 'unlogged ' : ''}table tally (key text primary key, count ${int} not null, until ${int} not null)`,
    )
    .execute(trx)
  await sql.raw('create index index_tally_until on tally (until)').execute(trx)
}
