import { sql, type RawBuilder, type Transaction } from 'kysely'
import { HOUR } from './dirtyHours.ts'

/**
 * Marks hours of devices, rows of (device, hour), whose environmental means have to be computed again. Run it in the
 * transaction that changed what the means are made of.
 */
export const markHours = (hours: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into environmentdirty (device_id, hour, stamp)
  with marked (device_id, hour) as (values ${hours}) select device_id, hour, 0 from marked where true
  on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`

/**
 * Marks the days of a device, or of all devices of a project, to be judged again after a change of scheme or site.
 * Their hourly means stay. A day is marked by the first UTC hour that begins within it: where midnight falls within a
 * UTC hour, that hour belongs to the day before.
 */
export async function markDays<T>(trx: Transaction<T>, of: { device: number } | { project: number }): Promise<void> {
  const devices = 'device' in of ? sql`${of.device}` : sql`select id from device where project_id = ${of.project}`
  await sql`insert into environmentdirty (device_id, hour, stamp)
    select distinct device_id, start + (${sql.lit(HOUR)} - start % ${sql.lit(HOUR)}) % ${sql.lit(HOUR)}, 0 from environmentday where device_id in (${devices})
    on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`.execute(trx)
}
