import { HOUR } from '../../resources/kit/zone.ts'
import type { LiveNode, LiveSample } from '../platform.ts'
import { hourStart } from '../storage/dirtyHours.ts'
import type { FlagRow, SaveMode, SkewRow } from '../storage/types.ts'
import { TEST, worse, type Checks, type Fault, type FlatCheck } from './checks.ts'
import { FLAG } from './qartod.ts'

/** What is remembered of a node that is tested: its newest two values, and those since the last that moved from the one before. */
interface Recent {
  checks: Checks
  /** NaN where there is none. */
  time: number
  value: number
  timeBefore: number
  valueBefore: number
  /** Where flat lines are asked for. */
  still: { values: number[]; times: number[] } | null
  /** What was wrong with the last of them, when it came. */
  last: Fault | null
}

/** Values of a still line that are looked at: those of a day are still told by what is stored (judge.ts). */
const MOST = 500
/** Dropped at once: an array is moved as a whole. */
const SPARE = 100
/** Values further apart have nothing to say of each other, ms. */
const NEAR = HOUR
/** Of fewer values no line is flat. */
const LEAST = 3

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
    const still = checks.flat ? { values: [], times: [] } : null
    const made: Recent = { checks, time: NaN, value: NaN, timeBefore: NaN, valueBefore: NaN, still, last: null }
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
  if (flat && own.still) fault = worse(fault, stillFault(flat, own.still, { ts, value, save }))
  fault = worse(fault, clock)
  if (fault) sample.doubted = true
  if (save !== 1) return
  // One of an hour before is left to who judges that hour, since its rollup has to follow.
  if (before !== undefined && direct?.looksAhead && hourStart(own.time) === hourStart(ts)) {
    const hasOther = own.time - own.timeBefore <= NEAR
    const seconds = (own.time - own.timeBefore) / 1000
    const both = worse(direct.fault(before, hasOther ? own.valueBefore : undefined, value, seconds), own.last)
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

/** Whether a value ends a flat line: of those that came since one moved. */
function stillFault(
  flat: FlatCheck,
  { values, times }: { values: number[]; times: number[] },
  { ts, value, save }: { ts: number; value: number; save: SaveMode },
): Fault | null {
  const count = values.length
  const moves =
    count > 0 &&
    (Math.abs(value - (values[count - 1] ?? 0)) >= flat.tolerance || ts - (times[count - 1] ?? 0) > flat.reach + NEAR)
  if (moves) {
    if (save !== 1) return null
    values.length = 0
    times.length = 0
  }
  values.push(value)
  times.push(ts)
  if (count > MOST + SPARE) {
    values.splice(0, SPARE)
    times.splice(0, SPARE)
  }
  const isLong = values.length >= LEAST && ts - (times[0] ?? ts) >= flat.least / 4
  const fault = isLong ? (flat.judge(values, times).at(-1) ?? null) : null
  if (save !== 1) {
    values.pop()
    times.pop()
  }
  return fault
}
