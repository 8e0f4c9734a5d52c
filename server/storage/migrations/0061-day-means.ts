import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * What days of air were judged by, JSON by pollutant, beside the verdicts and not in them: a year of a thousand stations' verdicts is read whole. Days that
 * were judged before are judged anew, which takes their hours as they are kept.
 */
export const dayMeans: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const statements = [
    `create table environmentmean (device_id ${int} not null, day text not null, means text not null, primary key (device_id, day))${keyed}`,
    `insert into environmentdirty (device_id, hour, stamp) select distinct device_id, start - start % 3600000, 0 from environmentday where medium = 'air'
      on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
