import { sql, type RawBuilder, type Transaction } from 'kysely'
import { HOUR } from './dirtyHours.ts'

/**
 * Marks hours of devices, rows of (device, hour), whose environmental means are to be worked out anew. In the transaction that changed what they are
 * made of.
 */
export const markHours = (hours: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into environmentdirty (device_id, hour, stamp)
  with marked (device_id, hour) as (values ${hours}) select device_id, hour, 0 from marked where true
  on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`

/**
 * Marks the days of a device, or of all devices of a project, to be judged anew: by another scheme, or as another site. Their hourly means stay. A day is marked by the
 * first hour that begins within it: where midnight lies between two hours of UTC, the hour before is the day before's.
 */
export async function markDays<T>(trx: Transaction<T>, of: { device: number } | { project: number }): Promise<void> {
  const devices = 'device' in of ? sql`${of.device}` : sql`select id from device where project_id = ${of.project}`
  await sql`insert into environmentdirty (device_id, hour, stamp)
    select distinct device_id, start + (${sql.lit(HOUR)} - start % ${sql.lit(HOUR)}) % ${sql.lit(HOUR)}, 0 from environmentday where device_id in (${devices})
    on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`.execute(trx)
}
