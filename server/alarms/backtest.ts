import { sql } from 'kysely'
import {
  mayBreak,
  mustBreak,
  replay,
  STATE,
  storedFor,
  type AlarmRule,
  type Firing,
  type Replay,
} from '../../resources/kit/rule.ts'
import { createPace } from '../pace.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { isTrusted } from '../quality/samples.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Storage } from '../storage/types.ts'

/** A rule as a form holds it, over devices that somebody may see. `start` and `end` are epoch milliseconds, both included. */
export interface BacktestQuery {
  rule: AlarmRule
  nodemap: number
  devices: readonly number[]
  start: number
  end: number
}

/** Why a device was not looked at: it is not there or not the caller's, it has no such node, nothing is stored of it, too much would have to be read. */
export type Reason = 'unknown' | 'node' | 'no_data' | 'cap'

export interface Backtest {
  start: number
  end: number
  /** How many devices the rule names, and how many of them were looked at. */
  asked: number
  judged: number
  /** Least and greatest value of those; null where there is none. */
  min: number | null
  max: number | null
  /** Those that would have fired, most often first: all times, and the first of them one by one. */
  fired: { id: number; name: string; count: number; episodes: Firing[] }[]
  left_out: { id: number; name: string | null; reason: Reason }[]
}

/** Samples that one answer may cost; whoever needs more is left out. */
const SAMPLES = 500_000
/** Samples of one query: it is over before others wait. */
const AT_ONCE = 5000
/** Episodes of a device that are told one by one. */
const MAX_EPISODES = 50

/** An hour of a node, or what of it lies in the span. Without a rollup its samples have to be read. */
interface Piece {
  from: number
  /** Not included. */
  until: number
  rolled: {
    min: number
    max: number
    first: number
    last: number
    first_at: number
    last_at: number
    count: number
  } | null
}

/**
 * When a rule would have fired over the history, device by device, as the engine would have it. Hourly rollups tell which hours cannot change where a
 * rule stands; samples are read of the others alone. Stops early, with what it has, once `signal` is aborted.
 */
export async function backtest(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  { rule, nodemap, devices, start, end }: BacktestQuery,
  mayTouch: (device: LiveDevice) => boolean,
  signal: AbortSignal,
): Promise<Backtest> {
  const answer: Backtest = {
    start,
    end,
    asked: devices.length,
    judged: 0,
    min: null,
    max: null,
    fired: [],
    left_out: [],
  }
  const budget = { left: SAMPLES }
  for (const id of devices) {
    if (signal.aborted) break
    const device = registry.device(id)
    if (!device || !mayTouch(device)) {
      answer.left_out.push({ id, name: null, reason: 'unknown' })
      continue
    }
    const { name } = device
    const found = device.nodes.has(nodemap)
      ? await walk(storage, { rule, device, nodemap, start, end, budget, signal })
      : 'node'
    if (typeof found === 'string') {
      answer.left_out.push({ id, name, reason: found })
      continue
    }
    answer.judged++
    answer.min = Math.min(answer.min ?? Infinity, found.min)
    answer.max = Math.max(answer.max ?? -Infinity, found.max)
    if (found.firings.length > 0)
      answer.fired.push({ id, name, count: found.firings.length, episodes: found.firings.slice(0, MAX_EPISODES) })
  }
  answer.fired.sort((a, b) => b.count - a.count)
  return answer
}

interface Walk {
  rule: AlarmRule
  device: LiveDevice
  nodemap: number
  start: number
  end: number
  /** Samples that may still be read. */
  budget: { left: number }
  signal: AbortSignal
}

async function walk(
  storage: Storage,
  { rule, device, nodemap, start, end, budget, signal }: Walk,
): Promise<{ firings: Firing[]; min: number; max: number } | Reason> {
  const over = replay(rule, storedFor(device))
  const pace = createPace()
  let [min, max] = [Infinity, -Infinity]
  const see = (least: number, most: number): void => {
    min = Math.min(min, least)
    max = Math.max(max, most)
  }
  const pieces = await piecesOf(storage, { device: device.id, nodemap, start, end })
  for (let i = 0; i < pieces.length; ) {
    if (pace.isDue()) await pace.turn()
    const piece = pieces[i] as Piece
    if (piece.rolled && skips(rule, over, piece.rolled)) {
      see(piece.rolled.min, piece.rolled.max)
      i++
      continue
    }
    const last = runFrom(pieces, i, rule)
    for (let from = piece.from; ; ) {
      if (signal.aborted) return 'cap'
      const samples = await storage.read
        .selectFrom('history')
        .select(['ts', 'value'])
        .where('device_id', '=', device.id)
        .where('nodemap_id', '=', nodemap)
        .where('ts', '>=', from)
        .where('ts', '<', (pieces[last] as Piece).until)
        .where(isTrusted())
        .orderBy('ts')
        .limit(AT_ONCE)
        .execute()
      budget.left -= samples.length
      if (budget.left < 0) return 'cap'
      for (const { ts, value } of samples) {
        see(value, value)
        over.take({ at: ts, value })
      }
      const newest = samples.at(-1)
      if (!newest || samples.length < AT_ONCE) break
      from = newest.ts + 1
    }
    i = last + 1
  }
  return min === Infinity ? 'no_data' : { firings: over.end(end), min, max }
}

/**
 * Takes an hour by its rollup where its samples could change nothing: none breaks the rule, or all do while it is in alarm already. Then only how it
 * begins and how it ends counts.
 */
function skips(
  rule: AlarmRule,
  over: Replay,
  { min, max, first, last, first_at, last_at }: NonNullable<Piece['rolled']>,
): boolean {
  const quiet = !mayBreak(rule, min, max)
  if (!quiet && !(over.state === STATE.alarm && mustBreak(rule, min, max))) return false
  over.take({ at: first_at, value: first })
  if (last_at > first_at) over.take({ at: last_at, value: last })
  return true
}

/** The last of the pieces that are read together with one: neighbours that may break the rule, as many as one query answers. */
function runFrom(pieces: readonly Piece[], first: number, rule: AlarmRule): number {
  let count = 0
  let at = first
  for (; at + 1 < pieces.length; at++) {
    const next = pieces[at + 1] as Piece
    count += pieces[at]?.rolled?.count ?? AT_ONCE / 2
    if (
      count >= AT_ONCE ||
      next.from !== pieces[at]?.until ||
      (next.rolled && !mayBreak(rule, next.rolled.min, next.rolled.max))
    )
      break
  }
  return at
}

interface Stretch {
  device: number
  nodemap: number
  start: number
  end: number
}

/** The hours of which something is stored, oldest first, and the ends of the span that are no full hours. One statement, so that an hour that is rolled up meanwhile is seen once. */
async function piecesOf({ read }: Storage, { device, nodemap, start, end }: Stretch): Promise<Piece[]> {
  const from = Math.ceil(start / HOUR) * HOUR
  const until = Math.max(from, hourStart(end + 1))
  type Row = NonNullable<Piece['rolled']> & { hour: number; dirty: number }
  const { rows } = await sql<Row>`
    select hour, 0 as dirty, min, max, first, last, first_at, last_at, count from rollup
    where device_id = ${device} and nodemap_id = ${nodemap} and hour >= ${from} and hour < ${until}
      and not exists (select 1 from dirtyhour where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour)
    union all
    select hour, 1, 0, 0, 0, 0, 0, 0, 0 from dirtyhour where device_id = ${device} and hour >= ${from} and hour < ${until}
    order by hour`.execute(read)
  const hours = rows.map(
    ({ hour, dirty, ...rolled }): Piece => ({
      from: Number(hour),
      until: Number(hour) + HOUR,
      rolled: Number(dirty) === 1 ? null : rolled,
    }),
  )
  const ends = [
    { from: start, until: Math.min(from, end + 1) },
    { from: Math.min(until, end + 1), until: end + 1 },
  ].map((piece): Piece => ({ ...piece, rolled: null }))
  return [...ends.slice(0, 1), ...hours, ...ends.slice(1)].filter((piece) => piece.until > piece.from)
}
