/** Age at which data is stale where the acquisition cycle is unknown, ms. */
const STALE_AFTER_MS = 10 * 60_000

/**
 * Returns whether data is stale: older than three acquisition cycles.
 *
 * @param age ms
 * @param cycle acquisition cycle of the device, s; null or 0 where it is unknown
 */
export const isStaleAt = (age: number, cycle: number | null): boolean =>
  age > (cycle !== null && cycle > 0 ? 3 * cycle * 1000 : STALE_AFTER_MS)

/** Urgency of a device whose data is stale: after all devices in alarm, before all others. */
export const STALE = 6

/** Number of urgencies: 0 to STALE + 1. */
export const URGENCIES = STALE + 2

/**
 * Returns how urgent a device is in lists, lowest first (design 8.2): devices in alarm by their worst level (1 is the
 * most urgent, alarms without a level follow all levels), then devices with stale data, then all others.
 *
 * @param level the worst level of the device's alarms; null where none has a level
 * @param isStale whether the data is stale, of a device that is not offline; asked only where it counts
 */
export function urgencyOf(isAbnormal: boolean, level: number | null, isStale: () => boolean): number {
  if (isAbnormal) return Math.max(0, Math.min(level ?? STALE, STALE - 1))
  return isStale() ? STALE : STALE + 1
}
