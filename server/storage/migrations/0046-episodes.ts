import { sql } from 'kysely'
import { idColumn, measuredValue, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * An alarm record becomes an episode: what people did (work), whose it is, how often it fired again. The old handling state stays beside it, and follows it.
 * The indexes hold what filters ask for, so that a page and its count are read from them alone.
 */
export const episodes: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const real = measuredValue[engine]
  const columns = [
    `work ${int} not null default 0`,
    `assignee_id ${int}`,
    `roster_id ${int}`,
    `acknowledged_at ${int}`,
    `snoozed_until ${int}`,
    `snooze_level ${int}`,
    'result text',
    `refires ${int} not null default 0`,
    `last_fired_at ${int}`,
    `peak ${real}`,
    `peak_at ${int}`,
    `silent_since ${int}`,
    `incident_id ${int}`,
    `apart ${int} not null default 0`,
    `suppressed ${int} not null default 0`,
    'note text',
    `version ${int} not null default 1`,
  ]
  for (const column of columns) await sql.raw(`alter table thresholdlog add column ${column}`).execute(trx)
  const asked = 'work, is_alarm, alert_level, project_id, district_id, assignee_id, snoozed_until, silent_since'
  const statements = [
    `update thresholdlog set work = 2, result = case when alarm_state = 1 then 'false_alarm' else 'handled' end where alarm_state <> 0`,
    `create index thresholdlog_inbox on thresholdlog (alarm_time, ${asked}, handled_at, roster_id)`,
    `create index thresholdlog_open on thresholdlog (alarm_time, ${asked}, handled_at, roster_id) where work < 2`,
    'create index thresholdlog_recovered on thresholdlog (device_id, recovered_at)',
    'create index thresholdlog_incident on thresholdlog (incident_id) where incident_id is not null',
    'create index thresholdlog_handled on thresholdlog (handled_at) where handled_at is not null',
    `create table episodeact (${idColumn[engine]}, thresholdlog_id ${int} not null, at ${int} not null, kind text not null, user_id ${int}, data text)`,
    'create index episodeact_thresholdlog on episodeact (thresholdlog_id, id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
