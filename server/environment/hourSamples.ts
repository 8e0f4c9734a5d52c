import { sql, type RawBuilder } from 'kysely'
import type { Measure } from '../live/measures.ts'
import { isAdjusted, isTrusted, readValue } from '../quality/samples.ts'
import { GOOD } from '../quality/stationMarks.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Storage } from '../storage/types.ts'
import type { HourSample } from './hours.ts'

/** Returns the key under which the samples of a node in an hour are found. */
export const keyOf = (device: number, hour: number, nodemap: number): string => `${device} ${hour} ${nodemap}`

/**
 * Loads the samples of some hours, without values that are not trusted (server/quality) or that their station marked as
 * other than normal (HJ 212) and that have not been judged since. An hour with only such values has an empty list; an
 * hour without any stored value has no entry.
 */
export async function samplesOf(
  { engine, read, readHistory }: Storage,
  measured: readonly { device: { id: number }; hour: number; model: readonly Measure[] }[],
): Promise<Map<string, HourSample[]>> {
  const wanted = measured.flatMap(({ device, hour, model }) =>
    model.map(
      ({ nodemap }) => sql`(cast(${device.id} as bigint), cast(${nodemap} as bigint), cast(${hour} as bigint))`,
    ),
  )
  const found = new Map<string, HourSample[]>()
  if (wanted.length === 0) return found
  const where = sql`history.device_id = wanted.device_id and history.nodemap_id = wanted.nodemap_id and history.ts >= wanted.hour
    and history.ts < wanted.hour + ${sql.lit(HOUR)}`
  const adjusted = await isAdjusted(read, [...new Set(measured.map(({ device }) => device.id))])
  const value = adjusted ? readValue() : sql.raw('value')
  // Reads along the history's key, hour by hour, regardless of the query planner (aggregate.ts says why).
  const walk: RawBuilder<unknown> =
    engine === 'sqlite'
      ? sql`cross join history on ${where}`
      : sql`cross join lateral (select * from history where ${where}) as history`
  const query = sql<Record<'device_id' | 'nodemap_id' | 'hour' | 'ts', number> & { value: number | null }>`
    with wanted (device_id, nodemap_id, hour) as (values ${sql.join(wanted)})
    select wanted.device_id, wanted.nodemap_id, wanted.hour, history.ts, case when ${isTrusted()} and ${isUnmarked()} then ${value} end as value from wanted ${walk}`
  const { rows } = await readHistory(
    measured.map(({ device, hour, model }) => ({
      device: device.id,
      nodemaps: model.map(({ nodemap }) => nodemap),
      start: hour,
      end: hour + HOUR - 1,
    })),
    (view) => query.execute(view.read),
  )
  for (const { device_id, nodemap_id, hour, ts, value } of rows) {
    const key = keyOf(device_id, hour, nodemap_id)
    const samples = found.get(key) ?? []
    found.set(key, samples)
    if (value !== null) samples.push({ ts, value })
  }
  return found
}

/**
 * Returns whether no station mark counts against a value. For a judged value, its flag already contains the mark or a
 * user's different opinion. But hours from before flags existed, and marks that came after their hour was judged, have
 * no flag.
 */
const isUnmarked = (): RawBuilder<boolean> => {
  const ofSame = (table: 'hj212mark' | 'historyflag') =>
    sql`from ${sql.table(table)} as kept where kept.device_id = history.device_id and kept.nodemap_id = history.nodemap_id and kept.ts = history.ts`
  return sql`not exists (select 1 ${ofSame('hj212mark')} and kept.mark <> ${sql.lit(GOOD)} and not exists (select 1 ${ofSame('historyflag')}))`
}
