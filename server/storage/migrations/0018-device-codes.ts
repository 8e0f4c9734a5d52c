import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Device codes that no device has any more, with the project they stay with: what still reports under one is that project's. */
export const deviceCodes: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  await sql
    .raw(`create table devicecode (sn text primary key, project_id ${int} not null, held_at ${int} not null)${keyed}`)
    .execute(trx)
}
