import { sql, type Kysely, type Transaction } from 'kysely'
import type { LiveDevice, LiveNode, Platform } from '../platform.ts'
import type { Checks } from '../platform/checks.ts'
import type { EngineName } from '../storage/columns.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Tables } from '../storage/types.ts'
import { integerRows } from './integerRows.ts'
import { FLAG } from './qartod.ts'
import { expectedOf } from './expected.ts'
import { keyOf, type Series, type SeriesHour } from './judging/series.ts'

/** A period without a value that is longer than the node allows, epoch ms. `until` null: it still lasts. */
interface Gap {
  device_id: number
  nodemap_id: number
  since: number
  until: number | null
}

/** A gap as sent to clients. `missing`: how many values the device would have stored meanwhile. */
export interface GapRow {
  deviceid: number
  nodemapid: number
  device: string
  node: string
  from: number
  to: number | null
  missing: number
  flag: typeof FLAG.missing
}

/**
 * Updates the gaps that end with a value of these hours, and the gap that ends with the first value after each hour.
 * Whether there is a gap depends only on two consecutive values, so the order in which values arrive does not matter.
 */
export async function keepGaps(
  { trx, engine }: { trx: Transaction<Tables>; engine: EngineName },
  hours: readonly SeriesHour[],
  { series, nodes }: { series: ReadonlyMap<string, Series>; nodes: ReadonlyMap<number, ReadonlyMap<number, Checks>> },
): Promise<void> {
  const wanted = hours.filter(({ device_id, nodemap_id }) => nodes.get(device_id)?.get(nodemap_id)?.gap != null)
  if (wanted.length === 0) return
  const asked = integerRows(
    engine,
    ['n', 'device_id', 'nodemap_id', 'hour'],
    wanted.map(({ device_id, nodemap_id, hour }, n) => [n, device_id, nodemap_id, hour]),
  )
  const own = sql`history.device_id = asked.device_id and history.nodemap_id = asked.nodemap_id`
  const { rows } = await sql<{ n: number; before: number | null; after: number | null }>`
    with asked as materialized ${asked}
    select n, (select max(ts) from history where ${own} and history.ts < asked.hour) as before,
      (select min(ts) from history where ${own} and history.ts >= asked.hour + ${sql.lit(HOUR)}) as after from asked`.execute(
    trx,
  )
  for (const { n, before, after } of rows) {
    const one = wanted[Number(n)]
    const allowed = one && nodes.get(one.device_id)?.get(one.nodemap_id)?.gap
    if (!one || allowed == null) continue
    const held = series.get(keyOf(one))
    const moments = [before, ...(held?.times.slice(held.from, held.until) ?? []), after].filter((ts) => ts !== null)
    await replaceGaps(trx, one, moments, allowed)
  }
}

/** Replaces the stored gaps between the first and last of the moments. Each moment except the first may end a gap. */
async function replaceGaps(
  trx: Transaction<Tables>,
  { device_id, nodemap_id }: SeriesHour,
  moments: readonly number[],
  allowed: number,
): Promise<void> {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || first === last) return
  const found = moments.flatMap((until, at): Gap[] => {
    const since = moments[at - 1]
    return since !== undefined && until - since > allowed ? [{ device_id, nodemap_id, since, until }] : []
  })
  const kept = await trx
    .selectFrom('qualitygap')
    .select(['until', 'since'])
    .where('device_id', '=', device_id)
    .where('nodemap_id', '=', nodemap_id)
    .where('until', '>', first)
    .where('until', '<=', last)
    .execute()
  const nameOf = ({ since, until }: Pick<Gap, 'since' | 'until'>): string => `${since} ${until}`
  const [now, before] = [new Set(found.map(nameOf)), new Set(kept.map(nameOf))]
  const gone = kept.filter((gap) => !now.has(nameOf(gap)))
  const come = found.filter((gap) => !before.has(nameOf(gap)))
  if (gone.length > 0)
    await trx
      .deleteFrom('qualitygap')
      .where('device_id', '=', device_id)
      .where('nodemap_id', '=', nodemap_id)
      .where(
        'until',
        'in',
        gone.map(({ until }) => until),
      )
      .execute()
  if (come.length > 0)
    await trx
      .insertInto('qualitygap')
      .values(come.map(({ since, until }) => ({ device_id, nodemap_id, since, until: until ?? 0 })))
      .execute()
}

/**
 * Returns whether gaps of a device are detected. A device that saves only changes stores nothing while nothing changes.
 */
export const tellsGaps = (device: LiveDevice, { checks }: LiveNode): boolean =>
  checks?.gap != null && expectedOf(device, HOUR) !== null

/** Returns the gaps of some devices that overlap a span, including those that still last, by device, node and time. */
export async function gapsIn(
  read: Kysely<Tables>,
  devices: readonly LiveDevice[],
  { from, until, now }: { from: number; until: number; now: number },
): Promise<Gap[]> {
  const asked = devices.filter((device) => [...device.nodes.values()].some((node) => tellsGaps(device, node)))
  const told = new Map(asked.map((device) => [device.id, device]))
  const kept =
    asked.length === 0
      ? []
      : await read
          .selectFrom('qualitygap')
          .select(['device_id', 'nodemap_id', 'since', 'until'])
          .where('device_id', 'in', [...told.keys()])
          .where('until', '>', from)
          .where('since', '<', until)
          .orderBy('device_id')
          .orderBy('nodemap_id')
          .orderBy('until')
          .execute()
  const lasting = asked.flatMap((device) =>
    [...device.nodes.values()].flatMap((node): Gap[] => {
      const since = node.last?.ts ?? now
      const lasts = now - since > (node.checks?.gap ?? Infinity) && since < until
      return lasts ? [{ device_id: device.id, nodemap_id: node.id, since, until: null }] : []
    }),
  )
  return [...kept, ...lasting]
    .filter(({ device_id, nodemap_id }) => {
      const device = told.get(device_id)
      const node = device?.nodes.get(nodemap_id)
      return device !== undefined && node !== undefined && tellsGaps(device, node)
    })
    .toSorted((a, b) => a.device_id - b.device_id || a.nodemap_id - b.nodemap_id || a.since - b.since)
}

/** Maximum number of gaps in an answer. */
const MAX_GAPS = 1000

/** Returns the gaps of some devices in a span, as missing values. */
export async function listGaps(
  { storage: { read } }: Pick<Platform, 'storage'>,
  devices: readonly LiveDevice[],
  { from, to }: { from: number; to: number },
): Promise<GapRow[]> {
  const now = Date.now()
  const byId = new Map(devices.map((device) => [device.id, device]))
  const gaps: Gap[] = []
  for (let at = 0; at < devices.length && gaps.length < MAX_GAPS; at += CHUNK_DEVICES)
    gaps.push(...(await gapsIn(read, devices.slice(at, at + CHUNK_DEVICES), { from, until: to + 1, now })))
  return gaps.slice(0, MAX_GAPS).flatMap(({ device_id, nodemap_id, since, until }) => {
    const device = byId.get(device_id)
    if (!device) return []
    return [
      {
        deviceid: device_id,
        nodemapid: nodemap_id,
        device: device.name,
        node: device.nodes.get(nodemap_id)?.alias ?? '',
        from: since,
        to: until,
        // The value before the gap and the one that ended it are not missing.
        missing: Math.max(1, (expectedOf(device, (until ?? now) - since) ?? 0) - (until === null ? 0 : 1)),
        flag: FLAG.missing,
      },
    ]
  })
}

/** Devices per query. */
const CHUNK_DEVICES = 200
