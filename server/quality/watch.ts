import { HOUR } from '../../resources/kit/zone.ts'
import type { LiveNode, LiveSample } from '../platform.ts'
import type { Checks, Fault, FlatCheck } from '../platform/checks.ts'
import { hourStart } from '../storage/dirtyHours.ts'
import type { FlagRow, SaveMode, SkewRow } from '../storage/types.ts'
import { TEST, worse } from './checks.ts'
import { FLAG } from './qartod.ts'

/** What is remembered of a node that is tested: its newest two values, and the line of those that have not moved. */
interface Recent {
  checks: Checks
  /** NaN where there is none. */
  time: number
  value: number
  timeBefore: number
  valueBefore: number
  /** Where flat lines are asked for. */
  line: Line | null
  /** What was wrong with the last of them, when it came. */
  last: Fault | null
}

/**
 * Stored values that all lie within the tolerance: the first one's time and the last one's, the extremes, how many. Directions as they lie from each other:
 * 361 is one degree beyond north.
 */
interface Line {
  since: number
  until: number
  least: number
  most: number
  count: number
}

/** Values further apart have nothing to say of each other, ms. */
const NEAR = HOUR
/** A line goes on over a silence of so many of its steps, where its thresholds do not allow more. */
const STEPS = 3
/** Of fewer values no line is flat. */
const MIN_VALUES = 3

/** What is to be stored beside samples: which of them are not good, and whose own time is too far from now. */
interface Said {
  flags: FlagRow[]
  skews: SkewRow[]
}

/**
 * Judges values as they come, so that no alarm is raised by one that is not to be trusted. What it says is what its node's newest values allow; once
 * an hour has ended, and whenever late values change it, the hour is judged as a whole (judge.ts).
 */
export function createWatch(): {
  /**
   * Answers the stored values that are not good: of these, and of those before whose neighbour has come (spike). Says it of the samples too.
   * `received` is when they came, epoch ms; null where that says nothing of their clock.
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

/** Finds fault with a value whose own time is too far from when it came. */
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
  // Late: the hours that it changes are judged anew.
  if (ts <= own.time) return
  const { direct, flat } = own.checks
  const isNear = ts - own.time <= NEAR
  const before = isNear ? own.value : undefined
  let fault = direct ? direct.fault(value, before, undefined, (ts - own.time) / 1000) : null
  if (flat && own.line) fault = worse(fault, standingFault(flat, own.line, ts, value, save === 1))
  fault = worse(fault, clock)
  if (fault) sample.doubted = true
  if (save !== 1) return
  // One of an hour before is left to who judges that hour, since its rollup has to follow.
  if (before !== undefined && direct?.looksAhead && hourStart(own.time) === hourStart(ts)) {
    const both =
      own.time - own.timeBefore <= NEAR ? worse(direct.spike(own.valueBefore, before, value), own.last) : null
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
 * Whether a value ends a flat line. Of one that creeps, each step within the tolerance, the line begins anew once it has left that: what is stored
 * tells it window by window (judge.ts).
 */
function standingFault(flat: FlatCheck, line: Line, ts: number, value: number, isStored: boolean): Fault | null {
  const near = line.count > 0 ? flat.beside(value, line.least) : value
  const [least, most] = [Math.min(line.least, near), Math.max(line.most, near)]
  // Once it has a step of its own, a silence of several ends it: nothing is known of what the value did meanwhile.
  const longest =
    line.count > 1 ? Math.max(flat.reach, (STEPS * (line.until - line.since)) / (line.count - 1)) : flat.reach + NEAR
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
