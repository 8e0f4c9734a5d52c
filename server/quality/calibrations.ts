import { sql, type Kysely } from 'kysely'
import type { LiveNode, LiveSample } from '../platform.ts'
import type { Tables } from '../storage/types.ts'

/** From `since` on (epoch ms), until `until` where that is not null, what is read is (raw - zero) * factor. */
export interface Calibration {
  since: number
  until: number | null
  zero: number
  factor: number
}

/** Of devices and their nodes; of each node the newest first, which counts alone. */
export type Calibrations = ReadonlyMap<number, ReadonlyMap<number, readonly Calibration[]>>

/** The calibrations of all devices: few, so they are kept in memory. */
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

/** What is read of a value that came: by the newest calibration of its moment. */
export function calibrated(list: readonly Calibration[], raw: number, ts: number): number {
  const own = list.find(({ since }) => since <= ts)
  const read = own && (own.until === null || own.until > ts) ? (raw - own.zero) * own.factor : raw
  // No number at all would be no JSON either.
  return Number.isFinite(read) ? read : raw
}

/** Reads samples by their nodes' calibrations, in place; what came stands beside. */
export function readSamples(samples: readonly LiveSample[]): void {
  for (const sample of samples) {
    if (sample.node.calibrations.length === 0) continue
    sample.raw = sample.value
    sample.value = calibrated(sample.node.calibrations, sample.value, sample.ts)
  }
}

/** What came: this is what is stored. */
export const rawOf = ({ raw, value }: Pick<LiveSample, 'raw' | 'value'>): number => raw ?? value

/** The last value that came of a node. */
export const rawLastOf = ({ last }: LiveNode): { value: number; ts: number } | null =>
  last && { value: last.raw ?? last.value, ts: last.ts }

/** A calibration that holds in some of a span, for the marks of a curve. */
export interface CalibrationMark extends Calibration {
  id: number
  nodemapid: number
  name: string
  span: number | null
}

/** The calibrations of a device's nodes that hold in some of a span, oldest first. */
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
