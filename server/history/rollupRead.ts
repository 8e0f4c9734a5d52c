import { sql, type RawBuilder } from 'kysely'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Storage } from '../storage/types.ts'
import { historyFor, PLAIN, type Reading } from '../quality/samples.ts'
import { aggregateHistory } from './aggregate.ts'
import type { Point, Span, Summary } from './query.ts'
import { stretchesOf } from './stretches.ts'
import { asInteger } from './asInteger.ts'

/**
 * Spans longer than this, ms, are read from rollups where these are up to date. For shorter spans reading the samples
 * is fast enough.
 */
const LONG_SPAN_MS = 3 * 24 * HOUR

export const isLong = ({ start, end }: Span): boolean => end - start > LONG_SPAN_MS

/**
 * Returns how many hours each bucket of a reduced line spans, where hourly rollups can draw the line: the smallest
 * number that gives no more buckets than asked for. Null where the span is short or its buckets are finer than an hour.
 */
export function bucketHours(span: Span, points: number): number | null {
  const buckets = Math.max(1, Math.floor(points / 4))
  if (!isLong(span) || span.end - span.start + 1 < buckets * HOUR) return null
  let hours = 1
  while (Math.ceil((span.end + 1 - hourStart(span.start)) / (hours * HOUR)) > buckets) hours++
  return hours
}

/**
 * Selects the first, last, least and greatest sample of each bucket of whole hours: the samples that reading all of
 * them would choose; a value that is reached more than once counts at its first time. What rollups do not hold is
 * looked up for the chosen samples only.
 */
export function thinRollups(engine: Storage['engine'], span: Span, hours: number, reading: Reading): RawBuilder<Point> {
  const bucket = sql`(first_at - ${asInteger(hourStart(span.start))}) / ${asInteger(hours * HOUR)}`
  const place = (order: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`row_number() over (partition by nodemap_id, bucket order by ${order})`
  const { valueAt, firstTimeOf } = lookUps(span, reading)
  return sql`
    with ${units(engine, span, LINE, reading)}, ranked as materialized (
      select placed.*, ${place(sql`first_at`)} as by_first, ${place(sql`last_at desc`)} as by_last, ${place(sql`min, first_at`)} as by_min,
        ${place(sql`max desc, first_at`)} as by_max
      from (select unit.*, ${bucket} as bucket from unit) as placed
    )
    select nodemap_id, first_at as ts, coalesce(first, ${valueAt(sql`first_at`)}) as value from ranked where by_first = 1
    union select nodemap_id, last_at, coalesce(last, ${valueAt(sql`last_at`)}) from ranked where by_last = 1
    union select nodemap_id, coalesce(min_at, ${firstTimeOf(sql`min`)}), min from ranked where by_min = 1
    union select nodemap_id, coalesce(max_at, ${firstTimeOf(sql`max`)}), max from ranked where by_max = 1`
}

/** Selects minimum, maximum, mean and last value of every node over all samples of the span. */
export const rollupSummary = (engine: Storage['engine'], span: Span, reading: Reading): Summary => sql`
  with ${units(engine, span, TOTALS, reading)}, ranked as materialized (select unit.*, row_number() over (partition by nodemap_id order by last_at desc) as place from unit)
  select nodemap_id, min(min) as min, max(max) as max, sum(sum) / sum(count) as avg,
    max(case when place = 1 then coalesce(last, ${lookUps(span, reading).valueAt(sql`last_at`)}) end) as last
  from ranked group by nodemap_id`

/**
 * `unit`: sums, counts and extremes of a span in pieces of an hour at most, each with the time of its first sample
 * (`first_at`).
 */
export const hourUnits = (engine: Storage['engine'], span: Span, reading: Reading): RawBuilder<unknown> =>
  units(engine, span, { ...ENDS, sum: sql`sum(value)`, count: sql`count(*)` }, reading)

/**
 * Columns of a rollup that a reader asks for, each with the aggregate that makes it from samples; null: it is looked up
 * later, only where it is needed.
 */
type Columns = Readonly<Record<string, RawBuilder<unknown> | null>>

const ENDS: Columns = { min: sql`min(value)`, max: sql`max(value)`, first_at: sql`min(ts)`, last_at: sql`max(ts)` }
const LINE: Columns = { ...ENDS, first: null, last: null, min_at: null, max_at: null }
const TOTALS: Columns = { ...ENDS, sum: sql`sum(value)`, count: sql`count(*)`, last: null }

/**
 * `unit`: the rollups of full hours that are up to date, and the samples of all other times, each stretch aggregated
 * like a rollup: the ends of the span that are no full hours, and the dirty hours. It is one statement, so that an hour
 * that is rolled up meanwhile is counted once.
 */
function units(
  engine: Storage['engine'],
  { device, nodemaps, start, end }: Span,
  columns: Columns,
  reading: Reading = PLAIN,
): RawBuilder<unknown> {
  const { from, until, stretches } = stretchesOf({ device, start, end })
  const list = nodemaps.length > 0 ? nodemaps : [-1]
  const made = Object.entries(columns).filter((entry): entry is [string, RawBuilder<unknown>] => entry[1] !== null)
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const samples = aggregateHistory(engine, {
    rows: sql`piece cross join node`,
    keys: [sql`node.id as nodemap_id`],
    columns: Object.fromEntries(made),
    where: sql`history.device_id = ${asInteger(device)} and history.nodemap_id = node.id and history.ts >= piece.starts and history.ts < piece.ends`,
    samples: historyFor(reading),
  })
  return sql`
    node (id) as (values ${sql.join(list.map((id) => sql`(${asInteger(id)})`))}),
    piece (starts, ends) as (${stretches}),
    sampled as materialized (${samples}),
    unit as materialized (
      select nodemap_id, ${names} from rollup
      where device_id = ${asInteger(device)} and nodemap_id in (select id from node) and hour >= ${asInteger(from)} and hour < ${asInteger(until)}
        and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)
      union all
      select nodemap_id, ${sql.join(Object.entries(columns).map(([name, column]) => (column === null ? sql`null` : sql.ref(name))))} from sampled where first_at is not null
    )`
}

/** Looks up, along the history's key, what a unit made from samples leaves null. */
function lookUps(
  { device }: Span,
  reading: Reading,
): Record<'valueAt' | 'firstTimeOf', (column: RawBuilder<unknown>) => RawBuilder<unknown>> {
  const mine = sql`history.device_id = ${asInteger(device)} and history.nodemap_id = ranked.nodemap_id`
  return {
    valueAt: (ts) =>
      sql`(select history.value from ${historyFor(reading)} where ${mine} and history.ts = ranked.${ts})`,
    firstTimeOf: (value) =>
      sql`(select min(history.ts) from ${historyFor(reading)} where ${mine} and history.ts between ranked.first_at and ranked.last_at and history.value = ranked.${value})`,
  }
}
