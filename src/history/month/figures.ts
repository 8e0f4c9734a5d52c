import { equivalentLevel } from '../../../standards/noiseLevels.ts'
import type { ShownDay } from './days.ts'
import { fullHours, hoursBegun, type Countable, type HourLine, type ShownHour } from './hours.ts'
import { resultantDirection } from '../../../resources/kit/reading.ts'
import { HOUR } from '../../../resources/kit/zone.ts'

/** What is told of a span in numbers; moments are epoch ms. */
export interface Figures {
  /** Null of directions whose resultant vanishes, and without an hour that counts. */
  mean: number | null
  /** Hours with the greatest and the least mean; null without one that counts. */
  most: { value: number; at: number } | null
  least: { value: number; at: number } | null
  /** 95 % of the hours lie at it or below. */
  p95: { value: number; at: number } | null
  /** Hours that count, of those that have begun. */
  captured: { hours: number; of: number }
  /** The longest stretch without a counting hour; null where there is none. */
  gap: { at: number; hours: number } | null
}

/** Figures of a node's hours; null without any. */
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
    // Nearest rank: a value that was measured, so that it has its moment.
    p95: momentOf(sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)]),
    captured: { hours: full.length, of: hoursBegun(span, now) },
    gap: longestGap(full, span, now),
  }
}

/** The mean of hours: of energies for sound, of vectors for directions, where it is null once those cancel each other out. */
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

/** What of a span is beyond a limit: how much of it, how much there is, and the first. */
export interface Exceeded {
  count: number
  of: number
  /** Epoch ms of the first; null where there is none. */
  first: number | null
}

/**
 * Days or hours beyond the limit that held for each of them; those without a limit do not count.
 *
 * @param isBeyond whether one is; null where no law has a limit for it
 */
export function exceededOf<T extends Pick<ShownDay, 'at'>>(
  all: readonly T[],
  isBeyond: (one: T) => boolean | null,
): Exceeded {
  const judged = all.map((one) => [one, isBeyond(one)] as const).filter(([, beyond]) => beyond !== null)
  const found = judged.filter(([, beyond]) => beyond)
  return { count: found.length, of: judged.length, first: found[0]?.[0].at ?? null }
}
