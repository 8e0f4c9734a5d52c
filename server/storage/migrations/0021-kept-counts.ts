import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Counts that limits are kept by outlive a crash too: a lock-out or a used captcha must not be undone by one. */
export const keptCounts: Migration['up'] = async (trx, engine) => {
  if (engine === 'postgres') await sql.raw('alter table tally set logged').execute(trx)
}
