import { sql, type Kysely, type RawBuilder } from 'kysely'
import { directionsIn, isDirection, turnOf, type Direction } from '../../resources/kit/reading.ts'
import { isSound, SOUND_LEVEL } from '../../resources/pollutants.ts'
import { measuredBy } from '../live/device.ts'
import type { LiveNode } from '../platform.ts'
import type { Wanted } from '../storage/homes/types.ts'
import type { Tables } from '../storage/types.ts'
import { SPEED_TTL_MS, DIRECTION_SUMS } from './directions.ts'
import { meansBySums, rollSums, type OwnNode, type OwnSums, type Per, type Read } from './ownSums.ts'
import type { Span } from './query.ts'
import { SOUND_SUMS } from './sounds.ts'
import { whole } from './whole.ts'

/**
 * Nodes whose means are not those of their numbers: directions have means of vectors, sound levels of energies. One that is flagged as a direction and
 * measures sound is a direction alone.
 *
 * @template More what else is known of each
 */
export interface OwnMeans<More = unknown> {
  directions: readonly (Direction & More)[]
  sounds: readonly (OwnNode & More)[]
}

/** The product model of a node. */
interface OfModel {
  devicetype: number
}

export const NO_OWN_MEANS: OwnMeans = { directions: [], sounds: [] }

/** Those among some nodes of a device. */
export function ownMeansOf(
  nodes: Iterable<Pick<LiveNode, 'id' | 'pollutant' | 'node_script' | 'direction'>>,
): OwnMeans {
  const all = [...nodes]
  return {
    directions: all.flatMap(({ direction }) => direction ?? []),
    sounds: all.flatMap(({ id, pollutant, node_script, direction }) =>
      isSound(pollutant) && !direction ? { nodemap: id, turn: turnOf(node_script) } : [],
    ),
  }
}

/** Those of all product models, by the records. */
export async function loadOwnMeans(read: Kysely<Tables>): Promise<OwnMeans<OfModel>> {
  const rows = await read
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .select(['nodemap.id', 'nodemap.devicetype_id', 'nodemap.key_msg'])
    .select(['node.pollutant', 'node.node_script', 'node.is_direction'])
    .where(({ eb, or }) =>
      or([
        eb('node.is_direction', '=', 1),
        eb('node.pollutant', '=', SOUND_LEVEL),
        // Codes of the wind, and of sound levels.
        eb('nodemap.key_msg', 'like', '%a0100%'),
        eb('nodemap.key_msg', 'like', '%L%'),
      ]),
    )
    .orderBy('nodemap.nodeaddr')
    .orderBy('nodemap.id')
    .execute()
  const models = [...new Set(rows.flatMap(({ devicetype_id }) => devicetype_id ?? []))].map((devicetype) => {
    const own = rows.filter(({ devicetype_id }) => devicetype_id === devicetype)
    const heard = own.filter((row) => isSound(measuredBy(row)) && !isDirection(row))
    return {
      directions: directionsIn(own).map((direction) => ({ ...direction, devicetype })),
      sounds: heard.map(({ id, node_script }) => ({ nodemap: id, turn: turnOf(node_script), devicetype })),
    }
  })
  return { directions: models.flatMap(({ directions }) => directions), sounds: models.flatMap(({ sounds }) => sounds) }
}

/** What their means in a span read: they, and the speeds that stood. */
export function ownMeansWanted(span: Span, { directions, sounds }: OwnMeans): Wanted[] {
  const speeds = directions.flatMap(({ speed }) => speed ?? [])
  const wanted = [
    { nodemaps: [...directions.map(({ nodemap }) => nodemap), ...speeds], start: span.start - SPEED_TTL_MS },
    { nodemaps: sounds.map(({ nodemap }) => nodemap), start: span.start },
  ]
  return wanted.filter(({ nodemaps }) => nodemaps.length > 0).map((one) => ({ ...span, ...one }))
}

/**
 * Their means in a span, as values that are stored: `nodemap_id`, `mean`, `sine`, `cosine`, and `hour` where they are hour by hour. The mean is null where
 * the resultant of a direction vanishes; sine and cosine are its sums that make means of several hours, null of sound. No query where there is no such node.
 */
export function ownMeans(own: OwnMeans, span: Span, read: Read, per: Per): RawBuilder<unknown> | null {
  const means = kindsOf(own).map(
    ([kind, nodes]) => sql`select * from (${meansBySums(kind, nodes, span, read, per)}) as mean_of_kind`,
  )
  return means.length === 0 ? null : sql.join(means, sql` union all `)
}

/** Writes their sums into the rollups of some hours (`device_id`, `hour`) that were just made of the same samples. */
export async function rollOwnMeans(
  trx: Kysely<Tables>,
  own: OwnMeans<OfModel>,
  hours: RawBuilder<unknown>,
  read: Read,
): Promise<void> {
  for (const [kind, nodes] of kindsOf(own)) await rollSums(kind, nodes, hours, read).execute(trx)
}

/** For a rollup that is made anew: all of their sums are null. */
export const noOwnSums = (): RawBuilder<unknown> =>
  sql.join(
    [DIRECTION_SUMS, SOUND_SUMS].flatMap(({ sums }) => Object.keys(sums).map((name) => sql`${sql.ref(name)} = null`)),
  )

/** Whether a column holds one of some nodes. */
export const isOneOf = (column: RawBuilder<unknown>, nodes: readonly OwnNode[]): RawBuilder<unknown> =>
  nodes.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(nodes.map(({ nodemap }) => whole(nodemap)))})`

/** The kinds that have nodes. */
function kindsOf<More>({ directions, sounds }: OwnMeans<More>): [OwnSums, readonly (OwnNode & More)[]][] {
  const kinds: [OwnSums, readonly (OwnNode & More)[]][] = [
    [DIRECTION_SUMS, directions],
    [SOUND_SUMS, sounds],
  ]
  return kinds.filter(([, nodes]) => nodes.length > 0)
}
