/** How many times slower than a quick machine this one is, 1 to 6: `npm test` measures it (scripts/services/slowness.mjs). */
const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1)

/** A timeout in ms for this machine, from one that is ample on a quick one. What is waited for still ends the wait at once. */
export const upTo = (ms: number): number => Math.round(ms * SLOWNESS)
