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
import { asInteger } from './asInteger.ts'

/**
 * Nodes whose mean is not the mean of their numbers: directions are averaged as vectors, sound levels as energies. A
 * node that is flagged as a direction and measures sound counts as a direction only.
 *
 * @template More what else is known of each node
 */
export interface OwnMeans<More = unknown> {
  directions: readonly (Direction & More)[]
  sounds: readonly (OwnNode & More)[]
}

/** The product model that a node belongs to. */
interface OfModel {
  devicetype: number
}

export const NO_OWN_MEANS: OwnMeans = { directions: [], sounds: [] }

/** Returns the direction and sound nodes among the nodes of a device. */
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

/** Reads the direction and sound nodes of all product models from the records. */
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
        // Parts of the codes of wind and of sound levels.
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

/**
 * Returns the history that the means of a span need: the nodes themselves, and the speeds in force, from SPEED_TTL_MS
 * before the span on.
 */
export function ownMeansWanted(span: Span, { directions, sounds }: OwnMeans): Wanted[] {
  const speeds = directions.flatMap(({ speed }) => speed ?? [])
  const wanted = [
    { nodemaps: [...directions.map(({ nodemap }) => nodemap), ...speeds], start: span.start - SPEED_TTL_MS },
    { nodemaps: sounds.map(({ nodemap }) => nodemap), start: span.start },
  ]
  return wanted.filter(({ nodemaps }) => nodemaps.length > 0).map((one) => ({ ...span, ...one }))
}

/**
 * Builds the query of the means of a span, in the scale of stored values: `nodemap_id`, `mean`, `sine`, `cosine`, and
 * `hour` where they are hour by hour. The mean is null where the resultant of a direction vanishes. Sine and cosine are
 * the sums of a direction from which means of several hours are made; null for sound. Returns null where there is no
 * such node.
 */
export function ownMeans(own: OwnMeans, span: Span, read: Read, per: Per): RawBuilder<unknown> | null {
  const means = kindsOf(own).map(
    ([kind, nodes]) => sql`select * from (${meansBySums(kind, nodes, span, read, per)}) as mean_of_kind`,
  )
  return means.length === 0 ? null : sql.join(means, sql` union all `)
}

/**
 * Writes the sums of these nodes into the rollups of some hours (`device_id`, `hour`) that were just made from the same
 * samples.
 */
export async function rollOwnMeans(
  trx: Kysely<Tables>,
  own: OwnMeans<OfModel>,
  hours: RawBuilder<unknown>,
  read: Read,
): Promise<void> {
  for (const [kind, nodes] of kindsOf(own)) await rollSums(kind, nodes, hours, read).execute(trx)
}

/** Assignments that set all of these sums to null, for a rollup that is made again. */
export const noOwnSums = (): RawBuilder<unknown> =>
  sql.join(
    [DIRECTION_SUMS, SOUND_SUMS].flatMap(({ sums }) => Object.keys(sums).map((name) => sql`${sql.ref(name)} = null`)),
  )

/** Condition that a column holds the id of one of some nodes. */
export const isOneOf = (column: RawBuilder<unknown>, nodes: readonly OwnNode[]): RawBuilder<unknown> =>
  nodes.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(nodes.map(({ nodemap }) => asInteger(nodemap)))})`

/** Returns the kinds of mean for which there are nodes. */
function kindsOf<More>({ directions, sounds }: OwnMeans<More>): [OwnSums, readonly (OwnNode & More)[]][] {
  const kinds: [OwnSums, readonly (OwnNode & More)[]][] = [
    [DIRECTION_SUMS, directions],
    [SOUND_SUMS, sounds],
  ]
  return kinds.filter(([, nodes]) => nodes.length > 0)
}
