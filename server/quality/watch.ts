import { HOUR } from '../../resources/kit/zone.ts'
import type { LiveNode, LiveSample } from '../platform.ts'
import type { Checks, Fault, FlatCheck } from '../platform/checks.ts'
import { hourStart } from '../storage/dirtyHours.ts'
import type { FlagRow, SaveMode, SkewRow } from '../storage/types.ts'
import { TEST, combineFaults } from './checks.ts'
import { FLAG } from './qartod.ts'

/** State of a tested node: its newest two values, and its line of unmoved values. */
interface Recent {
  checks: Checks
  /** NaN where there is none. */
  time: number
  value: number
  timeBefore: number
  valueBefore: number
  /** Null where flat lines are not tested. */
  line: Line | null
  /** What was wrong with the newest value when it arrived. */
  last: Fault | null
}

/**
 * Stored values that all lie within the tolerance: times of the first and last one, extremes, number. Directions are
 * relative to each other: 361 is one degree beyond north.
 */
interface Line {
  since: number
  until: number
  least: number
  most: number
  count: number
}

/** Values further apart than this are not compared, ms. */
const MAX_COMPARED_GAP_MS = HOUR
/** A line survives a silence of this many of its steps, unless its thresholds allow a longer one. */
const STEPS = 3
/** Minimum number of values of a flat line. */
const MIN_VALUES = 3

/**
 * What is stored beside samples: the flags of those that are not good, and the skews of those whose timestamp is too
 * far from their arrival.
 */
interface Said {
  flags: FlagRow[]
  skews: SkewRow[]
}

/**
 * Judges values as they arrive, so that untrustworthy ones raise no alarm. It only uses the newest values of a node.
 * Once an hour has ended, and whenever late values change it, the hour is judged as a whole (judge.ts).
 */
export function createQualityMonitor(): {
  /**
   * Returns the flags of stored values that are not good: of the given samples, and of earlier ones whose next
   * neighbour arrived (spike). Sets `doubted` on the samples too. `received` is when they arrived, epoch ms; null where
   * that tells nothing about the device's clock.
   */
  judge(samples: readonly (LiveSample & { save: SaveMode })[], received: number | null): Said
  forget(sample: LiveSample): void
} {
  const recent = new WeakMap<LiveNode, Recent>()
  const recentOf = (node: LiveNode, checks: Checks): Recent => {
    const known = recent.get(node)
    if (known?.checks === checks) return known
    const line = checks.flat ? { since: NaN, until: NaN, least: NaN, most: NaN, count: 0 } : null
    const made: Recent = { checks, time: NaN, value: NaN, timeBefore: NaN, valueBefore: NaN, line, last: null }
    recent.set(node, made)
    return made
  }
  return {
    judge(samples, received) {
      const said: Said = { flags: [], skews: [] }
      for (const sample of samples) {
        const { checks } = sample.node
        if (!checks) continue
        const late = clockFault(sample, checks, received, said.skews)
        if (checks.direct || checks.flat || late) judgeOne(sample, recentOf(sample.node, checks), late, said.flags)
      }
      return said
    },
    forget: ({ node }) => void recent.delete(node),
  }
}

/** Returns a fault for a value whose timestamp is too far from its arrival. */
function clockFault(
  sample: LiveSample & { save: SaveMode },
  { skew }: Checks,
  received: number | null,
  skews: SkewRow[],
): Fault | null {
  if (skew === null || received === null) return null
  const { device, node, ts, save } = sample
  const off = received - ts
  if (Math.abs(off) <= skew) return null
  sample.doubted = true
  if (save === 1) skews.push({ device_id: device.id, nodemap_id: node.id, ts, skew: off })
  return { flag: FLAG.suspect, tests: TEST.clock }
}

function judgeOne(sample: LiveSample & { save: SaveMode }, own: Recent, clock: Fault | null, flags: FlagRow[]): void {
  const { device, node, ts, value, save } = sample
  // A late value: the hours it changes are judged again later.
  if (ts <= own.time) return
  const { direct, flat } = own.checks
  const isNear = ts - own.time <= MAX_COMPARED_GAP_MS
  const before = isNear ? own.value : undefined
  let fault = direct ? direct.fault(value, before, undefined, (ts - own.time) / 1000) : null
  if (flat && own.line) fault = combineFaults(fault, standingFault(flat, own.line, ts, value, save === 1))
  fault = combineFaults(fault, clock)
  if (fault) sample.doubted = true
  if (save !== 1) return
  // A value of the hour before is left to the judging of that hour, since its rollup must follow.
  if (before !== undefined && direct?.looksAhead && hourStart(own.time) === hourStart(ts)) {
    const both =
      own.time - own.timeBefore <= MAX_COMPARED_GAP_MS
        ? combineFaults(direct.spike(own.valueBefore, before, value), own.last)
        : null
    if (both && both.tests !== own.last?.tests)
      flags.push({ device_id: device.id, nodemap_id: node.id, ts: own.time, flag: both.flag, tests: both.tests })
  }
  if (fault) flags.push({ device_id: device.id, nodemap_id: node.id, ts, flag: fault.flag, tests: fault.tests })
  own.timeBefore = own.time
  own.valueBefore = own.value
  own.time = ts
  own.value = value
  own.last = fault
}

/**
 * Returns a fault if a value extends a line that is flat. If values creep, each step within the tolerance, the line
 * starts again once it has left the tolerance; such lines are found in the stored values, window by window (judge.ts).
 */
function standingFault(flat: FlatCheck, line: Line, ts: number, value: number, isStored: boolean): Fault | null {
  const near = line.count > 0 ? flat.beside(value, line.least) : value
  const [least, most] = [Math.min(line.least, near), Math.max(line.most, near)]
  // Once the line has a step of its own, a silence of several steps ends it, since the values in between are unknown.
  const longest =
    line.count > 1
      ? Math.max(flat.reach, (STEPS * (line.until - line.since)) / (line.count - 1))
      : flat.reach + MAX_COMPARED_GAP_MS
  const stands = most - least < flat.tolerance && ts - line.until <= longest
  const steps = stands ? line.count : 0
  const since = stands ? line.since : ts
  if (isStored) {
    line.since = since
    line.until = ts
    line.least = stands ? least : value
    line.most = stands ? most : value
    line.count = steps + 1
  }
  return steps + 1 < MIN_VALUES ? null : flat.fault(steps, (ts - since) / steps)
}
