/** The reporting cycles and the offline limit in a device's record. */
export interface Cycles {
  /** Seconds of silence after which a device is offline; 0: never. */
  over_time: number
  /** Seconds. */
  acquisition_cycle: number
  /** Minutes if it is a cycle; 0, -1 and SAVE_ON_CHANGE have special meanings. */
  save_cycle: number
}

/** save_cycle of a device whose history stores a value whenever it changed (spec 2 §4). */
export const SAVE_ON_CHANGE = 100_000_000
const MIN_FRESH_MS = 15 * 60_000

/**
 * Returns how old a value may be and still raise an alarm, ms: the offline limit or, without one, three cycles and at
 * least 15 minutes.
 */
export function maxValueAge({ over_time, acquisition_cycle, save_cycle }: Cycles): number {
  if (over_time > 0) return over_time * 1000
  const saving = save_cycle > 0 && save_cycle < SAVE_ON_CHANGE ? save_cycle * 60_000 : 0
  return Math.max(MIN_FRESH_MS, 3 * acquisition_cycle * 1000, 3 * saving)
}

/**
 * Whether a value of time `ts` is still fresh: it may raise an alarm, and is reported northbound as a current value.
 */
export const isFresh = (ts: number, cycles: Cycles, now: number): boolean => now - ts <= maxValueAge(cycles)

/**
 * Returns until when a device whose last message came at `lastAt` counts as online, epoch ms; over_time 0: for ever
 * (spec 2 §3).
 */
export const onlineUntil = (lastAt: number, { over_time }: Pick<Cycles, 'over_time'>): number =>
  over_time > 0 ? lastAt + over_time * 1000 : Number.POSITIVE_INFINITY

/** Cycles without a value of the device's own after which a gap-filling virtual rule takes over. */
const MAX_MISSED_CYCLES = 2

/**
 * Returns how long a device's own value keeps a virtual rule from filling in, ms: two cycles, or over_time if that is
 * longer.
 */
export const missingAfter = ({ over_time, acquisition_cycle }: Omit<Cycles, 'save_cycle'>): number =>
  Math.max(MAX_MISSED_CYCLES * acquisition_cycle, over_time) * 1000

/**
 * Returns how long a stored value counts, ms. History holds only some of the values that a device reported: until the
 * next value is due to be stored, nothing is missing. If only changes are stored, a value counts until the next one.
 */
export function maxStoredAge(cycles: Cycles): number {
  const { save_cycle } = cycles
  if (save_cycle >= SAVE_ON_CHANGE) return Number.POSITIVE_INFINITY
  return Math.max(maxValueAge(cycles), save_cycle > 0 ? 2 * save_cycle * 60_000 : 0)
}
