import { isNoValueNumber, noValueCodesOf } from './noValue.ts'
import { shownNumber } from './script.ts'

/** How far beyond its limits a node's values may lie where its record says nothing. */
export const RANGE_FACTOR = 10
/** How far below zero an instrument drifts whose range begins there, as part of its range. */
const DRIFT = 1 / 20

/** What a node's record says of its values. The range and the codes are of values as they are stored. */
export interface NodeRange {
  min_value: number | null
  max_value: number | null
  range_factor: number | null
  /** Numbers separated by commas. */
  no_value?: string | null
  node_script?: string | null
}

/** What can be measured at all: values as they are stored between `low` and `high`, and as they are shown between those of `shown`. */
export interface ReadingLimits {
  low: number
  high: number
  /** The node's own range; null where it has none. */
  own: { min: number; max: number } | null
  codes: readonly number[]
  /** Null where what is shown is what is stored, or nothing is known of the quantity. */
  shown: { low: number; high: number; script: string } | null
}

/** Why a value is none: beyond what its node or its quantity can be, or a number that means there is none. */
export type ReadingFault = 'range' | 'novalue'

/**
 * What a node can measure: its minimum and maximum drawn apart around their middle by `range_factor` (10 where it is empty: -100 to 100 becomes -1000 to
 * 1000), but no further than its quantity goes. Below 0, a node whose minimum is 0 or more, and every quantity that cannot be negative, have only the drift of
 * an instrument: a twentieth of the range. What lies beyond is the fault of a sensor or a line, not a value. A node without a range measures what its
 * quantity can be.
 *
 * @param possible of the quantity, in the unit that is shown (resources/quantities.ts); null where nothing is known of it
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

/** Limits that go no further than a quantity. A node's own range is believed where it goes further, but below 0 of what cannot be negative. */
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

/** A node's range as it is shown; a script that is not monotonic between its ends is not looked at any closer. */
function shownEnds(own: { min: number; max: number } | null, script: string): { min: number; max: number } | null {
  const ends = own ? [shownNumber(script, own.min), shownNumber(script, own.max)] : []
  const [one = null, other = null] = ends
  return one === null || other === null ? null : { min: Math.min(one, other), max: Math.max(one, other) }
}

/** Why a value, as it is stored, is none; null for one that counts. */
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
