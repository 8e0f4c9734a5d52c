import type { Insertable } from 'kysely'
import type { Storage, Tables } from '../../server/storage/types.ts'
import { ids } from './world.ts'

type Row = Insertable<Tables['thresholdlog']>

/**
 * The row of an open alarm that no user has taken: PM2.5 above 100, measured at the present moment by the world's air
 * station in area 2. `more` overrides fields.
 */
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

/** Inserts an episode's row directly, without any rule, and returns its id. */
export async function insertEpisode(storage: Storage, more: Partial<Row>): Promise<number> {
  const { id } = await storage.write((trx) =>
    trx.insertInto('thresholdlog').values(episodeRow(more)).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}
