/**
 * How many times slower this machine is than a quick one, 1 to 6: `npm test` measures it
 * (scripts/services/slowness.mjs).
 */
const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1)

/**
 * Returns a timeout in ms for this machine, from one that is ample on a quick machine. A wait still ends as soon as its
 * condition is met.
 */
export const upTo = (ms: number): number => Math.round(ms * SLOWNESS)
