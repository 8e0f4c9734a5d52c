import { roundHalfUp } from './decimal.ts'
import type { Medium } from './types.ts'

/** Number of values that a mean needs, by its period (GB 3095-2026 table 4, the same in 2012). */
export const NEEDED = {
  /** Minutes of sampling in an hour. */
  hour: 45,
  /** Hourly means in an eight-hour mean of ozone. */
  eight: 6,
  /** Hourly means in a day. */
  day: 20,
  /** Daily means in a month. */
  month: 27,
  february: 25,
  /** Daily means in a year, all of whose months must be valid as well. */
  year: 324,
} as const

/** A mean, or null if there are too few values; `count` is their number, `needed` the number required. */
export interface Mean {
  mean: number | null
  count: number
  needed: number
  state: 'valid' | 'insufficient'
}

/**
 * Decimals of a mean: more than any limit has. Floating-point sums leave further digits, which would put a mean that
 * equals a limit above it.
 */
const DECIMALS = 6

/**
 * Returns the mean of the known values, valid from `needed` values on. With fewer there is no mean, not an estimate.
 */
export function meanOf(values: readonly (number | null | undefined)[], needed: number): Mean {
  let sum = 0
  let count = 0
  for (const value of values) {
    if (value == null || Number.isNaN(value)) continue
    sum += value
    count++
  }
  const valid = count > 0 && count >= needed
  return {
    mean: valid ? roundHalfUp(sum / count, DECIMALS) : null,
    count,
    needed,
    state: valid ? 'valid' : 'insufficient',
  }
}

/** Minutes of sampling that an hour needs. Water is sampled every few hours: each hour with a sample is valid. */
export const neededOfHour = (medium?: Medium): number => (medium === 'water' ? 0 : NEEDED.hour)

/** Hourly means that a day needs: for water a single one. */
export const neededOfDay = (medium: Medium): number => (medium === 'water' ? 1 : NEEDED.day)

/** Daily means that a month needs; `month` 1 to 12. */
export const neededOfMonth = (month: number): number => (month === 2 ? NEEDED.february : NEEDED.month)

/** Returns the mean of a year from its months' daily means: needs 324 of them, and every month valid by itself. */
export function meanOfYear(months: readonly (readonly (number | null | undefined)[])[]): Mean {
  const year = meanOf(months.flat(), NEEDED.year)
  const whole =
    months.length === 12 && months.every((days, place) => meanOf(days, neededOfMonth(place + 1)).state === 'valid')
  return whole ? year : { ...year, mean: null, state: 'insufficient' }
}

/**
 * Returns the eight-hour running means that end within a day, from its hourly means; null if fewer than six of the
 * eight hours are known.
 */
export const runningEights = (hours: readonly (number | null)[]): (number | null)[] =>
  hours.slice(7).map((_, from) => meanOf(hours.slice(from, from + 8), NEEDED.eight).mean)

/** Eight-hour running means that a day of ozone needs, of the 17 that end at 8 to 24 h (HJ 663-2013). */
const OZONE_MEANS = 14
/** The daily limit of grade II, µg/m³: a day above it is valid however few hours it has (HJ 663-2013). */
const OZONE_LIMIT = 160

/**
 * Returns the ozone of a day: the greatest of the eight-hour running means that end at 8, 9 … 24 h. `hours` are the 24
 * hourly means, null for a missing one.
 *
 * @param microgram value of 1 µg/m³ in the unit of the means
 */
export function ozoneOfDay(hours: readonly (number | null | undefined)[], microgram = 1): Mean {
  let most: number | null = null
  let count = 0
  for (let end = 8; end <= 24; end++) {
    const { mean } = meanOf(hours.slice(end - 8, end), NEEDED.eight)
    if (mean === null) continue
    count++
    most = most === null ? mean : Math.max(most, mean)
  }
  const valid = most !== null && (count >= OZONE_MEANS || most > OZONE_LIMIT * microgram)
  return { mean: valid ? most : null, count, needed: OZONE_MEANS, state: valid ? 'valid' : 'insufficient' }
}
