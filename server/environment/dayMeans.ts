import { sql, type RawBuilder, type Transaction } from 'kysely'
import { createYielder } from '../pace.ts'
import type { Storage, Tables } from '../storage/types.ts'

/**
 * A pollutant on a day, in the platform's unit: the value the day was judged by, if it equals the daily mean; else a
 * pair of both. Each is null where it is not valid.
 */
export type DayValue = number | null | readonly [judged: number | null, mean: number | null]
export type DayValues = Readonly<Record<string, DayValue>>

export const judgedValueOf = (value: DayValue): number | null =>
  (Array.isArray(value) ? value[0] : value) as number | null
export const dayMeanOf = (value: DayValue): number | null => (Array.isArray(value) ? value[1] : value) as number | null

/** Stations whose days are read in one query. A year of them delays other queries no longer than a long list does. */
export const CHUNK_STATIONS = 200

/** Returns ids for `in (…)`. */
export const idList = (ids: readonly number[]): RawBuilder<unknown> =>
  sql.join(ids.map((id) => sql`cast(${id} as bigint)`))

interface DayRow {
  device_id: number
  day: string
  values: DayValues
}

/** Stores the values by which days were judged. A day without any valid value has no row. */
export async function putDayValues(trx: Transaction<Tables>, days: readonly DayRow[]): Promise<void> {
  const [kept, gone] = [true, false].map((full) =>
    days.filter(({ values }) => Object.keys(values).length > 0 === full),
  ) as [DayRow[], DayRow[]]
  if (kept.length > 0)
    await trx
      .insertInto('environmentmean')
      .values(kept.map(({ device_id, day, values }) => ({ device_id, day, means: JSON.stringify(values) })))
      .onConflict((conflict) =>
        conflict.columns(['device_id', 'day']).doUpdateSet((eb) => ({ means: eb.ref('excluded.means') })),
      )
      .execute()
  for (const { device_id, day } of gone)
    await trx.deleteFrom('environmentmean').where('device_id', '=', device_id).where('day', '=', day).execute()
}

/**
 * Reads the values by which the days of some stations were judged, both ends included, and passes each day to `take`.
 */
export async function eachDay(
  { read }: Pick<Storage, 'read'>,
  ids: readonly number[],
  { from, to }: { from: string; to: string },
  take: (device: number, day: string, values: DayValues) => void,
): Promise<void> {
  const pace = createYielder()
  for (let at = 0; at < ids.length; at += CHUNK_STATIONS) {
    const { rows } = await sql<{ device_id: number; day: string; means: string }>`
      select device_id, day, means from environmentmean where device_id in (${idList(ids.slice(at, at + CHUNK_STATIONS))}) and day between ${from} and ${to}`.execute(
      read,
    )
    for (const { device_id, day, means } of rows) {
      take(device_id, day, JSON.parse(means) as DayValues)
      if (pace.isDue()) await pace.turn()
    }
  }
}

/**
 * Creates sums of values by pollutant and index of a day. For a year of many stations they take little more memory than
 * the numbers themselves.
 */
export function createSums(length: number) {
  const sums = new Map<string, { sum: Float64Array; count: Uint32Array }>()
  /** Number of stations with values, by day. */
  const told = new Uint32Array(length)
  return {
    add(place: number, values: DayValues, of: (value: DayValue) => number | null): void {
      told[place] = (told[place] ?? 0) + 1
      for (const [key, both] of Object.entries(values)) {
        const value = of(both)
        if (value === null) continue
        let own = sums.get(key)
        if (!own) sums.set(key, (own = { sum: new Float64Array(length), count: new Uint32Array(length) }))
        own.sum[place] = (own.sum[place] ?? 0) + value
        own.count[place] = (own.count[place] ?? 0) + 1
      }
    },
    keys: (): string[] => [...sums.keys()],
    told: (place: number): number => told[place] ?? 0,
    /** Returns the mean over the stations that have a value; null where none has. */
    mean(key: string, place: number): number | null {
      const own = sums.get(key)
      const count = own?.count[place] ?? 0
      return own && count > 0 ? (own.sum[place] ?? 0) / count : null
    },
  }
}
