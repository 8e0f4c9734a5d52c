import { sql } from 'kysely'
import { comparableValue, shapeOf } from '../../../resources/kit/reading.ts'
import {
  judgedValue,
  limitsAt,
  mayBeViolated,
  isAlwaysViolated,
  nodesOf,
  rankCount,
  withHysteresis,
  STATE,
  maxStoredAge,
  type AlarmRule,
  type Limits,
  type Replay,
} from '../../../resources/kit/rule.ts'
import { createYielder } from '../../pace.ts'
import type { LiveDevice } from '../../platform.ts'
import { isTrusted, readingOf, readValue } from '../../quality/samples.ts'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { Storage } from '../../storage/types.ts'
import { piecesOf, type Piece } from './pieces.ts'
import { quietHours } from './quiet.ts'

/** Samples of one query: few enough that other queries wait only briefly. */
const CHUNK_ROWS = 5000

/** A stretch of a device's history that rules are judged over. */
export interface Walk {
  device: LiveDevice
  /** The rules' own node map. */
  nodemap: number
  start: number
  end: number
  budget: Budget
  signal: AbortSignal
  /**
   * For a rule with conditions: also pass over hours in which no alarm can begin. The firings stay the same; the values
   * of the conditions at the end do not.
   */
  firingsAlone?: true
}

/** How many samples may still be read, and until when, epoch ms. */
export interface Budget {
  left: number
  until: number
}

/**
 * Feeds the trusted, corrected samples of a span into replays, oldest first. Of hours that can change something by
 * their first and last sample only, just those two are fed (for rules with conditions: quiet.ts). The replays are of
 * rules over the same nodes. Returns the smallest and the largest value, or why there is none.
 */
export async function walk(
  storage: Storage,
  { device, nodemap, start, end, budget, signal, firingsAlone }: Walk,
  both: readonly (readonly [AlarmRule, Replay])[],
): Promise<{ min: number; max: number } | 'no_data' | 'cap'> {
  const rule = both[0]?.[0]
  if (!rule) return 'no_data'
  // With many devices, even hours that are passed over take time.
  if (Date.now() > budget.until) return 'cap'
  const pace = createYielder()
  let [min, max] = [Infinity, -Infinity]
  const see = (least: number, most: number): void => {
    min = Math.min(min, least)
    max = Math.max(max, most)
  }
  const nodemaps = nodesOf(nodemap, rule)
  const { adjusted } = await readingOf(storage.read, { device: device.id, nodemaps, start, end })
  const pieces = (await piecesOf(storage, { device: device.id, nodemap, start, end })).map(
    inScaleOf(rule, device, nodemap),
  )
  const rules = both.map(([of]) => of)
  const quiet = firingsAlone ? quietHours(rules, pieces, { node: nodemap, fresh: maxStoredAge(device) }) : []
  // End of what was read or passed over.
  let done = pieces[0]?.from ?? start
  for (let i = 0; i < pieces.length; ) {
    if (pace.isDue()) await pace.turn()
    const { rolled, from: begin, until: over } = pieces[i] as Piece
    // Settles first: a state that the last sample began is not calm.
    for (const [, into] of both) into.settle()
    const isCalm = both.every(([, { state }]) => state === STATE.normal)
    if (
      rolled &&
      (rule.conditions ? quiet[i] === true && isCalm : both.every(([of, into]) => skips(of, into, rolled)))
    ) {
      for (const [, into] of both) {
        into.take({ at: rolled.first_at, value: rolled.first })
        if (rolled.last_at > rolled.first_at) into.take({ at: rolled.last_at, value: rolled.last })
      }
      see(rolled.min, rolled.max)
      done = over
      i++
      continue
    }
    const last = rule.conditions ? loudFrom(pieces, i, quiet) : runFrom(pieces, i, rule)
    // Where other nodes are judged as well, the gaps between hours of the own node are read too.
    const until = (rule.conditions && pieces[last + 1]?.from) || (pieces[last] as Piece).until
    for (let from = rule.conditions ? done : begin; ; ) {
      if (signal.aborted || Date.now() > budget.until) return 'cap'
      const wanted = { device: device.id, nodemaps, start: from, end: until - 1 }
      const samples = await storage.readHistory([wanted], ({ read }) =>
        read
          .selectFrom('history')
          .select(['ts', 'nodemap_id'])
          .select((adjusted ? readValue() : sql.ref<number>('value')).as('value'))
          .where('device_id', '=', device.id)
          .where('nodemap_id', 'in', nodemaps)
          .where('ts', '>=', from)
          .where('ts', '<', until)
          .where(isTrusted())
          .orderBy('ts')
          .limit(CHUNK_ROWS)
          .execute(),
      )
      budget.left -= samples.length
      if (budget.left < 0) return 'cap'
      const full = samples.length === CHUNK_ROWS
      // Samples of one moment are judged together: where the answer is full, those of its last moment are read again
      // with the next query.
      const end = full && nodemaps.length > 1 ? (samples.at(-1)?.ts ?? 0) : Infinity
      for (const { ts, value, nodemap_id } of samples) {
        if (ts >= end) break
        const judged = nodemap_id === nodemap ? judgedValue(rule, nodemap, value) : null
        if (judged !== null) see(judged, judged)
        for (const [, into] of both) into.take({ at: ts, value, node: nodemap_id })
      }
      const newest = samples.at(-1)
      if (!newest || !full) break
      from = nodemaps.length > 1 ? newest.ts : newest.ts + 1
    }
    done = until
    i = last + 1
  }
  if (min === Infinity) return 'no_data'
  return { min, max }
}

/**
 * Returns the function that converts an hour's smallest and largest value to the scale of the rule's limits. Where a
 * display script is not linear, the ends of an hour say nothing of the values between them: its samples are read.
 */
function inScaleOf(rule: AlarmRule, device: LiveDevice, nodemap: number): (piece: Piece) => Piece {
  const [script, node] = [rule.scripts?.get(nodemap), device.nodes.get(nodemap)]
  if (script === undefined || !node) return (piece) => piece
  const isStraight = shapeOf(script, node).line !== null
  return ({ rolled, ...piece }) => {
    // Outside of the node's range the script was not checked.
    const isKnown = isStraight && rolled !== null && rolled.min >= node.min_value && rolled.max <= node.max_value
    const ends = isKnown ? [rolled.min, rolled.max].map((value) => comparableValue(script, value)) : []
    const [one = null, other = null] = ends
    if (rolled === null || one === null || other === null) return { ...piece, rolled: null }
    return { ...piece, rolled: { ...rolled, min: Math.min(one, other), max: Math.max(one, other) } }
  }
}

/**
 * Whether only the first and the last sample of an hour could change something: no value keeps an alarm up, or the rule
 * is in alarm, all values keep it up and none reaches a worse limit. A silence shorter than an hour could hide between
 * the two samples.
 */
function skips(rule: AlarmRule, over: Replay, { min, max }: NonNullable<Piece['rolled']>): boolean {
  if (rule.schedule || rule.night || (rule.noData !== undefined && rule.noData < HOUR)) return false
  const limits = limitsAt(rule)
  const back = withHysteresis(limits[0] as Limits, rule.hysteresis ?? 0)
  if (!mayBeViolated(back, min, max)) return true
  const worse = limits[over.rank + 1]
  return (
    over.state === STATE.alarm &&
    isAlwaysViolated(back, min, max) &&
    (rankCount(rule) === 1 || worse === undefined || !mayBeViolated(worse, min, max))
  )
}

/**
 * Returns the index of the last piece that is read together with the first: adjacent pieces that may break the rule, as
 * many as one query returns.
 */
function runFrom(pieces: readonly Piece[], first: number, rule: AlarmRule): number {
  const back = withHysteresis(limitsAt(rule)[0] as Limits, rule.hysteresis ?? 0)
  let count = 0
  let at = first
  for (; at + 1 < pieces.length; at++) {
    const next = pieces[at + 1] as Piece
    count += pieces[at]?.rolled?.count ?? CHUNK_ROWS / 2
    if (
      count >= CHUNK_ROWS ||
      next.from !== pieces[at]?.until ||
      (next.rolled && !mayBeViolated(back, next.rolled.min, next.rolled.max))
    )
      break
  }
  return at
}

/**
 * Returns the index of the last piece that is read together with the first, for a rule with conditions: up to the next
 * quiet hour.
 */
function loudFrom(pieces: readonly Piece[], first: number, quiet: readonly boolean[]): number {
  const next = pieces.findIndex((_piece, at) => at > first && quiet[at] === true)
  return next < 0 ? pieces.length - 1 : next - 1
}
