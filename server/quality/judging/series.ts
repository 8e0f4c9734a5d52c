import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { EngineName } from '../../storage/columns.ts'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { Tables } from '../../storage/types.ts'
import { integerRows } from '../integerRows.ts'

/**
 * An hour of a node. `reach`: how far before the hour values are wanted, ms, where more than its neighbours are needed.
 */
export interface SeriesHour {
  device_id: number
  nodemap_id: number
  hour: number
  reach?: number
}

/**
 * The values of an hour, from index `from` to before `until`, with those before and the one after it. Times are epoch
 * ms, oldest first.
 */
export interface Series {
  values: number[]
  times: number[]
  from: number
  until: number
}

export const keyOf = ({ device_id, nodemap_id, hour }: SeriesHour): string => `${device_id} ${nodemap_id} ${hour}`

/**
 * Maximum distance of neighbours, ms: two values before the hour, so that the first of them has a neighbour of its own,
 * and one after.
 */
export const BEFORE = 3 * HOUR
export const AFTER = HOUR

/**
 * Reads the values of some hours with their neighbours, by one scan along the history's key each. Hours without a value
 * have no entry. Values leave the database as arrays in text form: a row per value would cost several times as much.
 */
export async function seriesOf(
  { trx, engine }: { trx: Transaction<Tables>; engine: EngineName },
  wanted: readonly SeriesHour[],
): Promise<Map<string, Series>> {
  const found = new Map<string, Series>()
  if (wanted.length === 0) return found
  const asked = integerRows(
    engine,
    ['n', 'device_id', 'nodemap_id', 'hour', 'reach'],
    wanted.map(({ device_id, nodemap_id, hour, reach }, n) => [n, device_id, nodemap_id, hour, reach ?? 0]),
  )
  const near = sql`near.device_id = asked.device_id and near.nodemap_id = asked.nodemap_id`
  const { rows } = await sql<{ n: number; times: string | null; held: string | null }>`
    with asked as materialized ${asked}, bound as materialized (
      select n, device_id, nodemap_id,
        case when reach > 0 then hour - reach else coalesce((select ts from history as near where ${near}
          and near.ts >= asked.hour - ${sql.lit(BEFORE)} and near.ts < asked.hour order by near.ts desc limit 1 offset 1), hour - ${sql.lit(BEFORE)}) end as since,
        coalesce((select min(ts) from history as near where ${near}
          and near.ts >= asked.hour + ${sql.lit(HOUR)} and near.ts < asked.hour + ${sql.lit(HOUR + AFTER)}), hour + ${sql.lit(HOUR - 1)}) as until
      from asked)
    select bound.n, ${arrays[engine]}`.execute(trx)
  for (const { n, times: timesText, held } of rows) {
    const one = wanted[Number(n)]
    const [times, values] = [numbersOf(timesText), numbersOf(held)]
    if (!one || times.length === 0) continue
    const placeOf = (ts: number): number => {
      const place = times.findIndex((time) => time >= ts)
      return place < 0 ? times.length : place
    }
    found.set(keyOf(one), { values, times, from: placeOf(one.hour), until: placeOf(one.hour + HOUR) })
  }
  return found
}

const numbersOf = (text: string | null): number[] => (text === null ? [] : (JSON.parse(text) as number[]))

const ROWS = sql`from history where history.device_id = bound.device_id and history.nodemap_id = bound.nodemap_id
  and history.ts >= bound.since and history.ts <= bound.until order by history.ts`

/** Selects times and values as text, in the way of each engine. SQLite aggregates in the order in which it reads. */
const arrays: Record<EngineName, RawBuilder<unknown>> = {
  sqlite: sql`(select json_group_array(ts) from (select ts ${ROWS})) as times, (select json_group_array(value) from (select value ${ROWS})) as held from bound`,
  postgres: sql`own.times, own.held from bound cross join lateral (
    select cast(json_agg(ts order by ts) as text) as times, cast(json_agg(value order by ts) as text) as held from (select ts, value ${ROWS}) as history) as own`,
}
