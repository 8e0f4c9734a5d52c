import { sql } from 'kysely'
import { idColumn, measuredValue, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Alarms and their messages, rollups of history, northbound pushes, codes and scans. */
export const alarmAndPushTables: Migration['up'] = async (trx, engine) => {
  const id = idColumn[engine]
  const int = wholeNumber[engine]
  const real = measuredValue[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''

  const statements = [
    `create table thresholdlog (${id}, alarm_time ${int} not null, threshold_id ${int} not null, threshold_name text not null, device_id ${int} not null, device_name text not null,
      district_id ${int} not null, nodemap_id ${int} not null, nodemap_name text not null, real_value ${real} not null, alarm_value text not null, alarm_msg text not null,
      project_id ${int} not null, is_alarm ${int} not null, alarm_state ${int} not null, alert_level ${int}, explained text, recovered_at ${int}, handled_by ${int}, handled_at ${int}, trace text)`,
    'create index index_thresholdlog_alarm_time on thresholdlog (alarm_time)',
    'create index index_thresholdlog_project_id_alarm_time on thresholdlog (project_id, alarm_time)',
    'create index index_thresholdlog_device_id_alarm_time on thresholdlog (device_id, alarm_time)',
    `create table alarmsendlog (${id}, thresholdlog_id ${int} not null, device_id ${int} not null, alarm_time ${int} not null, send_name text not null, send_url text not null,
      send_data text not null, send_ok ${int} not null, alarm_type ${int} not null, project_id ${int} not null, explained text)`,
    'create index index_alarmsendlog_thresholdlog_id on alarmsendlog (thresholdlog_id)',
    `create table outbox (${id}, created_at ${int} not null, alarm_type ${int} not null, recipient text not null, subject text not null, content text not null, project_id ${int},
      thresholdlog_id ${int}, reason text not null)`,
    'create index index_outbox_created_at on outbox (created_at)',
    `create table alarmstate (threshold_id ${int} not null, device_id ${int} not null, state ${int} not null, since ${int} not null, sent_at ${int}, log_id ${int}, primary key (threshold_id, device_id))${keyed}`,
    `create table rollup (device_id ${int} not null, nodemap_id ${int} not null, hour ${int} not null, min ${real} not null, max ${real} not null, sum ${real} not null, count ${int} not null,
      first ${real} not null, last ${real} not null, primary key (device_id, nodemap_id, hour))${keyed}`,
    `create table dirtyhour (device_id ${int} not null, hour ${int} not null, primary key (device_id, hour))${keyed}`,
    `create table northstate (interface_id ${int} primary key, last_at ${int}, last_ok ${int} not null, last_result text, failures ${int} not null, next_at ${int} not null)`,
    `create table smscode (phone text primary key, code_hash text not null, sent_at ${int} not null, expires_at ${int} not null, tries ${int} not null)${keyed}`,
    `create table wxscene (random_id text primary key, district_id ${int} not null, user_id ${int} not null, ticket text not null, created_at ${int} not null, expires_at ${int} not null, openid text)${keyed}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
