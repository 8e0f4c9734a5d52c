/**
 * Returns a repeatable generator of numbers from 0 to 1: the same for the same seed, so that a failure can be replayed.
 */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
