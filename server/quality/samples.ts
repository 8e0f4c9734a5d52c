import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../storage/types.ts'

/**
 * How the history of some devices has to be read: whether some of it is not trusted, and whether some was calibrated or corrected. Each costs a
 * look-up a row, so only where there is any.
 */
export interface Reading {
  doubts: boolean
  adjusted: boolean
}

/** All of the history, as it is stored. */
export const PLAIN: Reading = { doubts: false, adjusted: false }

/**
 * The history to stand after FROM, under its own name: without what is suspect or failed where some of it is, and with what was calibrated or
 * corrected in the place of what came.
 */
export function historyFor({ doubts, adjusted }: Reading): RawBuilder<unknown> {
  if (!doubts && !adjusted) return sql`history`
  const value = adjusted ? sql`${readValue()} as value` : sql`value`
  return sql`(select device_id, nodemap_id, ts, ${value} from history ${doubts ? sql`where ${isTrusted()}` : sql``}) as history`
}

/**
 * The value of a row of the history as it is read: by the newest calibration of its moment and, of that, as people corrected it; else as it came. Of
 * corrections the last word of the highest step counts.
 */
export const readValue = (): RawBuilder<number> => sql`coalesce((
  select coalesce(qualityreview.value, (${calibratedValue()} - qualityreview.zero) * qualityreview.factor) from qualityreview
  where ${isCorrection()} and qualityreview.device_id = history.device_id and qualityreview.nodemap_id = history.nodemap_id
    and qualityreview.since <= history.ts and qualityreview.until >= history.ts
  order by qualityreview.step desc, qualityreview.id desc limit 1), ${calibratedValue()})`

/** By the newest calibration of its moment, where that has not ended. */
const calibratedValue = (): RawBuilder<number> => sql`coalesce((
  select case when calibration.ended_at <= history.ts then null else (history.value - calibration.zero) * calibration.factor end from calibration
  where calibration.device_id = history.device_id and calibration.nodemap_id = history.nodemap_id and calibration.calibrated_at <= history.ts
  order by calibration.calibrated_at desc, calibration.id desc limit 1), history.value)`

/** Whether a review is a correction that stands. */
export const isCorrection = (): RawBuilder<boolean> =>
  sql`(qualityreview.factor is not null or qualityreview.value is not null) and qualityreview.revoked_at is null`

/** Whether a row of the history is neither suspect nor failed. */
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

/** How the history of a device's nodes in a span has to be read. */
export const readingOf = async (read: Kysely<Tables>, asked: Asked): Promise<Reading> =>
  (await readingsOf(read, [asked], asked)).get(asked.device) ?? PLAIN

/** The same of some devices at once; those that are read plainly have no entry. */
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

/** Whether anything of the history of some devices is read otherwise than it came. */
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
