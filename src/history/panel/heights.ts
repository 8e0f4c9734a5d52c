/** Of a chart that is one of several, px, before it is known how many totals stand beside it. */
export const LEAST = 180

/** Of a chart that is the whole answer, px: as high as the window leaves room for, and not higher than wide. */
export const roomy = (): number =>
  Math.round(Math.min(600, window.innerWidth * 0.7, Math.max(240, window.innerHeight - 320)))
