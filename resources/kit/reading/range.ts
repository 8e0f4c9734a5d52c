/** How far beyond its limits a node's values may lie where its record says nothing. */
export const RANGE_FACTOR = 10

/** The limits of a node as its record has them; raw stored values, display scripts do not enter into it. */
export interface NodeRange {
  min_value: number | null
  max_value: number | null
  range_factor: number | null
}

/**
 * What a node can measure at all: its minimum and maximum drawn apart around their middle by `range_factor` (10 where it is empty: 0 to 100 becomes
 * -450 to 550). What lies beyond is the fault of a sensor or a line, not a value. A node without a range measures anything.
 */
export function physicalRange({ min_value: min, max_value: max, range_factor: factor }: NodeRange): {
  low: number
  high: number
} {
  if (min === null || max === null || !(max > min)) return { low: -Infinity, high: Infinity }
  const beyond = ((Math.max(factor ?? RANGE_FACTOR, 1) - 1) * (max - min)) / 2
  return { low: min - beyond, high: max + beyond }
}
