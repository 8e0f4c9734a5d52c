import type { LiveNode, LiveSample } from '../platform.ts'
import { hourStart } from '../storage/dirtyHours.ts'
import type { FlagRow, SaveMode } from '../storage/types.ts'
import { worse, type Checks, type Fault } from './checks.ts'

/** The newest values of a node that was tested, as far back as its tests reach. */
interface Recent {
  checks: Checks
  values: number[]
  times: number[]
  /** What was wrong with the last of them, when it came. */
  last: Fault | null
}

/** Values looked at for one: flat lines of a day are still told by what is stored (judge.ts). */
const MOST = 500
/** Beside what tests reach back to, ms: the step from the value before counts too. */
const BESIDE = 3_600_000

/**
 * Judges values as they come, so that no alarm is raised by one that is not to be trusted. What it says is what its node's newest values allow; once
 * an hour has ended, and whenever late values change it, the hour is judged as a whole (judge.ts).
 */
export function createWatch(): {
  /** Answers the stored values that are not good: of these, and of those before whose neighbour has come (spike). Says it of the samples too. */
  judge(samples: readonly (LiveSample & { save: SaveMode })[]): FlagRow[]
  forget(sample: LiveSample): void
} {
  const recent = new WeakMap<LiveNode, Recent>()
  const recentOf = (node: LiveNode, checks: Checks): Recent => {
    const known = recent.get(node)
    if (known?.checks === checks) return known
    const made: Recent = { checks, values: [], times: [], last: null }
    recent.set(node, made)
    return made
  }
  return {
    judge(samples) {
      const rows: FlagRow[] = []
      for (const sample of samples) {
        const { device, node, ts, value, save } = sample
        if (!node.checks) continue
        const own = recentOf(node, node.checks)
        const { checks, values, times } = own
        // Late: the hours that it changes are judged anew.
        if (ts <= (times.at(-1) ?? -Infinity)) continue
        values.push(value)
        times.push(ts)
        while (times.length > MOST || (times[0] ?? ts) < ts - checks.reach - BESIDE) {
          values.shift()
          times.shift()
        }
        const { before, last } = checks.judgeLast(values, times)
        if (last) sample.doubted = true
        if (save !== 1) {
          values.pop()
          times.pop()
          continue
        }
        const add = (at: number, { flag, tests }: Fault): void =>
          void rows.push({ device_id: device.id, nodemap_id: node.id, ts: at, flag, tests })
        // One of an hour before is left to who judges that hour, since its rollup has to follow.
        const at = times.at(-2) ?? ts
        const both = worse(before, own.last)
        if (both && both.tests !== own.last?.tests && hourStart(at) === hourStart(ts)) add(at, both)
        if (last) add(ts, last)
        own.last = last
      }
      return rows
    },
    forget: ({ node }) => void recent.delete(node),
  }
}
