import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * What tests of gaps, clocks and neighbours know beside the history; all sparse. `qualityskew`: how far a value's own time was from when it came, ms.
 * `qualitynear`: hours whose mean lies too far from the median of the neighbours. `qualitygap`: from the value before a gap to the one that ended it.
 * `neardirty`: hours of devices to be compared with their neighbours anew (`stamp` tells one marking from the next).
 */
export const qualityTests: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const node = `device_id ${int} not null, nodemap_id ${int} not null`
  const statements = [
    `create table qualityskew (${node}, ts ${int} not null, skew ${int} not null, primary key (device_id, nodemap_id, ts))${keyed}`,
    `create table qualitynear (${node}, hour ${int} not null, primary key (device_id, hour, nodemap_id))${keyed}`,
    `create table qualitygap (${node}, until ${int} not null, since ${int} not null, primary key (device_id, nodemap_id, until))${keyed}`,
    `create table neardirty (hour ${int} not null, device_id ${int} not null, stamp ${int} not null, primary key (hour, device_id))${keyed}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
