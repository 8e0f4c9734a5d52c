import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

const DAY = 86_400_000

/**
 * How many values of a day of UTC are valid, doubted and late, by device, day and node, so that rates of a year read days and not hours. Kept with the rollups;
 * made once of what was there already.
 */
export const qualityDays: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const statements = [
    `create table qualityday (device_id ${int} not null, day ${int} not null, nodemap_id ${int} not null, valid ${int} not null, doubted ${int} not null, late ${int} not null,
      primary key (device_id, day, nodemap_id))${keyed}`,
    `insert into qualityday (device_id, day, nodemap_id, valid, doubted, late) select device_id, day, nodemap_id, sum(valid), sum(doubted), sum(late) from (
        select device_id, hour - hour % ${DAY} as day, nodemap_id, sum(count) as valid, 0 as doubted, 0 as late from rollup group by 1, 2, 3
        union all select device_id, ts - ts % ${DAY}, nodemap_id, 0, count(*), 0 from historyflag where flag > 2 group by 1, 2, 3
        union all select device_id, hour - hour % ${DAY}, nodemap_id, 0, 0, sum(count) from qualitylate group by 1, 2, 3
      ) as counted group by device_id, day, nodemap_id`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
