import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * Samples that were acknowledged and that no leader has judged against the alarm rules yet: written with the samples themselves, removed
 * with what judging them brought about. A stored state says up to which sample it was judged.
 */
export const alarmInbox: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  await sql
    .raw(`create table alarminbox (id text primary key, received_at ${int} not null, samples text not null)${keyed}`)
    .execute(trx)
  await sql.raw(`alter table alarmstate add column seen_at ${int}`).execute(trx)
  await sql.raw(`alter table alarmstate add column ts ${int}`).execute(trx)
}
