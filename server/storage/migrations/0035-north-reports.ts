import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** What northbound interfaces of HJ 212 have reported and have yet to report, by reference to the history; and what their connections did last. */
export const northReports: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const statements = [
    `create table northspool (interface_id ${int} not null, cn ${int} not null, subject_id ${int} not null, ts ${int} not null, state ${int} not null,
      primary key (interface_id, cn, subject_id, ts))${keyed}`,
    'create index index_northspool_waiting on northspool (interface_id, state, ts)',
    `create table northsession (interface_id ${int} primary key, up ${int} not null, since ${int} not null, frames text not null)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
