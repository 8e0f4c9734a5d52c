import { sql, type RawBuilder } from 'kysely'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Point, Span } from './query.ts'

/** Spans longer than this are read from rollups where they are up to date, ms. Shorter ones have their samples read soon enough. */
const LONG = 3 * 24 * HOUR

export const isLong = ({ start, end }: Span): boolean => end - start > LONG

/**
 * The hours a reduced line's buckets are made of, where hourly rollups can draw it: the smallest number with no more buckets than asked.
 * Null where the span is short or its buckets are finer than an hour.
 */
export function bucketHours(span: Span, points: number): number | null {
  const buckets = Math.max(1, Math.floor(points / 4))
  if (!isLong(span) || span.end - span.start + 1 < buckets * HOUR) return null
  let hours = 1
  while (Math.ceil((span.end + 1 - hourStart(span.start)) / (hours * HOUR)) > buckets) hours++
  return hours
}

/**
 * The first, last, least and greatest sample of each bucket of whole hours: the same samples that reading all of them would choose, a
 * value that is reached more than once at its first time.
 */
export function thinRollups(span: Span, hours: number): RawBuilder<Point> {
  const bucket = sql`(first_at - ${whole(hourStart(span.start))}) / ${whole(hours * HOUR)}`
  const place = (order: RawBuilder<unknown>): RawBuilder<unknown> => sql`row_number() over (partition by nodemap_id, bucket order by ${order})`
  return sql`
    with ${units(span)}, ranked as (
      select placed.*, ${place(sql`first_at`)} as by_first, ${place(sql`last_at desc`)} as by_last, ${place(sql`min, min_at`)} as by_min,
        ${place(sql`max desc, max_at`)} as by_max
      from (select unit.*, ${bucket} as bucket from unit) as placed
    )
    select nodemap_id, first_at as ts, first as value from ranked where by_first = 1
    union select nodemap_id, last_at, last from ranked where by_last = 1
    union select nodemap_id, min_at, min from ranked where by_min = 1
    union select nodemap_id, max_at, max from ranked where by_max = 1`
}

/** Least, greatest, mean and last of every node, over all samples of the span. */
export const rollupSummary = (span: Span): RawBuilder<{ nodemap_id: number; min: number; max: number; avg: number; last: number }> => sql`
  with ${units(span)}, placed as (select unit.*, row_number() over (partition by nodemap_id order by last_at desc) as place from unit)
  select nodemap_id, min(min) as min, max(max) as max, sum(sum) / sum(count) as avg, max(case when place = 1 then last end) as last
  from placed group by nodemap_id`

/**
 * `unit`: rollups of the full hours that are up to date, and as rollups of themselves the samples of all other times: the ends of the span
 * that are no full hours, and the dirty hours. One statement, so that an hour that is rolled up meanwhile is seen once.
 */
function units({ device, nodemaps, start, end }: Span): RawBuilder<unknown> {
  const from = Math.ceil(start / HOUR) * HOUR
  const until = Math.max(from, hourStart(end + 1))
  const ends = [
    [start, Math.min(from, end + 1)],
    [Math.min(until, end + 1), end + 1],
  ] as const
  const list = nodemaps.length > 0 ? nodemaps : [-1]
  return sql`
    node (id) as (values ${sql.join(list.map((id) => sql`(${whole(id)})`))}),
    piece (starts, ends) as (
      values ${sql.join(ends.map(([starts, stops]) => sql`(${whole(starts)}, ${whole(stops)})`))}
      union all
      select hour, hour + ${sql.lit(HOUR)} from dirtyhour where device_id = ${whole(device)} and hour >= ${whole(from)} and hour < ${whole(until)}
    ),
    unit (nodemap_id, min, max, sum, count, first, last, first_at, last_at, min_at, max_at) as (
      select nodemap_id, min, max, sum, count, first, last, first_at, last_at, min_at, max_at from rollup
      where device_id = ${whole(device)} and nodemap_id in (select id from node) and hour >= ${whole(from)} and hour < ${whole(until)}
        and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)
      union all
      select history.nodemap_id, value, value, value, 1, value, value, ts, ts, ts, ts
      from piece cross join node cross join history
      where history.device_id = ${whole(device)} and history.nodemap_id = node.id and ts >= piece.starts and ts < piece.ends
    )`
}

/** SQLite's driver sends every number as a float; buckets need whole numbers. */
const whole = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`
