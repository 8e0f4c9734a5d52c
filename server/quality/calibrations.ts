import { sql, type Kysely } from 'kysely'
import type { Calibration } from '../calibration.ts'
import type { Tables } from '../storage/types.ts'

/**
 * By device and node. The calibrations of a node are sorted newest first; only the newest one that applies to a moment
 * counts.
 */
export type Calibrations = ReadonlyMap<number, ReadonlyMap<number, readonly Calibration[]>>

/** Loads the calibrations of all devices. They are few, so they are kept in memory. */
export async function loadCalibrations(read: Kysely<Tables>): Promise<Calibrations> {
  const rows = await read
    .selectFrom('calibration')
    .select(['device_id', 'nodemap_id', 'calibrated_at', 'ended_at', 'zero', 'factor'])
    .orderBy('calibrated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<number, Map<number, Calibration[]>>()
  for (const { device_id, nodemap_id, calibrated_at, ended_at, zero, factor } of rows) {
    const own = found.get(device_id) ?? new Map<number, Calibration[]>()
    found.set(device_id, own)
    const list = own.get(nodemap_id) ?? []
    list.push({ since: calibrated_at ?? 0, until: ended_at, zero: zero ?? 0, factor: factor ?? 1 })
    own.set(nodemap_id, list)
  }
  return found
}

/** A calibration that applies in a part of a span, for the marks of a curve. */
export interface CalibrationMark extends Calibration {
  id: number
  nodemapid: number
  name: string
  span: number | null
}

/** Returns the calibrations of a device's nodes that apply in a part of a span, oldest first. */
export async function calibrationsOf(
  read: Kysely<Tables>,
  { device, nodemaps, start, end }: { device: number; nodemaps: readonly number[]; start: number; end: number },
): Promise<CalibrationMark[]> {
  if (nodemaps.length === 0) return []
  const { rows } = await sql<CalibrationMark>`
    select * from (
      select id, nodemap_id as nodemapid, name, calibrated_at as since, zero, factor, span,
        coalesce((select min(coming.calibrated_at) from calibration as coming where coming.device_id = own.device_id
          and coming.nodemap_id = own.nodemap_id and coming.calibrated_at > own.calibrated_at
          and (own.ended_at is null or coming.calibrated_at < own.ended_at)), ended_at) as until
      from calibration as own where device_id = ${device} and nodemap_id in (${sql.join(nodemaps)}) and calibrated_at <= ${end}
    ) as mark where until is null or until >= ${start} order by since, id`.execute(read)
  return rows
}
