import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * Which values of the history are not to be trusted, and why; what is absent is good, or nobody judged it. Sparse, and made anew of the history whenever
 * that changes. `qualitylate` counts, by the hour they were measured in, values that came after their deadline.
 */
export const quality: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const node = `device_id ${int} not null, nodemap_id ${int} not null`
  const statements = [
    `create table historyflag (${node}, ts ${int} not null, flag ${int} not null, tests ${int} not null, primary key (device_id, nodemap_id, ts))${keyed}`,
    `create table qualitylate (${node}, hour ${int} not null, count ${int} not null, primary key (device_id, nodemap_id, hour))${keyed}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
