import { equivalentLevel } from '../../../standards/noiseLevels.ts'
import type { ShownDay } from './days.ts'
import { fullHours, hoursBegun, type Countable, type HourLine, type ShownHour } from './hours.ts'
import { resultantDirection } from '../../../resources/kit/reading.ts'
import { HOUR } from '../../../resources/kit/zone.ts'

/** Statistics of a span; moments are ms since the epoch. */
export interface Figures {
  /** Null for directions whose resultant vanishes, and without a valid hour. */
  mean: number | null
  /** Hours with the highest and the lowest mean; null without a valid hour. */
  most: { value: number; at: number } | null
  least: { value: number; at: number } | null
  /** 95th percentile: 95 % of the hours lie at or below it. */
  p95: { value: number; at: number } | null
  /** Valid hours, out of the hours that have begun. */
  captured: { hours: number; of: number }
  /** The longest gap without a valid hour; null if there is none. */
  gap: { at: number; hours: number } | null
}

/** Returns the statistics of a node's hours; null without hours. */
export function figuresOf(
  line: Countable & Pick<HourLine, 'isSound'>,
  span: { from: number; to: number },
  now: number,
): Figures | null {
  if (line.hours.length === 0) return null
  const full = fullHours(line)
  const sorted = full.toSorted((one, other) => one.mean - other.mean)
  const momentOf = (hour: ShownHour | undefined) => (hour ? { value: hour.mean, at: hour.at } : null)
  return {
    mean: meanOfHours(full, line.isSound),
    most: momentOf(sorted.at(-1)),
    least: momentOf(sorted[0]),
    // Nearest rank: a measured value, which has a moment.
    p95: momentOf(sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)]),
    captured: { hours: full.length, of: hoursBegun(span, now) },
    gap: longestGap(full, span, now),
  }
}

/**
 * Returns the mean of hours: an energy mean for sound, a vector mean for directions, which is null if the vectors
 * cancel out.
 */
export function meanOfHours(hours: readonly Pick<ShownHour, 'mean' | 'vector'>[], isSound: boolean): number | null {
  if (hours.length === 0) return null
  if (hours.every(({ vector }) => vector)) {
    const sum = (part: 0 | 1): number => hours.reduce((total, { vector }) => total + (vector?.[part] ?? 0), 0)
    return resultantDirection(sum(0), sum(1), hours.length)
  }
  const values = hours.map(({ mean }) => mean)
  return isSound ? equivalentLevel(values) : values.reduce((sum, value) => sum + value, 0) / values.length
}

function longestGap(
  full: readonly ShownHour[],
  { from, to }: { from: number; to: number },
  now: number,
): Figures['gap'] {
  const end = Math.min(to + 1, Math.floor(now / HOUR) * HOUR)
  let longest: Figures['gap'] = null
  let last = from
  for (const at of [...full.map((hour) => hour.at), end]) {
    const hours = Math.round((at - last) / HOUR)
    if (hours > (longest?.hours ?? 0)) longest = { at: last, hours }
    last = Math.max(last, at + HOUR)
  }
  return longest
}

/** Exceedances of a limit in a span: their number, the number of judged items, and the first one. */
export interface Exceeded {
  count: number
  of: number
  /** Time of the first exceedance, ms since the epoch; null if there is none. */
  first: number | null
}

/**
 * Counts the days or hours beyond the limit that applied to each of them; items without a limit are not counted.
 *
 * @param isBeyond whether an item is beyond its limit; null if no standard has a limit for it
 */
export function exceededOf<T extends Pick<ShownDay, 'at'>>(
  all: readonly T[],
  isBeyond: (one: T) => boolean | null,
): Exceeded {
  const judged = all.map((one) => [one, isBeyond(one)] as const).filter(([, beyond]) => beyond !== null)
  const found = judged.filter(([, beyond]) => beyond)
  return { count: found.length, of: judged.length, first: found[0]?.[0].at ?? null }
}
