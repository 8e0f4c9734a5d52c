import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../storage/types.ts'

/**
 * How the history of some devices must be read: whether some values are doubted, and whether some are calibrated or
 * corrected. Each costs a look-up per row, so it is done only where needed.
 */
export interface Reading {
  doubts: boolean
  adjusted: boolean
}

/** The whole history, as stored. */
export const PLAIN: Reading = { doubts: false, adjusted: false }

/**
 * Returns the history as a source for FROM, under its own name: without suspect or failed values, and with calibrated
 * or corrected values, as the reading requires.
 */
export function historyFor({ doubts, adjusted }: Reading): RawBuilder<unknown> {
  if (!doubts && !adjusted) return sql`history`
  const value = adjusted ? sql`${readValue()} as value` : sql`value`
  return sql`(select device_id, nodemap_id, ts, ${value} from history ${doubts ? sql`where ${isTrusted()}` : sql``}) as history`
}

/**
 * Returns the value of a history row as it is read: with the newest calibration of its moment applied, then the
 * correction of users, if any. Of several corrections the last one of the highest step counts.
 */
export const readValue = (): RawBuilder<number> => sql`coalesce((
  select coalesce(qualityreview.value, (${calibratedValue()} - qualityreview.zero) * qualityreview.factor) from qualityreview
  where ${isCorrection()} and qualityreview.device_id = history.device_id and qualityreview.nodemap_id = history.nodemap_id
    and qualityreview.since <= history.ts and qualityreview.until >= history.ts
  order by qualityreview.step desc, qualityreview.id desc limit 1), ${calibratedValue()})`

/** Applies the newest calibration of the row's moment, unless it has ended. */
const calibratedValue = (): RawBuilder<number> => sql`coalesce((
  select case when calibration.ended_at <= history.ts then null else (history.value - calibration.zero) * calibration.factor end from calibration
  where calibration.device_id = history.device_id and calibration.nodemap_id = history.nodemap_id and calibration.calibrated_at <= history.ts
  order by calibration.calibrated_at desc, calibration.id desc limit 1), history.value)`

/** Returns whether a review is a correction that is not revoked. */
export const isCorrection = (): RawBuilder<boolean> =>
  sql`(qualityreview.factor is not null or qualityreview.value is not null) and qualityreview.revoked_at is null`

/** Returns whether a history row is neither suspect nor failed. */
export function isTrusted(): RawBuilder<boolean> {
  return sql`not exists (select 1 from historyflag where historyflag.device_id = history.device_id and historyflag.nodemap_id = history.nodemap_id
    and historyflag.ts = history.ts and historyflag.flag > 2)`
}

interface Asked {
  device: number
  nodemaps: readonly number[]
  start: number
  end: number
}

/** Returns how the history of a device's nodes in a span must be read. */
export const readingOf = async (read: Kysely<Tables>, asked: Asked): Promise<Reading> =>
  (await readingsOf(read, [asked], asked)).get(asked.device) ?? PLAIN

/** Returns the same for several devices. Devices that are read plainly have no entry. */
export async function readingsOf(
  read: Kysely<Tables>,
  devices: readonly Pick<Asked, 'device' | 'nodemaps'>[],
  { start, end }: Pick<Asked, 'start' | 'end'>,
): Promise<Map<number, Reading>> {
  const series = devices.flatMap(({ device, nodemaps }) =>
    nodemaps.map((node) => sql`(cast(${device} as bigint), cast(${node} as bigint))`),
  )
  if (series.length === 0) return new Map()
  const { rows } = await sql<{ device_id: number; doubts: number; adjusted: number }>`
    with asked (device_id, nodemap_id) as (values ${sql.join(series)}), found as (
      select device_id,
        case when exists (select 1 from historyflag where historyflag.device_id = asked.device_id and historyflag.nodemap_id = asked.nodemap_id
          and historyflag.ts >= ${start} and historyflag.ts <= ${end} and historyflag.flag > 2) then 1 else 0 end as doubts,
        case when exists (select 1 from qualityreview where ${isCorrection()} and qualityreview.device_id = asked.device_id
          and qualityreview.nodemap_id = asked.nodemap_id and qualityreview.since <= ${end} and qualityreview.until >= ${start})
          or exists (select 1 from calibration where calibration.device_id = asked.device_id and calibration.nodemap_id = asked.nodemap_id
          and calibration.calibrated_at <= ${end}) then 1 else 0 end as adjusted
      from asked
    )
    select device_id, max(doubts) as doubts, max(adjusted) as adjusted from found group by device_id having max(doubts) + max(adjusted) > 0`.execute(
    read,
  )
  return new Map(
    rows.map(({ device_id, doubts, adjusted }) => [
      Number(device_id),
      { doubts: Number(doubts) > 0, adjusted: Number(adjusted) > 0 },
    ]),
  )
}

/** Returns whether any value of some devices' history is calibrated or corrected. */
export async function isAdjusted(read: Kysely<Tables>, devices: readonly number[]): Promise<boolean> {
  if (devices.length === 0) return false
  const list = sql.join(devices.map((id) => sql`cast(${id} as bigint)`))
  const { rows } = await sql<{ any: number | boolean }>`
    select exists (select 1 from calibration where calibration.device_id in (${list}))
      or exists (select 1 from qualityreview where ${isCorrection()} and qualityreview.device_id in (${list})) as "any"`.execute(
    read,
  )
  return Boolean(rows[0]?.any)
}
