import type { LiveNode, LiveSample } from '../platform.ts'
import { hourStart } from '../storage/dirtyHours.ts'
import type { FlagRow, SaveMode } from '../storage/types.ts'
import type { Checks } from './checks.ts'

/** The newest values of a node that was tested, as far back as its tests reach. */
interface Recent {
  checks: Checks
  values: number[]
  times: number[]
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
    const made: Recent = { checks, values: [], times: [] }
    recent.set(node, made)
    return made
  }
  return {
    judge(samples) {
      const rows: FlagRow[] = []
      for (const sample of samples) {
        const { device, node, ts, value, save } = sample
        if (!node.checks) continue
        const { checks, values, times } = recentOf(node, node.checks)
        // Late: the hours that it changes are judged anew.
        if (ts <= (times.at(-1) ?? -Infinity)) continue
        values.push(value)
        times.push(ts)
        while (times.length > MOST || (times[0] ?? ts) < ts - checks.reach - BESIDE) {
          values.shift()
          times.shift()
        }
        const faults = checks.judge(values, times)
        if (faults.at(-1)) sample.doubted = true
        if (save !== 1) {
          values.pop()
          times.pop()
          continue
        }
        for (const at of [times.length - 2, times.length - 1]) {
          const [fault, time] = [faults[at], times[at] ?? ts]
          // One of an hour before is left to who judges that hour, since its rollup has to follow.
          if (fault && hourStart(time) === hourStart(ts))
            rows.push({ device_id: device.id, nodemap_id: node.id, ts: time, ...fault })
        }
      }
      return rows
    },
    forget: ({ node }) => void recent.delete(node),
  }
}
