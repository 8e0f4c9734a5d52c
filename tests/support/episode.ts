import type { Insertable } from 'kysely'
import type { Storage, Tables } from '../../server/storage/types.ts'
import { ids } from './world.ts'

type Row = Insertable<Tables['thresholdlog']>

/** A row of an alarm that lasts and nobody has: PM2.5 above 100, measured now by the air station of the world in area 2. `more` overrides. */
export const episodeRow = (more: Partial<Row>): Row => ({
  alarm_time: Date.now(),
  threshold_id: 1,
  threshold_name: 'rule',
  device_id: ids.air,
  device_name: 'device',
  district_id: 2,
  nodemap_id: ids.pm,
  nodemap_name: 'PM2.5',
  real_value: 150,
  alarm_value: 'PM2.5 > 100',
  alarm_msg: 'high',
  project_id: 1,
  is_alarm: 1,
  alarm_state: 0,
  ...more,
})

/** Stores one past all rules; answers its id. */
export async function insertEpisode(storage: Storage, more: Partial<Row>): Promise<number> {
  const { id } = await storage.write((trx) =>
    trx.insertInto('thresholdlog').values(episodeRow(more)).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}
