import type { Selectable } from 'kysely'
import { resultantDirection, type Turn } from '../../resources/kit/reading.ts'
import { loadOwnMeans } from '../history/ownMeans.ts'
import type { OwnNode } from '../history/ownSums.ts'
import { rolledWanted } from '../storage/homes/types.ts'
import type { Tables } from '../storage/types.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { badRequest, invalid } from '../errors.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { loadFactors } from './stations.ts'

const KINDS: ReadonlySet<string> = new Set(['2013', '2031', '2051', '2061'])
const MAX_DAYS = 366
const MAX_ROWS = 20_000
/** Relative difference, as a part of the larger value, from which two averages of an hour count as different. */
const MAX_RELATIVE_DIFFERENCE = 0.05

/**
 * Returns what a station reported for spans of time: rows `{t, factor, min, avg, max, cou, flag, nodemapid, own,
 * differs}`, oldest first. `t` is the beginning of the span; `own` is the platform's average of the same hour (2061
 * only, null where it has none), `differs` is 1 where the two are more than 5 % apart. Query: `cn` 2051, 2061, 2031 or
 * 2013, `from` and `to` epoch ms, optional `factor`.
 *
 * @throws ApiError 400 for anything else
 */
export async function readReported(
  { storage }: Platform,
  device: LiveDevice,
  { cn, from, to, factor }: Record<string, unknown>,
): Promise<object[]> {
  if (typeof cn !== 'string' || !KINDS.has(cn)) throw invalid({ cn: { key: 'error.rule.choice' } })
  const [start, end] = spanOf(from, to)
  let query = storage.read
    .selectFrom('hj212reported')
    .select(['ts as t', 'factor', 'min', 'avg', 'max', 'cou', 'flag'])
    .where('device_id', '=', device.id)
    .where('cn', '=', Number(cn))
    .where('ts', '>=', start)
    .where('ts', '<=', end)
  if (typeof factor === 'string' && factor !== '') query = query.where('factor', '=', factor)
  const rows = await query.orderBy('ts').orderBy('factor').limit(MAX_ROWS).execute()
  const nodes = (await loadFactors(storage)).get(device.devicetype_id)
  const { directions, sounds } = await loadOwnMeans(storage.read)
  const turns = turnsOf(directions)
  const span = { start, end, turns, sounds: turnsOf(sounds) }
  const own = cn === '2061' ? await hours(storage, device.id, span) : new Map<string, number>()
  return rows.map((row) => {
    const nodemapid = nodes?.get(row.factor)?.nodemap ?? null
    const ours = nodemapid === null ? null : (own.get(`${nodemapid} ${row.t}`) ?? null)
    const apart = ours === null || row.avg === null ? 0 : distance(ours, row.avg, turns.get(nodemapid ?? 0))
    return {
      ...row,
      nodemapid,
      own: ours,
      differs:
        ours === null || row.avg === null
          ? null
          : Number(apart > MAX_RELATIVE_DIFFERENCE * Math.max(Math.abs(ours), Math.abs(row.avg))),
    }
  })
}

/**
 * Returns how real-time values were measured where that was not normally (N): `{t, nodemapid, mark}`, oldest first.
 * Query: `from` and `to`, epoch ms.
 *
 * @throws ApiError 400 for an invalid span
 */
export async function readMarks(
  { storage }: Platform,
  device: LiveDevice,
  { from, to }: Record<string, unknown>,
): Promise<object[]> {
  const [start, end] = spanOf(from, to)
  return storage.read
    .selectFrom('hj212mark')
    .select(['ts as t', 'nodemap_id as nodemapid', 'mark'])
    .where('device_id', '=', device.id)
    .where('ts', '>=', start)
    .where('ts', '<=', end)
    .orderBy('ts')
    .orderBy('nodemap_id')
    .limit(MAX_ROWS)
    .execute()
}

/**
 * Returns the span of a query, epoch ms.
 *
 * @throws ApiError 400 where the span is invalid or too long
 */
function spanOf(from: unknown, to: unknown): [start: number, end: number] {
  const [start, end] = [from, to].map((time) =>
    typeof time === 'string' && /^\d{1,15}$/.test(time) ? Number(time) : null,
  )
  if (typeof start !== 'number' || typeof end !== 'number' || start > end) throw badRequest()
  if (end - start > MAX_DAYS * DAY) throw invalid({ to: { key: 'error.rule.max', args: { max: MAX_DAYS } } })
  return [start, end]
}

/**
 * Returns the platform's averages of the hours, by node map and hour: of directions the vector mean, of sound levels
 * the energy mean. Hours whose sums have not been computed yet are missing.
 */
async function hours(
  { readHistory }: Platform['storage'],
  device: number,
  {
    start,
    end,
    turns,
    sounds,
  }: { start: number; end: number; turns: ReadonlyMap<number, Turn>; sounds: ReadonlyMap<number, Turn> },
): Promise<Map<string, number>> {
  const rows = await readHistory([rolledWanted(device, start, end + 1)], ({ read }) =>
    read
      .selectFrom('rollup')
      .select(['nodemap_id', 'hour', 'sum', 'count', 'sine', 'cosine', 'speed_sine', 'speed_cosine', 'speeds'])
      .select('energy')
      .where('device_id', '=', device)
      .where('hour', '>=', start)
      .where('hour', '<=', end)
      .execute(),
  )
  return new Map(
    rows.flatMap((row) => {
      const [turn, sound] = [turns.get(row.nodemap_id), sounds.get(row.nodemap_id)]
      const plain = row.count > 0 ? row.sum / row.count : null
      const mean = turn ? directionOf(row, turn) : sound ? levelOf(row, sound) : plain
      return mean === null ? [] : [[`${row.nodemap_id} ${row.hour}`, mean] as const]
    }),
  )
}

type Sums = Pick<Selectable<Tables['rollup']>, 'count' | 'sine' | 'cosine' | 'speed_sine' | 'speed_cosine' | 'speeds'>

function directionOf({ count, sine, cosine, ...weighted }: Sums, { scale, offset }: Turn): number | null {
  const speeds = weighted.speeds ?? 0
  const degrees =
    speeds > 0
      ? resultantDirection(weighted.speed_sine ?? 0, weighted.speed_cosine ?? 0, speeds)
      : resultantDirection(sine ?? 0, cosine ?? 0, count)
  return degrees === null ? null : (degrees - offset) / scale
}

function levelOf(
  { count, energy }: Pick<Selectable<Tables['rollup']>, 'count' | 'energy'>,
  { scale, offset }: Turn,
): number | null {
  return energy === null || count <= 0 ? null : (10 * Math.log10(energy / count) - offset) / scale
}

const turnsOf = (nodes: readonly OwnNode[]): Map<number, Turn> =>
  new Map(nodes.map(({ nodemap, turn }) => [nodemap, turn]))

/** Returns the distance of two values; of directions the shorter way round the circle. */
function distance(one: number, other: number, turn: Turn | undefined): number {
  const apart = Math.abs(one - other)
  if (!turn) return apart
  const round = 360 / Math.abs(turn.scale)
  return Math.min(apart % round, round - (apart % round))
}
