import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** What the entities of files were when the program last started, to compare with: a change that would lose data is refused. */
export const entityFiles: Migration['up'] = async (trx, engine) => {
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  await sql
    .raw(`create table entityfile (table_name text primary key, file text not null, definition text not null)${keyed}`)
    .execute(trx)
}
