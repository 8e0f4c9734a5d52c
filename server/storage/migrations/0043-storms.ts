import { sql } from 'kysely'
import { idColumn, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** How many messages each recipient got lately, and until when more are held for one digest (alarms/storm). A held message names the storm that holds it. */
export const storms: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const statements = [
    `create table alarmstorm (${idColumn[engine]}, project_id ${int} not null, recipient text not null, name text not null, sent text not null, ends_at ${int}, passed text not null)`,
    'create unique index alarmstorm_recipient on alarmstorm (project_id, recipient)',
    'create index alarmstorm_ends on alarmstorm (ends_at) where ends_at is not null',
    `alter table alarmsendlog add column storm_id ${int}`,
    'create index alarmsendlog_storm on alarmsendlog (storm_id) where storm_id is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
