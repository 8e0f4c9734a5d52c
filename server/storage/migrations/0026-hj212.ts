import { sql } from 'kysely'
import { idColumn, measuredValue, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Stations that speak HJ 212: what they sign in with, what they say besides telemetry, what they were told, and who was not let in. */
export const hj212: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const real = measuredValue[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const statements = [
    `create table hj212station (device_id ${int} primary key, version ${int} not null, pw text, sm4 text, updated_at ${int} not null)`,
    `create table hj212reported (device_id ${int} not null, cn ${int} not null, ts ${int} not null, factor text not null, min ${real}, avg ${real}, max ${real}, cou ${real}, flag text,
      primary key (device_id, cn, ts, factor))${keyed}`,
    `create table hj212state (device_id ${int} not null, cn ${int} not null, name text not null, value text not null, at ${int} not null, primary key (device_id, cn, name))${keyed}`,
    `create table hj212mark (device_id ${int} not null, nodemap_id ${int} not null, ts ${int} not null, mark text not null, primary key (device_id, nodemap_id, ts))${keyed}`,
    `create table hj212knock (mn text primary key, reason text not null, st text not null, version ${int} not null, address text not null, factors text not null, frame text not null,
      first_at ${int} not null, last_at ${int} not null, times ${int} not null)${keyed}`,
    `create table hj212command (${idColumn[engine]}, device_id ${int} not null, cn ${int} not null, params text not null, user_id ${int}, asked_at ${int} not null, outcome text,
      ended_at ${int}, answer text)`,
    'create index index_hj212command_device_id on hj212command (device_id, id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
