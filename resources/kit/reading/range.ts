import { isNoValueNumber, noValueCodesOf } from './noValue.ts'
import { shownNumber } from './script.ts'

/** How far beyond its limits a node's values may lie if its record does not say; see limitsOf. */
export const RANGE_FACTOR = 10
/** Drift below zero of an instrument whose range begins at zero, as a fraction of its range. */
const DRIFT = 1 / 20

/** The fields of a node's record about valid values. The range and the codes apply to stored values. */
export interface NodeRange {
  min_value: number | null
  max_value: number | null
  range_factor: number | null
  /** Numbers separated by commas. */
  no_value?: string | null
  node_script?: string | null
}

/**
 * What can be measured at all: stored values between `low` and `high`, and displayed values between those of `shown`.
 */
export interface ReadingLimits {
  low: number
  high: number
  /** The node's own range; null if it has none. */
  own: { min: number; max: number } | null
  codes: readonly number[]
  /** Null if the displayed value is the stored one, or nothing is known about the quantity. */
  shown: { low: number; high: number; script: string } | null
}

/** Why a value is invalid: outside of what its node or its quantity can be, or a number that means "no value". */
export type ReadingFault = 'range' | 'novalue'

/**
 * Returns what a node can measure: its minimum and maximum stretched around their middle by `range_factor` (10 if it is
 * empty: -100 to 100 becomes -1000 to 1000), but not beyond the limits of its quantity. Below 0, a node whose minimum
 * is 0 or more, and every quantity that cannot be negative, are only allowed the drift of an instrument: a twentieth of
 * the range. A value beyond these limits is a fault of a sensor or a line. For a node without a range the limits of its
 * quantity count.
 *
 * @param possible limits of the quantity, in the displayed unit (resources/quantities.ts); null if nothing is known
 * about it
 */
export function limitsOf(
  { min_value: min, max_value: max, range_factor: factor, no_value, node_script }: NodeRange,
  possible: { low: number; high: number } | null = null,
): ReadingLimits {
  const own = min === null || max === null || !(max > min) ? null : { min, max }
  const script = node_script?.trim() ? node_script : null
  const limits: ReadingLimits = {
    low: -Infinity,
    high: Infinity,
    own,
    codes: noValueCodesOf(no_value ?? null),
    shown: null,
  }
  if (own) {
    const size = own.max - own.min
    const beyond = ((Math.max(factor ?? RANGE_FACTOR, 1) - 1) * size) / 2
    limits.low = own.min >= 0 ? Math.max(own.min - beyond, Math.min(own.min, -DRIFT * size)) : own.min - beyond
    limits.high = own.max + beyond
  }
  if (possible && script === null) Object.assign(limits, closed(limits, possible, own))
  if (possible && script !== null) limits.shown = { ...closed(OPEN, possible, shownEnds(own, script)), script }
  return limits
}

const OPEN = { low: -Infinity, high: Infinity }

/**
 * Restricts limits to those of a quantity. A node's own range may go beyond them, except below 0 for a quantity that
 * cannot be negative.
 */
function closed(
  { low, high }: { low: number; high: number },
  possible: { low: number; high: number },
  own: { min: number; max: number } | null,
): { low: number; high: number } {
  const size = Math.min(own ? own.max - own.min : Infinity, possible.high - possible.low)
  const drift = Number.isFinite(size) ? DRIFT * size : 0
  const least = possible.low - drift
  return {
    low: Math.max(low, possible.low === 0 ? least : Math.min(least, own?.min ?? least)),
    high: Math.min(high, Math.max(possible.high + drift, own?.max ?? -Infinity)),
  }
}

/**
 * Returns a node's range in displayed values; only its two ends are converted, even if the script is not monotonic
 * between them.
 */
function shownEnds(own: { min: number; max: number } | null, script: string): { min: number; max: number } | null {
  const ends = own ? [shownNumber(script, own.min), shownNumber(script, own.max)] : []
  const [one = null, other = null] = ends
  return one === null || other === null ? null : { min: Math.min(one, other), max: Math.max(one, other) }
}

/** Returns why a stored value is invalid; null for a valid one. */
export function faultOf({ low, high, own, codes, shown }: ReadingLimits, value: number): ReadingFault | null {
  if (codes.some((code) => Math.abs(value - code) <= 1e-6 * Math.abs(code))) return 'novalue'
  const isOutside = own !== null && (value < own.min || value > own.max)
  if (!(value >= low && value <= high)) return 'range'
  if (isOutside && isNoValueNumber(value)) return 'novalue'
  if (shown === null) return null
  const reading = shownNumber(shown.script, value)
  if (reading === null) return null
  if (!(reading >= shown.low && reading <= shown.high)) return 'range'
  return isOutside && isNoValueNumber(reading) ? 'novalue' : null
}
