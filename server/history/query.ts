import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Storage } from '../storage/types.ts'
import { ALL, TRUSTED } from '../quality/samples.ts'
import { bucketHours, isLong, rollupSummary, thinRollups } from './rollupRead.ts'

/** The samples of one device in a span of time, both ends included; epoch milliseconds. */
export interface Span {
  device: number
  nodemaps: readonly number[]
  start: number
  end: number
}

/** One sample, as the queries below name it. */
export interface Point {
  nodemap_id: number
  ts: number
  value: number
}

/** All samples of a span. Named node by node, so that the history's key is used to its end. */
export const allPoints = (span: Span): RawBuilder<Point> =>
  sql`select nodemap_id, ts, value from history where ${within(span)}`

/**
 * At most about `points` samples a node, chosen so that a line through them looks as one through all: the first, last, least and
 * greatest of each bucket. Two walks over the span inside the database; only the chosen leave it. Buckets of hours come from rollups.
 */
export function thinPoints(engine: Storage['engine'], span: Span, points: number): RawBuilder<Point> {
  const hours = bucketHours(span, points)
  if (hours !== null) return thinRollups(engine, span, hours)
  const buckets = Math.max(1, Math.floor(points / 4))
  const width = Math.ceil((span.end - span.start + 1) / buckets)
  const bucket = sql`((history.ts - ${whole(span.start)}) / ${whole(width)})`
  return sql`
    with bucket as (
      select nodemap_id, ${bucket} as number, min(ts) as first_at, max(ts) as last_at, min(value) as least, max(value) as greatest
      from history where ${within(span)} group by 1, 2
    )
    select nodemap_id, first_at as ts, ${valueAt(span, sql`first_at`)} as value from bucket
    union select nodemap_id, last_at, ${valueAt(span, sql`last_at`)} from bucket
    union select nodemap_id, ${timeOf(span, sql`least`)}, least from bucket
    union select nodemap_id, ${timeOf(span, sql`greatest`)}, greatest from bucket`
}

/** Least, greatest, mean and last of every node, over all samples of the span; where some are doubted (`doubts`), over the others. */
export const summary = (engine: Storage['engine'], span: Span, doubts = false): ReturnType<typeof rollupSummary> =>
  isLong(span) ? rollupSummary(engine, span, doubts) : rawSummary(span, doubts)

const rawSummary = (span: Span, doubts: boolean): ReturnType<typeof rollupSummary> => sql`
  select total.nodemap_id, total.min, total.max, total.avg, history.value as last
  from (
    select nodemap_id, min(value) as min, max(value) as max, avg(value) as avg, max(ts) as newest from ${doubts ? TRUSTED : ALL} where ${within(span)} group by nodemap_id
  ) as total
  join history on history.device_id = ${whole(span.device)} and history.nodemap_id = total.nodemap_id and history.ts = total.newest`

const valueAt = ({ device }: Span, ts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select history.value from history where history.device_id = ${whole(device)} and history.nodemap_id = bucket.nodemap_id and history.ts = bucket.${ts})`

/** When a value was first reached in a bucket: a walk along the key that ends there. */
const timeOf = ({ device }: Span, value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select min(history.ts) from history where history.device_id = ${whole(device)} and history.nodemap_id = bucket.nodemap_id
    and history.ts between bucket.first_at and bucket.last_at and history.value = bucket.${value})`

/** A raw query in the form Storage.jsonText takes. */
export const compilable = (storage: Storage, query: RawBuilder<unknown>): Compilable => ({
  compile: () => query.compile(storage.read),
})

const within = ({ device, nodemaps, start, end }: Span): RawBuilder<unknown> => sql`
  history.device_id = ${whole(device)} and history.nodemap_id in (${nodemaps.length > 0 ? sql.join(nodemaps.map(whole)) : sql`null`})
  and history.ts between ${whole(start)} and ${whole(end)}`

/** SQLite's driver sends every number as a float; buckets need whole numbers. */
const whole = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`
