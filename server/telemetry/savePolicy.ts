import { SAVE_ON_CHANGE } from '../../resources/kit/rule.ts'
import { rawLastOf } from '../calibration.ts'
import type { LiveNode, LiveSample } from '../platform.ts'

/** save_cycle values with a special meaning (spec 2 §4). Any other value is a number of minutes. */
export const SAVE = { never: 0, always: -1, onChange: SAVE_ON_CHANGE } as const

interface Memory {
  /** Newest value and its time, committed or not. */
  value: number
  ts: number
  /** Newest period with a saved sample, and the last period for which a late sample was saved. */
  period: number
  latePeriod: number
  /** Time of the newest saved sample. Another sample for the same time is saved too, as its revision. */
  newestSaved: number
  /** When this process last handled a sample of the node, by performance.now(). */
  at: number
}

/**
 * A sample that another process takes is known here within this time, ms (bus/batches.ts gathers for a fifth of it).
 */
const PEER_SAMPLE_DELAY_MS = 500

/**
 * Decides which samples are saved to the history. It keeps a little state per node, updated before the commit, so that
 * batches in flight agree. Call `forget` for samples that were rolled back.
 *
 * @param known whether the last values of nodes are among the samples that this instance decides on
 */
export function createSavePolicy(known = true): {
  /**
   * Returns whether a sample is saved. `shared`: another process may have taken a sample of the node just now; `whole`:
   * that sample will be known here in a moment.
   */
  shouldStore(sample: LiveSample, shared?: boolean, whole?: boolean): boolean
  forget(sample: LiveSample): void
} {
  const memories = new WeakMap<LiveNode, Memory>()

  const recall = ({ node }: LiveSample, length: number): Memory => {
    const last = known ? rawLastOf(node) : null
    const mine = memories.get(node)
    if (!mine) {
      const memory = {
        ...(last ?? NOTHING),
        period: periodOf(last ?? NOTHING, length),
        latePeriod: -1,
        newestSaved: -1,
        at: -Infinity,
      }
      memories.set(node, memory)
      return memory
    }
    // Another process has stored a newer value meanwhile.
    if (last && last.ts > mine.ts) {
      mine.value = last.value
      mine.ts = last.ts
      mine.period = Math.max(mine.period, periodOf(last, length))
    }
    return mine
  }
  return {
    shouldStore(sample, shared = false, whole = true) {
      const cycle = sample.device.save_cycle
      if (cycle === SAVE.never) return false
      if (cycle < 0) return true
      const length = cycle * 60_000
      const memory = recall(sample, length)
      const before = memory.at
      memory.at = performance.now()
      // Between two samples in quick succession, one that another process took may not be known here yet. Then the
      // sample is saved, as one too many is better than one missing.
      return cycle === SAVE.onChange
        ? changes(memory, sample) || (shared && (!whole || memory.at - before < PEER_SAMPLE_DELAY_MS))
        : opensPeriod(memory, sample.ts, Math.floor(sample.ts / length))
    },
    forget: ({ node }) => memories.delete(node),
  }
}

const NOTHING = { value: Number.NaN, ts: -1 }

/**
 * Returns the period of a last value. The first sample of every period is saved, so this period has its saved sample
 * already.
 */
const periodOf = ({ ts }: { ts: number }, length: number): number => Math.floor(ts / length)

/**
 * Returns whether the value differs from the newest one before it. Late samples are saved, because the value before
 * them is not known.
 */
function changes(memory: Memory, { value, ts }: LiveSample): boolean {
  if (ts < memory.ts) return true
  if (ts === memory.ts) return value !== memory.value
  const changed = value !== memory.value
  memory.value = value
  memory.ts = ts
  return changed
}

/**
 * Returns whether this is the first sample of its period. Of consecutive late samples, the first of each period is
 * saved.
 */
function opensPeriod(memory: Memory, ts: number, period: number): boolean {
  if (ts === memory.newestSaved) return true
  if (period === memory.period || period === memory.latePeriod) return false
  memory.newestSaved = ts
  if (period > memory.period) memory.period = period
  else memory.latePeriod = period
  return true
}
