import type { Medium } from './types.ts'

/** How many levels a medium has, the best first. Noise has three, the standard two: within, above by up to 5 dB, above by more; the split is ours. */
export const LEVELS_OF: Readonly<Record<Medium, number>> = { air: 6, noise: 3, water: 6 }

/** Up to this level it is as it should be: air that is excellent or good, sound within the limit, water of class III. */
export const WANTED: Readonly<Record<Medium, number>> = { air: 2, noise: 1, water: 3 }

/** Above the limit by more than so many dB is the worst of our three levels of noise. */
export const FAR_ABOVE = 5

/** The level of noise on our scale of three, of that of the standard (1 within, 2 above) and by how many dB it is above: law knows two, the split is ours. */
export const noiseLevel = (level: number | null, exceeded: number | null): number | null =>
  level === 2 && exceeded !== null && exceeded > FAR_ABOVE ? 3 : level
