import { SAVE_ON_CHANGE } from '../../resources/kit/rule.ts'
import { rawLastOf } from '../calibration.ts'
import type { LiveNode, LiveSample } from '../platform.ts'

/** save_cycle values with a meaning of their own (spec 2 §4); any other is a number of minutes. */
export const SAVE = { never: 0, always: -1, onChange: SAVE_ON_CHANGE } as const

interface Memory {
  /** Newest value and its time, committed or not. */
  value: number
  ts: number
  /** Newest period with a saved sample, and the last one that arrived late. */
  period: number
  latePeriod: number
  /** Time of the newest sample that was kept: another one for the same moment is kept too, as its revision. */
  newestSaved: number
  /** When this process last looked at a sample of the node, by performance.now(). */
  at: number
}

/** What another process takes is known here within this time, ms (bus/batches.ts gathers for a fifth of it). */
const NEWS = 500

/**
 * Decides which samples become history. It keeps a little state per node, ahead of the commit, so that batches in flight agree;
 * call `forget` for what was rolled back.
 *
 * @param known whether the last value of a node was one of those it decides on
 */
export function createSaving(known = true): {
  /** `shared`: another process may have taken a sample of the node just now; `whole`: it is known here in a moment. */
  keeps(sample: LiveSample, shared?: boolean, whole?: boolean): boolean
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
    keeps(sample, shared = false, whole = true) {
      const cycle = sample.device.save_cycle
      if (cycle === SAVE.never) return false
      if (cycle < 0) return true
      const length = cycle * 60_000
      const memory = recall(sample, length)
      const before = memory.at
      memory.at = performance.now()
      // Of samples in quick succession one in between may be on its way from another process: rather one too many.
      return cycle === SAVE.onChange
        ? changes(memory, sample) || (shared && (!whole || memory.at - before < NEWS))
        : opensPeriod(memory, sample.ts, Math.floor(sample.ts / length))
    },
    forget: ({ node }) => memories.delete(node),
  }
}

const NOTHING = { value: Number.NaN, ts: -1 }

/** The period of a value that was the last one: the first sample of every period was saved, so was one of this. */
const periodOf = ({ ts }: { ts: number }, length: number): number => Math.floor(ts / length)

/** Whether the value differs from the newest before it. Late samples are kept: what stood before them is not known. */
function changes(memory: Memory, { value, ts }: LiveSample): boolean {
  if (ts < memory.ts) return true
  if (ts === memory.ts) return value !== memory.value
  const changed = value !== memory.value
  memory.value = value
  memory.ts = ts
  return changed
}

/** Whether this is the first sample of its period. Of late samples in sequence, the first of each period is kept. */
function opensPeriod(memory: Memory, ts: number, period: number): boolean {
  if (ts === memory.newestSaved) return true
  if (period === memory.period || period === memory.latePeriod) return false
  memory.newestSaved = ts
  if (period > memory.period) memory.period = period
  else memory.latePeriod = period
  return true
}
