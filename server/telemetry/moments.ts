import { rawLastOf } from '../calibration.ts'
import type { LiveNode, LiveSample } from '../platform.ts'

/** So far ahead clocks may be, ms: a first value further in the future does not stand in the way of those that are measured now. */
const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Remembers the first value of each node's newest timestamp, committed or not, so that a later, different one for the same timestamp does not
 * change the live value: it becomes a revision in the history. A correcting rule replaces the first one.
 */
export function createMoments(): {
  revises(sample: LiveSample, now: number, amends?: boolean): boolean
  forget(sample: LiveSample): void
} {
  const newest = new WeakMap<LiveNode, { ts: number; value: number }>()
  return {
    revises({ node, ts, value }, now, amends = false) {
      // Another process received a newer value.
      const known = newest.get(node)
      const first = node.last && (!known || node.last.ts > known.ts) ? rawLastOf(node) : known
      if (first && ts === first.ts && !amends) return value !== first.value
      if (!first || ts >= first.ts || first.ts > now + MAX_CLOCK_SKEW_MS) {
        // Updated in place: a new object per sample in a WeakMap is the most expensive part of storing for the garbage collector.
        if (known) {
          known.ts = ts
          known.value = value
        } else newest.set(node, { ts, value })
      }
      return false
    },
    forget: ({ node }) => newest.delete(node),
  }
}
