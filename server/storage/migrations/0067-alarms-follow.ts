import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Alarms that last belong to whoever has their device now: those whose device was moved before this version follow it. */
export const alarmsFollow: Migration['up'] = async (trx) => {
  await sql`update thresholdlog set
      district_id = (select district_id from device where device.id = thresholdlog.device_id),
      project_id = (select project_id from device where device.id = thresholdlog.device_id)
    where is_alarm = 1 and exists (select 1 from device where device.id = thresholdlog.device_id and device.district_id is not null and device.project_id is not null
      and (device.district_id <> thresholdlog.district_id or device.project_id <> thresholdlog.project_id))`.execute(
    trx,
  )
}
