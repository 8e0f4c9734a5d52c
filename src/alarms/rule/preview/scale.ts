/** The values that a chart shows, from its foot to its top. */
export interface Scale {
  low: number
  high: number
}

/** A tenth of air above and below what is to be seen; a flat line lies in the middle. */
export function scaleOf(values: readonly number[]): Scale {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { low: 0, high: 1 }
  const air = (high - low) * 0.1 || Math.abs(high) * 0.1 || 1
  return { low: low - air, high: high + air }
}

/** How high a value stands, 0 at the foot to 1 at the top. */
export const heightOf = (value: number, { low, high }: Scale): number => (value - low) / (high - low)

/** What one press of an arrow key moves: a power of ten, about a hundredth of what is shown. */
export const stepOf = ({ low, high }: Scale): number => 10 ** Math.floor(Math.log10((high - low) / 100) + 0.5)

/** A value that can be read: a whole number of steps. */
export function rounded(value: number, step: number): number {
  const digits = Math.min(10, Math.max(0, -Math.floor(Math.log10(step))))
  return Number((Math.round(value / step) * step).toFixed(digits))
}

/** Of values that a limit may have, lowest first, the one nearest to another value; undefined of none. */
export function nearestOf(values: readonly number[], to: number): number | undefined {
  const far = (value: number): number => Math.abs(value - to)
  return values.toSorted((a, b) => far(a) - far(b))[0]
}

/** The value so many places on from one of them, or the last on the way. */
export const placesOn = (values: readonly number[], from: number, places: number): number | undefined =>
  values.at(Math.min(values.length - 1, Math.max(0, values.indexOf(from) + places)))
