import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Who does what only one process may do, and until when, by the clock of the database. `token` grows with every new holder. */
export const leases: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  await sql
    .raw(
      `create table lease (name text primary key, holder text not null, token ${int} not null, until ${int} not null)`,
    )
    .execute(trx)
}
