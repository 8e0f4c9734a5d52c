import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * 0061, 0075 and 0079 marked days by the hour of UTC that their midnight lies in, as 0080 did (0082). Where clocks are half an hour off, that hour is the day
 * before's: here all days of such clocks are marked by the first hour of UTC that begins within them. One that was judged anew already is judged once more.
 */
export const daysBetween: Migration['up'] = async (trx) => {
  await sql`insert into environmentdirty (device_id, hour, stamp)
    select distinct device_id, start + 3600000 - start % 3600000, 0 from environmentday where start % 3600000 <> 0
    on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`.execute(trx)
}
