import { roundHalfUp } from './decimal.ts'
import type { Medium } from './types.ts'

/** How many values a mean needs, by what it is the mean of (GB 3095-2026 table 4, the same in 2012). */
export const NEEDED = {
  /** Minutes of sampling in an hour. */
  hour: 45,
  /** Hourly means in eight hours of ozone. */
  eight: 6,
  /** Hourly means in a day. */
  day: 20,
  /** Daily means in a month. */
  month: 27,
  february: 25,
  /** Daily means in a year, whose months are all valid besides. */
  year: 324,
} as const

/** A mean, or null where there are too few values of it; `count` of `needed` says how many there were. */
export interface Mean {
  mean: number | null
  count: number
  needed: number
  state: 'valid' | 'insufficient'
}

/** Decimals of a mean: finer than any limit is written. Adding leaves digits beyond them, by which a mean that is a limit would lie above it. */
const DECIMALS = 6

/** The mean of what is known, valid from `needed` values on. Below there is no mean, not an estimated one. */
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

/** Minutes of sampling an hour needs. Water is sampled every few hours: each hour with a sample counts. */
export const neededOfHour = (medium?: Medium): number => (medium === 'water' ? 0 : NEEDED.hour)

/** Hourly means a day needs: of water a single one. */
export const neededOfDay = (medium: Medium): number => (medium === 'water' ? 1 : NEEDED.day)

/** Daily means a month needs; `month` 1 to 12. */
export const neededOfMonth = (month: number): number => (month === 2 ? NEEDED.february : NEEDED.month)

/** The mean of a year from its months' daily means: 324 of them, and every month valid for itself. */
export function meanOfYear(months: readonly (readonly (number | null | undefined)[])[]): Mean {
  const year = meanOf(months.flat(), NEEDED.year)
  const whole =
    months.length === 12 && months.every((days, place) => meanOf(days, neededOfMonth(place + 1)).state === 'valid')
  return whole ? year : { ...year, mean: null, state: 'insufficient' }
}

/** The running means over eight hours that end within a day, of its hourly means; null where fewer than six of the eight are there. */
export const runningEights = (hours: readonly (number | null)[]): (number | null)[] =>
  hours.slice(7).map((_, from) => meanOf(hours.slice(from, from + 8), NEEDED.eight).mean)

/** Running means over eight hours that a day of ozone needs, of the 17 that end at 8 to 24 h (HJ 663-2013). */
const OZONE_MEANS = 14
/** The daily limit of grade II, µg/m³: a day beyond it counts however few hours it has (HJ 663-2013). */
const OZONE_LIMIT = 160

/**
 * Ozone of a day: the largest of the running means over eight hours that end at 8, 9 … 24 h. `hours` are the 24 hourly means, null where one is missing.
 *
 * @param microgram what 1 µg/m³ is in the unit of the means
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
