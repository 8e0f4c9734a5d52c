import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Messages that could not be read or taken, counted by who sent them and why; what one began with is that of the last. */
export const refusedMessages: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const statements = [
    `create table refusedmessage (source text not null, peer text not null, reason text not null, args text not null, device_id ${int}, bytes text not null,
      times ${int} not null, first_at ${int} not null, last_at ${int} not null, primary key (source, peer, reason))${keyed}`,
    'create index index_refusedmessage_device_id on refusedmessage (device_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
