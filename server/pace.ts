import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work in slices: after so many milliseconds others have their turn. */
const SLICE_MS = 8

/** Ask now and then whether it is due, and if so wait for the turn; asking costs next to nothing. */
export function createPace(slice = SLICE_MS): { isDue(): boolean; turn(): Promise<void> } {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > slice,
    async turn() {
      await nextTurn()
      since = performance.now()
    },
  }
}
