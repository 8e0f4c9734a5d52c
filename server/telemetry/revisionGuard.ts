import { rawLastOf } from '../calibration.ts'
import type { LiveNode, LiveSample } from '../platform.ts'

/**
 * Tolerated clock skew into the future, ms. A value whose time is further in the future does not block values that are
 * measured now.
 */
export const MAX_CLOCK_SKEW_MS = 60_000

/**
 * Remembers the first value of each node's newest timestamp, committed or not. A later, different value for the same
 * timestamp does not change the live value; it becomes a revision in the history. A correcting rule (`amends`) replaces
 * the first value.
 */
export function createRevisionGuard(): {
  revises(sample: LiveSample, now: number, amends?: boolean): boolean
  forget(sample: LiveSample): void
} {
  const newest = new WeakMap<LiveNode, { ts: number; value: number }>()
  return {
    revises({ node, ts, value }, now, amends = false) {
      // True for `node.last` if another process received a newer value.
      const known = newest.get(node)
      const first = node.last && (!known || node.last.ts > known.ts) ? rawLastOf(node) : known
      if (first && ts === first.ts && !amends) return value !== first.value
      if (!first || ts >= first.ts || first.ts > now + MAX_CLOCK_SKEW_MS) {
        // Updated in place: a new object per sample in a WeakMap would cost the garbage collector more than anything
        // else in storing.
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
