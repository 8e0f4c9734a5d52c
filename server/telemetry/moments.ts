import type { LiveNode, LiveSample } from '../platform.ts'

/** So far ahead clocks may be, ms: a first value further in the future does not stand in the way of those that are measured now. */
const AHEAD = 60_000

/**
 * Knows the first value of each node's newest moment, committed or not, so that a later, other one for the same moment does not change what is
 * live: it becomes a revision in the history alone. What amends takes the first one's place.
 */
export function createMoments(): {
  revises(sample: LiveSample, now: number, amends?: boolean): boolean
  forget(sample: LiveSample): void
} {
  const newest = new WeakMap<LiveNode, { ts: number; value: number }>()
  return {
    revises({ node, ts, value }, now, amends = false) {
      // What another process took is newer than what is remembered here.
      const known = newest.get(node)
      const first = node.last && (!known || node.last.ts > known.ts) ? node.last : known
      if (first && ts === first.ts && !amends) return value !== first.value
      if (!first || ts >= first.ts || first.ts > now + AHEAD) {
        // In its place: an object a sample, set anew in a weak map, is what the collector feels most of all that storing does.
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
