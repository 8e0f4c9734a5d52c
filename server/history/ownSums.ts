import { sql, type RawBuilder } from 'kysely'
import type { Turn } from '../../resources/kit/reading.ts'
import { historyFor, type Reading } from '../quality/samples.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Storage } from '../storage/types.ts'
import type { Span } from './query.ts'
import { stretchesOf } from './stretches.ts'
import { asInteger } from './asInteger.ts'

/** A node whose mean is not the mean of its numbers. */
export interface OwnNode {
  nodemap: number
  /** Converts stored values to degrees or dB. */
  turn: Turn
  /** The node map of the speed that weights it, where one does. */
  speed?: number | null
}

/** How the means of one kind of node are computed: from sums, which rollups hold in columns of their own. */
export interface OwnSums {
  /**
   * Terms of each sample, by name, computed from `shown` (degrees or dB), `ts`, `device_id` and `speed_id` of `sample`,
   * and from `history` as it is read.
   */
  terms(history: RawBuilder<unknown>): Columns
  /** Columns of a rollup, by name: aggregates of the terms. */
  sums: Columns
  /** The column that is null where a rollup lacks the sums. */
  known: string
  /** The mean of several pieces, from their sums and `count`, in degrees or dB; null where there is no mean. */
  mean: RawBuilder<unknown>
  /** `sine` and `cosine`, from which means of several hours are made; null for kinds other than directions. */
  vector: RawBuilder<unknown>
}

type Columns = Readonly<Record<string, RawBuilder<unknown>>>

/** How the history is read, and for which engine the SQL is written. */
export interface Read {
  engine: Storage['engine']
  reading: Reading
}

/** What a mean covers: the whole span, or each of its hours. */
export type Per = 'span' | 'hour'

const MEAN_KEYS: Readonly<Record<Per, RawBuilder<unknown>>> = { span: sql`nodemap_id`, hour: sql`nodemap_id, hour` }

/**
 * Builds the query of the means of a span, in the scale of stored values, with their vectors: `nodemap_id`, `hour`
 * where they are hour by hour, `mean`, `sine`, `cosine`. They are made from sums over pieces of an hour at most: from
 * rollups that are up to date and hold the sums, otherwise from samples.
 */
export function meansBySums(
  kind: OwnSums,
  nodes: readonly OwnNode[],
  { device, start, end }: Omit<Span, 'nodemaps'>,
  read: Read,
  per: Per,
): RawBuilder<unknown> {
  const { from, until, stretches } = stretchesOf({ device, start, end })
  const rolled = sql`rollup.device_id = ${asInteger(device)} and rollup.nodemap_id in (select nodemap_id from node)
    and rollup.hour >= ${asInteger(from)} and rollup.hour < ${asInteger(until)}
    and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)`
  const piece = sql`${asInteger(device)} as device_id, node.nodemap_id, speed_id, scale, shift`
  const known = sql.ref(`rollup.${kind.known}`)
  return sql`
    with node (nodemap_id, speed_id, scale, shift) as (values ${sql.join(nodes.map((one) => sql`(${columnsOf(one)})`))}),
    stretch (starts, ends) as (${stretches}),
    piece as (
      select ${piece}, starts, ends from node cross join stretch
      union all
      select ${piece}, rollup.hour, rollup.hour + ${sql.lit(HOUR)} from rollup join node on node.nodemap_id = rollup.nodemap_id
      where ${rolled} and ${known} is null
    ),
    part as materialized (
      select nodemap_id, hour, count, ${each(kind.sums, (name) => name)} from rollup where ${rolled} and ${known} is not null
      union all
      select nodemap_id, starts - starts % ${sql.lit(HOUR)}, count, ${each(kind.sums, (name) => name)} from (${sumsOf(kind, read)}) as sums
    ),
    total as (
      select ${MEAN_KEYS[per]}, sum(count) as count, ${each(kind.sums, (name) => sql`sum(${name}) as ${name}`)} from part group by ${MEAN_KEYS[per]}
    )
    select ${MEAN_KEYS[per]}, (${kind.mean} - shift) / scale as mean, ${kind.vector} from total join node using (nodemap_id)`
}

/** Writes the sums into the rollups of some hours (`device_id`, `hour`) that were just made from the same samples. */
export const rollSums = (
  kind: OwnSums,
  nodes: readonly (OwnNode & { devicetype: number })[],
  hours: RawBuilder<unknown>,
  read: Read,
): RawBuilder<unknown> => sql`
  with dirty (device_id, hour) as (values ${hours}),
    node (devicetype_id, nodemap_id, speed_id, scale, shift) as (values ${sql.join(
      nodes.map((one) => sql`(${asInteger(one.devicetype)}, ${columnsOf(one)})`),
    )}),
    piece as (
      select dirty.device_id, node.nodemap_id, speed_id, scale, shift, dirty.hour as starts, dirty.hour + ${sql.lit(HOUR)} as ends
      from dirty join device on device.id = dirty.device_id join node on node.devicetype_id = device.devicetype_id
    ), sums as (${sumsOf(kind, read)})
  update rollup set ${each(kind.sums, (name) => sql`${name} = sums.${name}`)}
  from sums where rollup.device_id = sums.device_id and rollup.nodemap_id = sums.nodemap_id and rollup.hour = sums.starts and rollup.count = sums.count`

/**
 * Selects `count` and the sums of the samples of each row of `piece` (device, node, node of the speed, conversion of
 * values, start and end).
 */
function sumsOf({ terms, sums }: OwnSums, { engine, reading }: Read): RawBuilder<unknown> {
  const history = historyFor(reading)
  const where = sql`history.device_id = piece.device_id and history.nodemap_id = piece.nodemap_id and history.ts >= piece.starts and history.ts < piece.ends`
  // Scans the history's key piece by piece, whatever statistics the planner has (aggregate.ts says why).
  const walk =
    engine === 'sqlite'
      ? sql`cross join ${history} on ${where}`
      : sql`cross join lateral (select * from ${history} where ${where}) as history`
  const as = (name: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`${column} as ${name}`
  // The limit, which no series reaches, keeps the terms a query of their own. Otherwise each sum that names a term would
  // compute it anew: for directions three look-ups of the speed per sample.
  return sql`
    select device_id, nodemap_id, starts, count(*) as count, ${each(sums, as)}
    from (
      select device_id, nodemap_id, starts, ${each(terms(history), as)}
      from (
        select piece.device_id, piece.nodemap_id, piece.speed_id, piece.starts, history.ts, piece.shift + piece.scale * history.value as shown from piece ${walk}
      ) as sample limit ${sql.lit(Number.MAX_SAFE_INTEGER)}
    ) as term group by device_id, nodemap_id, starts`
}

/** Lists columns, each written by `text`. */
const each = (
  columns: Columns,
  text: (name: RawBuilder<unknown>, column: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql.join(Object.entries(columns).map(([name, column]) => text(sql.ref(name), column)))

const columnsOf = ({ nodemap, speed = null, turn }: OwnNode): RawBuilder<unknown> =>
  sql`${asInteger(nodemap)}, ${speed === null ? sql`cast(null as bigint)` : asInteger(speed)}, ${real(turn.scale)}, ${real(turn.offset)}`

const real = (value: number): RawBuilder<number> => sql`cast(${value} as double precision)`
