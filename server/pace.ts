import { setImmediate as nextTurn } from 'node:timers/promises'

/** Length of a slice of work, ms: after it, other work of the event loop has its turn. */
const SLICE_MS = 8

/**
 * Creates a pace for long work: call `isDue` now and then (it costs next to nothing), and where it is true await
 * `turn`.
 */
export function createYielder(slice = SLICE_MS): { isDue(): boolean; turn(): Promise<void> } {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > slice,
    async turn() {
      await nextTurn()
      since = performance.now()
    },
  }
}
