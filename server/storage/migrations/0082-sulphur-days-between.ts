import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * 0080 marked days by the hour of UTC that their midnight lies in. Where clocks are half an hour off, that hour is the day before's: here these days are marked by
 * the first hour of UTC that begins within them.
 */
export const sulphurDaysBetween: Migration['up'] = async (trx) => {
  await sql`insert into environmentdirty (device_id, hour, stamp)
    select distinct device_id, start + 3600000 - start % 3600000, 0 from environmentday
    where medium = 'air' and scheme = 'USAQI' and idx >= 200 and start % 3600000 <> 0
    on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`.execute(trx)
}
