/** How often a device reports and is given up, as its record says. */
export interface Cycles {
  /** Seconds of silence after which a device is offline; 0: never. */
  over_time: number
  /** Seconds. */
  acquisition_cycle: number
  /** Minutes where it is a cycle; 0, -1 and SAVE_ON_CHANGE have meanings of their own. */
  save_cycle: number
}

/** save_cycle of a device whose history takes a value whenever it changed (spec 2 §4). */
export const SAVE_ON_CHANGE = 100_000_000
const MIN_FRESH_MS = 15 * 60_000

/** How old a value may be and still raise an alarm, milliseconds: the offline limit or, without one, three cycles and at least 15 minutes. */
export function freshFor({ over_time, acquisition_cycle, save_cycle }: Cycles): number {
  if (over_time > 0) return over_time * 1000
  const saving = save_cycle > 0 && save_cycle < SAVE_ON_CHANGE ? save_cycle * 60_000 : 0
  return Math.max(MIN_FRESH_MS, 3 * acquisition_cycle * 1000, 3 * saving)
}

/** Whether a value of that time still counts: it may raise an alarm, and is reported upward as one of the moment. */
export const isFresh = (ts: number, cycles: Cycles, now: number): boolean => now - ts <= freshFor(cycles)

/** Until when a device that last spoke at `lastAt` counts as online, epoch ms; over_time 0: for ever (spec 2 §3). */
export const onlineUntil = (lastAt: number, { over_time }: Pick<Cycles, 'over_time'>): number =>
  over_time > 0 ? lastAt + over_time * 1000 : Number.POSITIVE_INFINITY

/** Cycles without a value of its own after which a virtual rule that fills gaps takes over. */
const MISSED = 2

/** How long a device's own value keeps a virtual rule from filling in, milliseconds: two cycles, or over_time where that is longer. */
export const missingAfter = ({ over_time, acquisition_cycle }: Omit<Cycles, 'save_cycle'>): number =>
  Math.max(MISSED * acquisition_cycle, over_time) * 1000

/**
 * How long a stored value speaks for, milliseconds. History holds some of what a device reported: until the next value is due to be stored nothing
 * was unknown; where only changes are stored, a value stands until the next.
 */
export function storedFor(cycles: Cycles): number {
  const { save_cycle } = cycles
  if (save_cycle >= SAVE_ON_CHANGE) return Number.POSITIVE_INFINITY
  return Math.max(freshFor(cycles), save_cycle > 0 ? 2 * save_cycle * 60_000 : 0)
}
