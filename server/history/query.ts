import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Wanted } from '../storage/homes/types.ts'
import type { Storage } from '../storage/types.ts'
import { historyFor, PLAIN, type Reading } from '../quality/samples.ts'
import { isOneOf, NO_OWN_MEANS, ownMeans, ownMeansWanted, type OwnMeans } from './ownMeans.ts'
import { bucketHours, isLong, rollupSummary, thinRollups } from './rollupRead.ts'
import { asInteger } from './asInteger.ts'

/** The samples of one device in a time span, both ends included; epoch ms. */
export interface Span {
  device: number
  nodemaps: readonly number[]
  start: number
  end: number
}

/** One sample, with the column names of the queries below. */
export interface Point {
  nodemap_id: number
  ts: number
  value: number
}

/** Returns the history that a line through `points` points of a span reads: all samples where `points` is null. */
export const pointsWanted = ({ device, ...span }: Span, points: number | null): Wanted => ({
  device,
  ...span,
  ...(points === null || bucketHours({ device, ...span }, points) === null ? {} : { only: 'unrolled' as const }),
})

/**
 * Returns the history that the summary of a span reads. Means of directions and sound levels come from rollups in short
 * spans too.
 */
export const summaryWanted = (span: Span, means: OwnMeans = NO_OWN_MEANS): Wanted[] => {
  const own = ownMeansWanted(span, means)
  return [
    { ...span, ...(isLong(span) ? { only: 'unrolled' as const } : {}) },
    ...(own.length > 0 ? [{ ...span, only: 'rolled' as const }] : []),
    ...own,
  ]
}

/**
 * Selects all samples of a span, without those that are not trusted where `reading` says so. Nodes are listed one by
 * one, so that the whole key of the history is used.
 */
export const allPoints = (span: Span, reading: Reading): RawBuilder<Point> =>
  sql`select nodemap_id, ts, value from ${historyFor(reading)} where ${within(span)}`

/**
 * Selects about `points` samples per node at most, chosen so that a line through them looks like one through all
 * samples: the first, last, least and greatest of each bucket. The database scans the span twice, and only the chosen
 * samples leave it. Buckets of whole hours come from rollups. Samples that are not trusted are left out.
 */
export function thinPoints(
  engine: Storage['engine'],
  span: Span,
  points: number,
  reading: Reading = PLAIN,
): RawBuilder<Point> {
  const hours = bucketHours(span, points)
  if (hours !== null) return thinRollups(engine, span, hours, reading)
  const buckets = Math.max(1, Math.floor(points / 4))
  const width = Math.ceil((span.end - span.start + 1) / buckets)
  const bucket = sql`((history.ts - ${asInteger(span.start)}) / ${asInteger(width)})`
  return sql`
    with bucket as (
      select nodemap_id, ${bucket} as number, min(ts) as first_at, max(ts) as last_at, min(value) as least, max(value) as greatest
      from ${historyFor(reading)} where ${within(span)} group by 1, 2
    )
    select nodemap_id, first_at as ts, ${valueAt(span, sql`first_at`, reading)} as value from bucket
    union select nodemap_id, last_at, ${valueAt(span, sql`last_at`, reading)} from bucket
    union select nodemap_id, ${timeOf(span, sql`least`, reading)}, least from bucket
    union select nodemap_id, ${timeOf(span, sql`greatest`, reading)}, greatest from bucket`
}

/**
 * Selects minimum, maximum, mean and last value of every node over the trusted samples of the span. The mean of a
 * direction is that of its vectors, the mean of a sound level that of its energies.
 */
export const summary = (
  engine: Storage['engine'],
  span: Span,
  reading: Reading = PLAIN,
  means: OwnMeans = NO_OWN_MEANS,
): Summary => {
  const plain = isLong(span) ? rollupSummary(engine, span, reading) : rawSummary(span, reading)
  const own = ownMeans(means, span, { engine, reading }, 'span')
  if (!own) return plain
  const node = sql`total.nodemap_id`
  const turns = isOneOf(node, means.directions)
  return sql`
    select total.nodemap_id, case when ${turns} then null else total.min end as min, case when ${turns} then null else total.max end as max,
      case when ${turns} or ${isOneOf(node, means.sounds)} then own.mean else total.avg end as avg, total.last
    from (${plain}) as total left join (${own}) as own on own.nodemap_id = total.nodemap_id`
}

/** A direction has no minimum and no maximum, and no mean where its resultant vanishes. */
export type Summary = RawBuilder<{
  nodemap_id: number
  min: number | null
  max: number | null
  avg: number | null
  last: number
}>

const rawSummary = (span: Span, reading: Reading): Summary => sql`
  select total.nodemap_id, total.min, total.max, total.avg, history.value as last
  from (
    select nodemap_id, min(value) as min, max(value) as max, avg(value) as avg, max(ts) as newest from ${historyFor(reading)} where ${within(span)} group by nodemap_id
  ) as total
  join ${historyFor(reading)} on history.device_id = ${asInteger(span.device)} and history.nodemap_id = total.nodemap_id and history.ts = total.newest`

const valueAt = ({ device }: Span, ts: RawBuilder<unknown>, reading: Reading): RawBuilder<unknown> =>
  sql`(select history.value from ${historyFor(reading)} where history.device_id = ${asInteger(device)} and history.nodemap_id = bucket.nodemap_id and history.ts = bucket.${ts})`

/** The time at which a value was first reached in a bucket; scans the key within the bucket. */
const timeOf = ({ device }: Span, value: RawBuilder<unknown>, reading: Reading): RawBuilder<unknown> => sql`(
  select min(history.ts) from ${historyFor(reading)} where history.device_id = ${asInteger(device)} and history.nodemap_id = bucket.nodemap_id
    and history.ts between bucket.first_at and bucket.last_at and history.value = bucket.${value})`

/** Makes a raw query compilable, as Storage.jsonText takes it. */
export const compilable = (storage: Storage, query: RawBuilder<unknown>): Compilable => ({
  compile: () => query.compile(storage.read),
})

const within = ({ device, nodemaps, start, end }: Span): RawBuilder<unknown> => sql`
  history.device_id = ${asInteger(device)} and history.nodemap_id in (${nodemaps.length > 0 ? sql.join(nodemaps.map(asInteger)) : sql`null`})
  and history.ts between ${asInteger(start)} and ${asInteger(end)}`
