import { sql } from 'kysely'
import { measuredValue, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * What is kept beside the history: later values of a moment that has one (`first` is the first value, `stands` 1 where a rule put the later one in
 * its place), and values beyond what their node can measure. Both are sparse; the history itself stays as lean as it is.
 */
export const historyIsEvidence: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const real = measuredValue[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const sample = `device_id ${int} not null, nodemap_id ${int} not null, ts ${int} not null, value ${real} not null`
  const origin = `source text not null, source_id ${int}, received_at ${int} not null`
  const statements = [
    `create table historyrevision (${sample}, first ${real} not null, stands ${int} not null, ${origin}, primary key (device_id, nodemap_id, ts, value))${keyed}`,
    `create table historymark (${sample}, mark text not null, ${origin}, primary key (device_id, nodemap_id, ts))${keyed}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
