import { sql, type Kysely, type RawBuilder } from 'kysely'
import { turnOf, type Turn } from '../../resources/kit/reading.ts'
import { isSound, SOUND_LEVEL } from '../../resources/pollutants.ts'
import { measuredBy } from '../live/device.ts'
import type { LiveDevice } from '../platform.ts'
import { historyFor, type Reading } from '../quality/samples.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Wanted } from '../storage/homes/types.ts'
import type { Storage, Tables } from '../storage/types.ts'
import type { Span } from './query.ts'
import { stretchesOf } from './stretches.ts'
import { whole } from './whole.ts'

/** A node that measures a sound level, and how its stored values are dB. */
export interface Sound {
  nodemap: number
  turn: Turn
}

/** The nodes of a device that measure sound levels; one that is flagged as a direction too is that alone. */
export const soundsOf = ({ nodes }: Pick<LiveDevice, 'nodes'>): Sound[] =>
  [...nodes.values()].flatMap(({ id, pollutant, node_script, direction }) =>
    isSound(pollutant) && !direction ? [{ nodemap: id, turn: turnOf(node_script) }] : [],
  )

/** The same of all product models, by the records. */
export async function loadSounds(read: Kysely<Tables>): Promise<(Sound & { devicetype: number })[]> {
  const rows = await read
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .select(['nodemap.id', 'nodemap.devicetype_id', 'nodemap.key_msg', 'node.pollutant', 'node.node_script'])
    .where(({ eb, or }) => or([eb('node.pollutant', '=', SOUND_LEVEL), eb('nodemap.key_msg', 'like', '%L%')]))
    .execute()
  return rows.flatMap((row) =>
    row.devicetype_id !== null && isSound(measuredBy(row))
      ? [{ nodemap: row.id, devicetype: row.devicetype_id, turn: turnOf(row.node_script) }]
      : [],
  )
}

/** What the mean levels of a span read. */
export const soundsWanted = (span: Span, sounds: readonly Sound[]): Wanted[] =>
  sounds.length === 0 ? [] : [{ ...span, nodemaps: sounds.map(({ nodemap }) => nodemap) }]

/** The mean levels of a span, those of their energies, as values that are stored: `nodemap_id`, `mean`. */
export const soundMeans = (
  engine: Storage['engine'],
  span: Span,
  sounds: readonly Sound[],
  reading: Reading,
): RawBuilder<unknown> => sql`
  with ${energies(engine, span, sounds, reading)}
  select nodemap_id, ${storedLevel} as mean from energies group by nodemap_id, scale, shift`

/** The same hour by hour: `nodemap_id`, `hour`, `mean`. */
export const soundHours = (
  engine: Storage['engine'],
  span: Span,
  sounds: readonly Sound[],
  reading: Reading,
): RawBuilder<unknown> => sql`
  with ${energies(engine, span, sounds, reading)}
  select nodemap_id, hour, ${storedLevel} as mean from energies group by nodemap_id, hour, scale, shift`

/** Writes the energies of sound levels into the rollups of some hours (`device_id`, `hour`) that were just made of the same samples. */
export const rollSounds = (
  engine: Storage['engine'],
  hours: RawBuilder<unknown>,
  sounds: readonly (Sound & { devicetype: number })[],
  reading: Reading,
): RawBuilder<unknown> => sql`
  with dirty (device_id, hour) as (values ${hours}),
    sound (devicetype_id, nodemap_id, scale, shift) as (values ${sql.join(
      sounds.map((one) => sql`(${whole(one.devicetype)}, ${columnsOf(one)})`),
    )}),
    piece as (
      select dirty.device_id, sound.nodemap_id, scale, shift, dirty.hour as starts, dirty.hour + ${sql.lit(HOUR)} as ends
      from dirty join device on device.id = dirty.device_id join sound on sound.devicetype_id = device.devicetype_id
    ), sums as (${sumsOf(engine, reading)})
  update rollup set energy = sums.energy
  from sums where rollup.device_id = sums.device_id and rollup.nodemap_id = sums.nodemap_id and rollup.hour = sums.starts and rollup.count = sums.count`

/** `energies`: sums of a span in pieces of an hour at most, from rollups where those are up to date and know them; else of samples. */
function energies(
  engine: Storage['engine'],
  span: Span,
  sounds: readonly Sound[],
  reading: Reading,
): RawBuilder<unknown> {
  const { from, until, stretches } = stretchesOf(span)
  const device = whole(span.device)
  const rolled = sql`rollup.device_id = ${device} and rollup.hour >= ${whole(from)} and rollup.hour < ${whole(until)}
    and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)`
  const columns = sql`${device} as device_id, sound.nodemap_id, scale, shift`
  return sql`
    sound (nodemap_id, scale, shift) as (values ${sql.join(sounds.map((one) => sql`(${columnsOf(one)})`))}),
    stretch (starts, ends) as (${stretches}),
    piece as (
      select ${columns}, starts, ends from sound cross join stretch
      union all
      select ${columns}, rollup.hour, rollup.hour + ${sql.lit(HOUR)} from sound join rollup on rollup.nodemap_id = sound.nodemap_id
      where ${rolled} and rollup.energy is null
    ),
    energies as materialized (
      select sound.nodemap_id, hour, energy, count, scale, shift from sound join rollup on rollup.nodemap_id = sound.nodemap_id
      where ${rolled} and energy is not null
      union all
      select nodemap_id, starts - starts % ${sql.lit(HOUR)}, energy, count, scale, shift from (${sumsOf(engine, reading)}) as sums
    )`
}

/** Sums of the samples of each row of `piece` (device, node, how values are dB, from when to when). */
function sumsOf(engine: Storage['engine'], reading: Reading): RawBuilder<unknown> {
  const where = sql`history.device_id = piece.device_id and history.nodemap_id = piece.nodemap_id and history.ts >= piece.starts and history.ts < piece.ends`
  // Along the history's key, piece by piece, whatever the planner thinks of the table (aggregated.ts says why).
  const walk =
    engine === 'sqlite'
      ? sql`cross join ${historyFor(reading)} on ${where}`
      : sql`cross join lateral (select * from ${historyFor(reading)} where ${where}) as history`
  return sql`
    select device_id, nodemap_id, starts, scale, shift, count(*) as count, sum(power(10.0, bels)) as energy
    from (
      select device_id, nodemap_id, starts, scale, shift,
        case when level > ${LOUDEST} then ${LOUDEST} when level < -${LOUDEST} then -${LOUDEST} else level end / 10 as bels
      from (
        select piece.device_id, piece.nodemap_id, piece.starts, scale, shift, shift + scale * history.value as level from piece ${walk}
      ) as heard
    ) as held group by device_id, nodemap_id, starts, scale, shift`
}

/** No level is further from 0 dB, and beyond, PostgreSQL refuses the powers. */
const LOUDEST = sql.lit(1000)

/** The level of some energies of one node, as a value that is stored. */
const storedLevel = sql`(10 * log10(sum(energy) / sum(count)) - shift) / scale`

const columnsOf = ({ nodemap, turn }: Sound): RawBuilder<unknown> =>
  sql`${whole(nodemap)}, ${real(turn.scale)}, ${real(turn.offset)}`

const real = (value: number): RawBuilder<number> => sql`cast(${value} as double precision)`
