import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Hours before are worked out once something of them changes, ms. */
const RECENT = 7 * 86_400_000

/**
 * What the environment is like: hourly means of what stations measure (`means` is JSON: value and minutes by pollutant), verdicts of their days, and
 * the hours that are behind their history (`stamp` tells one marking from the next). Hours lie by time, since all stations of one are read together;
 * days by station, since a year of one is. Of history that was there already, the last days are worked out at once.
 */
export const environment: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const statements = [
    `create table environmenthour (hour ${int} not null, medium text not null, device_id ${int} not null, means text not null, primary key (hour, medium, device_id))${keyed}`,
    `create table environmentday (device_id ${int} not null, medium text not null, day text not null, start ${int} not null, standard text not null, scheme text not null, idx ${int},
      level ${int}, main text not null, hours ${int} not null, parts text not null, primary key (device_id, medium, day))${keyed}`,
    `create table environmentdirty (device_id ${int} not null, hour ${int} not null, stamp ${int} not null, primary key (device_id, hour))${keyed}`,
    `insert into environmentdirty (device_id, hour, stamp) select distinct device_id, hour, 0 from rollup where hour >= ${Date.now() - RECENT}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
