import { sql, type Transaction } from 'kysely'
import type { Problem } from '../../resources/kit/rules.ts'
import { invalid } from '../errors.ts'
import type { Hook } from '../platform/hook.ts'
import { hourStart } from '../storage/dirtyHours.ts'
import { rolledWanted } from '../storage/homes/types.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables, Storage } from '../storage/types.ts'

type Trx = Transaction<AnyTables>

/**
 * A calibration takes the project and area of its device; the hours derived from the values it covers are computed
 * anew.
 */
export const calibrationHook: Hook = {
  async beforeSave({ row }, trx) {
    const device = await trx
      .selectFrom('device')
      .select(['project_id', 'district_id', 'devicetype_id'])
      .where('id', '=', Number(row.device_id))
      .executeTakeFirst()
    if (!device) throw invalid({ device_id: { key: 'error.rule.missing' } })
    row.project_id = Number(device.project_id)
    row.district_id = Number(device.district_id)
    row.calibrated_at ??= Date.now()
    row.zero ??= 0
    row.factor ??= 1
    const problems: Record<string, Problem> = {}
    const node = await trx
      .selectFrom('nodemap')
      .select('id')
      .where('id', '=', Number(row.nodemap_id))
      .where('devicetype_id', '=', Number(device.devicetype_id))
      .executeTakeFirst()
    if (!node) problems.nodemap_id = { key: 'error.telemetry.node' }
    if (row.factor === 0) problems.factor = { key: 'error.quality.factor' }
    if (Number(row.calibrated_at) > Date.now()) problems.calibrated_at = { key: 'error.quality.future' }
    if (row.ended_at != null && Number(row.ended_at) < Number(row.calibrated_at))
      problems.ended_at = { key: 'error.history.range' }
    if (Object.keys(problems).length > 0) throw invalid(problems)
  },
  async afterSave({ row, old, platform }, trx) {
    const since = Math.min(Number(row.calibrated_at), Number(old?.calibrated_at ?? Infinity))
    await markHoursFrom(trx, platform.storage, row, since)
  },
  async beforeDelete({ row, platform }, trx) {
    await markHoursFrom(trx, platform.storage, row, Number(row.calibrated_at))
  },
}

/**
 * Marks a node's hours from a moment on as dirty: rollups are computed anew, and with them the means that environmental
 * law defines.
 */
async function markHoursFrom(trx: Trx, storage: Storage, { device_id, nodemap_id }: Row, since: number): Promise<void> {
  // Takes the same lock as samples do: an hour marked here is either seen by the running rollup, or marked after it.
  await storage.lockHours(trx, 'marking')
  await storage.holdHistory(trx, [
    { ...rolledWanted(Number(device_id), hourStart(since), Infinity), nodemaps: [Number(nodemap_id)] },
  ])
  await sql`
    insert into dirtyhour (device_id, hour)
    select device_id, hour from rollup where device_id = ${device_id} and nodemap_id = ${nodemap_id} and hour >= ${hourStart(since)}
    on conflict do nothing`.execute(trx)
}
