/** Range of values that a chart shows, from bottom to top. */
export interface Scale {
  low: number
  high: number
}

/** Returns a scale with a tenth of space above and below the values; a flat line is in the middle. */
export function scaleOf(values: readonly number[]): Scale {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { low: 0, high: 1 }
  const air = (high - low) * 0.1 || Math.abs(high) * 0.1 || 1
  return { low: low - air, high: high + air }
}

/** Returns the height of a value, 0 at the bottom to 1 at the top. */
export const heightOf = (value: number, { low, high }: Scale): number => (value - low) / (high - low)

/** Returns the step of an arrow key: a power of ten, about a hundredth of the range. */
export const stepOf = ({ low, high }: Scale): number => 10 ** Math.floor(Math.log10((high - low) / 100) + 0.5)

/** Rounds a value to a whole number of steps, so that it is readable. */
export function rounded(value: number, step: number): number {
  const digits = Math.min(10, Math.max(0, -Math.floor(Math.log10(step))))
  return Number((Math.round(value / step) * step).toFixed(digits))
}

/** Returns the value nearest to another one, out of ascending values; undefined where there are none. */
export function nearestOf(values: readonly number[], to: number): number | undefined {
  const far = (value: number): number => Math.abs(value - to)
  return values.toSorted((a, b) => far(a) - far(b))[0]
}

/** Returns the value a number of places after `from`, at most the first or last one. */
export const placesOn = (values: readonly number[], from: number, places: number): number | undefined =>
  values.at(Math.min(values.length - 1, Math.max(0, values.indexOf(from) + places)))
