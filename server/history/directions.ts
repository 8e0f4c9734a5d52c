import { sql, type Kysely, type RawBuilder } from 'kysely'
import { directionsIn, SHORTEST_RESULTANT, type Direction } from '../../resources/kit/reading.ts'
import type { LiveDevice } from '../platform.ts'
import { historyFor, type Reading } from '../quality/samples.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Wanted } from '../storage/homes/types.ts'
import type { Storage, Tables } from '../storage/types.ts'
import type { Span } from './query.ts'
import { stretchesOf } from './stretches.ts'
import { whole } from './whole.ts'

/** How long a speed stands for the directions that come after it, ms. */
const SPEED_TTL_MS = 600_000

/** The nodes of a device that measure directions. */
export const directionsOf = ({ nodes }: Pick<LiveDevice, 'nodes'>): Direction[] =>
  [...nodes.values()].flatMap(({ direction }) => direction ?? [])

/** The same of all product models, by the records. */
export async function loadDirections(read: Kysely<Tables>): Promise<(Direction & { devicetype: number })[]> {
  const rows = await read
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .select(['nodemap.id', 'nodemap.devicetype_id', 'nodemap.key_msg', 'node.node_script', 'node.is_direction'])
    .where(({ eb, or }) => or([eb('node.is_direction', '=', 1), eb('nodemap.key_msg', 'like', '%a0100%')]))
    .orderBy('nodemap.nodeaddr')
    .orderBy('nodemap.id')
    .execute()
  const models = new Set(rows.flatMap(({ devicetype_id }) => devicetype_id ?? []))
  return [...models].flatMap((devicetype) =>
    directionsIn(rows.filter((row) => row.devicetype_id === devicetype)).map((direction) => ({
      ...direction,
      devicetype,
    })),
  )
}

/** What the means of directions in a span read: they, and the speeds that stood. */
export const directionsWanted = (span: Span, directions: readonly Direction[]): Wanted[] =>
  directions.length === 0
    ? []
    : [
        {
          ...span,
          nodemaps: directions.flatMap(({ nodemap, speed }) => (speed === null ? [nodemap] : [nodemap, speed])),
          start: span.start - SPEED_TTL_MS,
        },
      ]

/** The mean directions of a span, as values that are stored: `nodemap_id`, `mean`; null where the resultant vanishes. */
export const directionMeans = (
  engine: Storage['engine'],
  span: Span,
  directions: readonly Direction[],
  reading: Reading,
): RawBuilder<unknown> => sql`
  with ${vectors(engine, span, directions, reading)}, resultant as (
    select nodemap_id, sum(sine) as sine, sum(cosine) as cosine, sum(count) as count, sum(speed_sine) as speed_sine, sum(speed_cosine) as speed_cosine,
      sum(speeds) as speeds
    from vector group by nodemap_id
  )
  select resultant.nodemap_id, ${meanOf()} as mean from resultant join direction on direction.nodemap_id = resultant.nodemap_id`

/**
 * The same hour by hour: `nodemap_id`, `hour`, `mean`, and the sums that make means of several hours: `sine`, `cosine`, weighted by speed where any hour of
 * the node is.
 */
export const directionHours = (
  engine: Storage['engine'],
  span: Span,
  directions: readonly Direction[],
  reading: Reading,
): RawBuilder<unknown> => sql`
  with ${vectors(engine, span, directions, reading)}, resultant as (
    select nodemap_id, hour, sum(sine) as sine, sum(cosine) as cosine, sum(count) as count, sum(speed_sine) as speed_sine, sum(speed_cosine) as speed_cosine,
      sum(speeds) as speeds
    from vector group by nodemap_id, hour
  ), weighted (nodemap_id, speeds) as (select nodemap_id, sum(speeds) from resultant group by nodemap_id)
  select resultant.nodemap_id, resultant.hour, ${meanOf()} as mean,
    case when weighted.speeds > 0 then coalesce(resultant.speed_sine, 0) else resultant.sine end as sine,
    case when weighted.speeds > 0 then coalesce(resultant.speed_cosine, 0) else resultant.cosine end as cosine
  from resultant join direction on direction.nodemap_id = resultant.nodemap_id join weighted on weighted.nodemap_id = resultant.nodemap_id`

/** Writes the sums of directions into the rollups of some hours (`device_id`, `hour`) that were just made of the same samples. */
export const rollDirections = (
  engine: Storage['engine'],
  hours: RawBuilder<unknown>,
  directions: readonly (Direction & { devicetype: number })[],
  reading: Reading,
): RawBuilder<unknown> => sql`
  with dirty (device_id, hour) as (values ${hours}),
    direction (devicetype_id, nodemap_id, speed_id, scale, shift) as (values ${sql.join(
      directions.map((one) => sql`(${whole(one.devicetype)}, ${columnsOf(one)})`),
    )}),
    piece as (
      select dirty.device_id, direction.nodemap_id, speed_id, scale, shift, dirty.hour as starts, dirty.hour + ${sql.lit(HOUR)} as ends
      from dirty join device on device.id = dirty.device_id join direction on direction.devicetype_id = device.devicetype_id
    ), sums as (${sumsOf(engine, reading)})
  update rollup set sine = sums.sine, cosine = sums.cosine, speed_sine = sums.speed_sine, speed_cosine = sums.speed_cosine, speeds = sums.speeds
  from sums where rollup.device_id = sums.device_id and rollup.nodemap_id = sums.nodemap_id and rollup.hour = sums.starts and rollup.count = sums.count`

/**
 * `direction`, and `vector`: sums of sines and cosines of a span in pieces of an hour at most, of unit vectors and of those weighted by speed. From
 * rollups where those are up to date and know them; else of samples.
 */
function vectors(
  engine: Storage['engine'],
  { device, start, end }: Span,
  directions: readonly Direction[],
  reading: Reading,
): RawBuilder<unknown> {
  const { from, until, stretches } = stretchesOf({ device, start, end })
  const rolled = sql`rollup.device_id = ${whole(device)} and rollup.nodemap_id in (select nodemap_id from direction)
    and rollup.hour >= ${whole(from)} and rollup.hour < ${whole(until)}
    and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)`
  const columns = sql`${whole(device)} as device_id, direction.nodemap_id, speed_id, scale, shift`
  return sql`
    direction (nodemap_id, speed_id, scale, shift) as (values ${sql.join(directions.map((one) => sql`(${columnsOf(one)})`))}),
    stretch (starts, ends) as (${stretches}),
    piece as (
      select ${columns}, starts, ends from direction cross join stretch
      union all
      select ${columns}, rollup.hour, rollup.hour + ${sql.lit(HOUR)} from rollup join direction on direction.nodemap_id = rollup.nodemap_id
      where ${rolled} and rollup.sine is null
    ),
    vector as materialized (
      select nodemap_id, hour, sine, cosine, count, speed_sine, speed_cosine, speeds from rollup where ${rolled} and sine is not null
      union all
      select nodemap_id, starts - starts % ${sql.lit(HOUR)}, sine, cosine, count, speed_sine, speed_cosine, speeds from (${sumsOf(engine, reading)}) as sums
    )`
}

/** Sums of the samples of each row of `piece` (device, node, node of the speed, how values are degrees, from when to when). */
function sumsOf(engine: Storage['engine'], reading: Reading): RawBuilder<unknown> {
  const where = sql`history.device_id = piece.device_id and history.nodemap_id = piece.nodemap_id and history.ts >= piece.starts and history.ts < piece.ends`
  // Along the history's key, piece by piece, whatever the planner thinks of the table (aggregated.ts says why).
  const walk =
    engine === 'sqlite'
      ? sql`cross join ${historyFor(reading)} on ${where}`
      : sql`cross join lateral (select * from ${historyFor(reading)} where ${where}) as history`
  return sql`
    select device_id, nodemap_id, starts, count(*) as count, sum(sin(angle)) as sine, sum(cos(angle)) as cosine,
      sum(speed * sin(angle)) as speed_sine, sum(speed * cos(angle)) as speed_cosine, count(speed) as speeds
    from (
      select turned.device_id, turned.nodemap_id, turned.starts, radians(turned.shift + turned.scale * turned.value) as angle, (
        select case when history.value > 0 then history.value else 0 end from ${historyFor(reading)}
        where history.device_id = turned.device_id and history.nodemap_id = turned.speed_id and history.ts <= turned.ts
          and history.ts > turned.ts - ${sql.lit(SPEED_TTL_MS)}
        order by history.ts desc limit 1
      ) as speed
      from (select piece.device_id, piece.nodemap_id, piece.speed_id, piece.scale, piece.shift, piece.starts, history.ts, history.value from piece ${walk}) as turned
    ) as angled group by device_id, nodemap_id, starts`
}

/** The direction of a row of `resultant` by its row of `direction`, as a value that is stored. */
const meanOf = (): RawBuilder<unknown> => sql`case when resultant.speeds > 0
  then ${storedDirection(sql`resultant.speed_sine`, sql`resultant.speed_cosine`, sql`resultant.speeds`)}
  else ${storedDirection(sql`resultant.sine`, sql`resultant.cosine`, sql`resultant.count`)} end`

function storedDirection(
  sine: RawBuilder<unknown>,
  cosine: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const degrees = sql`round(degrees(atan2(${sine}, ${cosine})) * 1e9) / 1e9`
  return sql`case when ${sine} * ${sine} + ${cosine} * ${cosine} > ${sql.lit(SHORTEST_RESULTANT ** 2)} * ${count} * ${count}
    then (case when ${degrees} < 0 then ${degrees} + 360 else ${degrees} end - direction.shift) / direction.scale end`
}

const columnsOf = ({ nodemap, speed, turn }: Direction): RawBuilder<unknown> =>
  sql`${whole(nodemap)}, ${speed === null ? sql`cast(null as bigint)` : whole(speed)}, ${real(turn.scale)}, ${real(turn.offset)}`

const real = (value: number): RawBuilder<number> => sql`cast(${value} as double precision)`
