import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * By the US index an hour of sulphur dioxide above 304 ppb is judged by the mean of its day, which days of stations left out: 200 was the most they said of it.
 * Days that reach it are judged anew, which takes their hours as they are kept.
 */
export const sulphurDays: Migration['up'] = async (trx) => {
  await sql`insert into environmentdirty (device_id, hour, stamp)
    select distinct device_id, start - start % 3600000, 0 from environmentday where medium = 'air' and scheme = 'USAQI' and idx >= 200
    on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`.execute(trx)
}
