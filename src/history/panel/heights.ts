/** Minimum height of a chart among several, before the number of totals beside it is known, px. */
export const LEAST = 180

/** Returns the height of a chart that is the only one, px: as high as the window allows, and not higher than wide. */
export const roomy = (): number =>
  Math.round(Math.min(600, window.innerWidth * 0.7, Math.max(240, window.innerHeight - 320)))
