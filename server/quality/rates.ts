import { sql, type Kysely } from 'kysely'
import { addDays, monthOf, zoneOf } from '../../resources/kit/zone.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import type { EngineName } from '../storage/columns.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import type { Tables } from '../storage/types.ts'
import { testsValues } from './checks.ts'
import { countValues } from './days.ts'
import { expectedOf } from './expected.ts'
import { gapsIn, tellsGaps } from './gaps.ts'
import { joinInOrder, integerRows } from './integerRows.ts'

/**
 * How much of what a node should have sent in a month arrived, arrived in time, and is valid. `expected` and the rates
 * are null where the number of values cannot be known, for example because only changes are stored.
 */
export interface Rates {
  deviceid: number
  nodemapid: number
  /** Names of the device and the node. */
  device: string
  node: string
  /** YYYY-MM in the platform's time zone. */
  month: string
  expected: number | null
  received: number
  intime: number
  valid: number
  /** Whether a test of the node's values is on at present. Without one, values without a flag are not evaluated. */
  tested: 0 | 1
  /** Whether the device never sent anything. */
  silent: 0 | 1
  /** Number of expected values that are missing; null where `expected` is. */
  missing: number | null
  /**
   * Number of periods without a value longer than the node allows, and their minutes; null where gaps of the node are
   * not detected.
   */
  gaps: number | null
  gapminutes: number | null
  transmission: number | null
  timeliness: number | null
  validity: number | null
}

interface Piece {
  month: string
  from: number
  until: number
}

/** Devices per query. */
const CHUNK_DEVICES = 200

/**
 * Returns the rates of some devices by month, for the nodes that ever sent a value. For an enabled device that never
 * sent anything, all nodes with expected values are listed, so that the device lowers the rates of its area.
 */
export async function ratesOf(
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  devices: readonly LiveDevice[],
  { from, to }: { from: number; to: number },
): Promise<Rates[]> {
  const { read, engine } = storage
  const rows: Rates[] = []
  const pieces = piecesOf(from, Math.min(to + 1, Date.now()), settings.timeZone)
  for (let at = 0; at < devices.length; at += CHUNK_DEVICES) {
    const some = devices.slice(at, at + CHUNK_DEVICES)
    const since = new Map(
      (
        await read
          .selectFrom('device')
          .select(['id', 'created_at'])
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .execute()
      ).map(({ id, created_at }) => [id, created_at]),
    )
    for (const { month, from, until } of pieces)
      for (const [start, group] of beginsOf(some, since, { from, until })) {
        const gapped = gapsByNode(await gapsIn(read, group, { from: start, until, now: Date.now() }), { start, until })
        const ids = group.map(({ id }) => id)
        const counted = await countValues(storage, ids, { start, until })
        const marked = await marksIn(read, engine, group, { start, until })
        for (const device of group)
          for (const node of device.nodes.values()) {
            const { valid, doubted, late } = counted(device.id, node.id)
            const received = valid + doubted + (marked.get(`${device.id} ${node.id}`) ?? 0)
            const expected = expectedOf(device, until - start)
            const silent = received === 0 && device.lastAt === null
            if (received === 0 && !node.last && !(silent && expected && device.control_state === 0)) continue
            const intime = Math.max(0, received - late)
            const rate = (part: number): number | null =>
              expected ? Math.min(1, Math.round((part / expected) * 1e4) / 1e4) : null
            rows.push({
              deviceid: device.id,
              nodemapid: node.id,
              device: device.name,
              node: node.alias,
              month,
              expected,
              received,
              intime,
              valid,
              tested: testsValues(node.checks) ? 1 : 0,
              silent: silent ? 1 : 0,
              missing: expected === null ? null : Math.max(0, expected - received),
              // A gap begins with a value, so a silent device has none.
              ...(tellsGaps(device, node) && !silent ? (gapped.get(`${device.id} ${node.id}`) ?? NO_GAPS) : UNTOLD),
              transmission: rate(received),
              timeliness: rate(intime),
              validity: rate(valid),
            })
          }
      }
  }
  return rows
}

/**
 * Groups devices by the time from which they count, in whole hours: nothing is expected before a device was registered,
 * and values imported for that time do not count.
 */
function beginsOf(
  devices: readonly LiveDevice[],
  registered: ReadonlyMap<number, number>,
  { from, until }: { from: number; until: number },
): Map<number, LiveDevice[]> {
  const groups = new Map<number, LiveDevice[]>()
  for (const device of devices) {
    const since = Math.ceil((registered.get(device.id) ?? 0) / HOUR) * HOUR
    const begin = Math.min(until, Math.max(from, since))
    groups.set(begin, [...(groups.get(begin) ?? []), device])
  }
  return groups
}

/** Counts the values that their nodes cannot measure, by device and node; nodes without any are missing. */
async function marksIn(
  read: Kysely<Tables>,
  engine: EngineName,
  devices: readonly LiveDevice[],
  { start, until }: { start: number; until: number },
): Promise<Map<string, number>> {
  const nodes = integerRows(
    engine,
    ['device_id', 'nodemap_id'],
    devices.flatMap(({ id, nodes: own }) => [...own.keys()].map((node) => [id, node])),
  )
  const { rows } = await sql<{ device_id: number; nodemap_id: number; count: number }>`
    select historymark.device_id, historymark.nodemap_id, count(*) as count from ${nodes} as asked
    ${joinInOrder(engine, 'historymark', 'historymark', sql`historymark.device_id = asked.device_id and historymark.nodemap_id = asked.nodemap_id and historymark.ts >= ${start} and historymark.ts < ${until}`)}
    group by historymark.device_id, historymark.nodemap_id`.execute(read)
  return new Map(rows.map(({ device_id, nodemap_id, count }) => [`${device_id} ${nodemap_id}`, Number(count)]))
}

const NO_GAPS = { gaps: 0, gapminutes: 0 }
const UNTOLD = { gaps: null, gapminutes: null }

/** Returns how many gaps of each node overlap a span, and for how many minutes of it. */
function gapsByNode(
  gaps: readonly { device_id: number; nodemap_id: number; since: number; until: number | null }[],
  { start, until }: { start: number; until: number },
): Map<string, { gaps: number; gapminutes: number }> {
  const found = new Map<string, { gaps: number; ms: number }>()
  for (const { device_id, nodemap_id, since, until: end } of gaps) {
    const key = `${device_id} ${nodemap_id}`
    const known = found.get(key) ?? { gaps: 0, ms: 0 }
    const ms = Math.min(until, end ?? until) - Math.max(start, since)
    found.set(key, { gaps: known.gaps + 1, ms: known.ms + ms })
  }
  return new Map(
    [...found].map(([key, { gaps: count, ms }]) => [key, { gaps: count, gapminutes: Math.round(ms / 60_000) }]),
  )
}

/** Splits a span by month, in whole hours: an hour belongs to the month in which it begins. */
function piecesOf(from: number, until: number, timeZone: string): Piece[] {
  const zone = zoneOf(timeZone)
  const pieces: Piece[] = []
  for (let at = from; at < until; ) {
    const { last } = monthOf(zone.day(at))
    const next = zone.startOf(addDays(last, 1))
    pieces.push({ month: last.slice(0, 7), from: at, until: Math.min(next, until) })
    at = next
  }
  return pieces
}

/**
 * Sums the rates of all these nodes, one row a month. Nodes of which nothing is expected are left out. A node counts
 * for as many values as were expected of it at most, so that surplus values of one node do not make up for missing ones
 * of another. `untested` is the part of `expected` from nodes that no test covers at present.
 */
export function summed(rows: readonly Rates[]): object[] {
  const months = new Map<
    string,
    { expected: number; received: number; intime: number; valid: number; untested: number }
  >()
  for (const { month, expected, received, intime, valid, tested } of rows) {
    if (expected === null) continue
    const sum = months.get(month) ?? { expected: 0, received: 0, intime: 0, valid: 0, untested: 0 }
    months.set(month, {
      expected: sum.expected + expected,
      received: sum.received + Math.min(expected, received),
      intime: sum.intime + Math.min(expected, intime),
      valid: sum.valid + Math.min(expected, valid),
      untested: sum.untested + (tested === 1 ? 0 : expected),
    })
  }
  const rate = (part: number, all: number): number | null => (all > 0 ? Math.round((part / all) * 1e4) / 1e4 : null)
  return [...months].map(([month, sum]) => ({
    deviceid: null,
    nodemapid: null,
    month,
    ...sum,
    transmission: rate(sum.received, sum.expected),
    timeliness: rate(sum.intime, sum.expected),
    validity: rate(sum.valid, sum.expected),
  }))
}
