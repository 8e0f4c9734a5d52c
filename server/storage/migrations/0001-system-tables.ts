import { sql } from 'kysely'
import { idColumn, measuredValue, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** The tables of the platform itself, with the indexes their uses need. */
export const systemTables: Migration['up'] = async (trx, engine) => {
  const id = idColumn[engine]
  const int = wholeNumber[engine]
  const real = measuredValue[engine]
  // On SQLite a table whose key is all it is looked up by is stored in the key's own tree.
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const sample = `device_id ${int} not null, nodemap_id ${int} not null, ts ${int} not null, value ${real} not null`

  const statements = [
    `create table session (token_hash text primary key, user_id ${int} not null, created_at ${int} not null, seen_at ${int} not null, expires_at ${int} not null, address text)${keyed}`,
    'create index index_session_user_id on session (user_id)',
    'create index index_session_expires_at on session (expires_at)',
    `create table credential (${id}, token_hash text not null, device_id ${int}, gateway_id ${int}, created_at ${int} not null, revoked_at ${int})`,
    'create unique index unique_credential_token_hash on credential (token_hash)',
    'create index index_credential_device_id on credential (device_id)',
    'create index index_credential_gateway_id on credential (gateway_id)',
    `create table history (${sample}, primary key (device_id, nodemap_id, ts))${keyed || ' partition by range (ts)'}`,
    `create table lastvalue (${sample}, primary key (device_id, nodemap_id))${keyed}`,
    `create table deviceonline (${id}, device_id ${int} not null, time ${int} not null, state ${int} not null)`,
    'create index index_deviceonline_device_id_time on deviceonline (device_id, time desc)',
    `create table operationlog (${id}, operation_date ${int} not null, operation_table text not null, operation_name text not null, operation_type text not null, record_id ${int}, project_id ${int}, user_id ${int}, explained text)`,
    'create index index_operationlog_operation_date on operationlog (operation_date)',
    'create index index_operationlog_project_id_operation_date on operationlog (project_id, operation_date)',
    `create table operationdetail (${id}, operation_id ${int} not null, field_name text not null, field_comment text not null, new_value text, old_value text)`,
    'create index index_operationdetail_operation_id on operationdetail (operation_id)',
    `create table setting (name text primary key, value text not null)${keyed}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
