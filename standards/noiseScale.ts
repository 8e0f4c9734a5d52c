/** Above the limit by more than so many dB is the worst of our three levels of noise. */
const FAR_ABOVE = 5

/** The level of noise on our scale of three, of that of the standard (1 within, 2 above) and by how many dB it is above: law knows two, the split is ours. */
export const noiseLevel = (level: number | null, exceeded: number | null): number | null =>
  level === 2 && exceeded !== null && exceeded > FAR_ABOVE ? 3 : level
