import type { Medium } from './types.ts'

/**
 * Number of levels of a medium, the best first. Noise has three where the standard has two: within the limit, above by
 * up to 5 dB, above by more; the split is ours.
 */
export const LEVELS_OF: Readonly<Record<Medium, number>> = { air: 6, noise: 3, water: 6 }

/** The worst level that is still desired: air that is excellent or good, noise within the limit, water of class III. */
export const WANTED: Readonly<Record<Medium, number>> = { air: 2, noise: 1, water: 3 }

/** Noise above the limit by more than this, in dB, is the worst of our three levels. */
export const FAR_ABOVE = 5

/**
 * Returns the level of noise on our scale of three, from the standard's level (1 within, 2 above) and the dB above the
 * limit: the law has two levels, the split is ours.
 */
export const noiseLevel = (level: number | null, exceeded: number | null): number | null =>
  level === 2 && exceeded !== null && exceeded > FAR_ABOVE ? 3 : level
