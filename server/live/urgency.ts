import { isStaleAt, urgencyOf, URGENCIES } from '../../resources/kit/urgency.ts'
import type { LiveDevice } from '../platform.ts'
import type { RegisteredDevice } from './registered.ts'

/**
 * Returns devices in the order in which the console lists them, so that a page can show its first rows while the rest
 * arrives: those of the areas `first` (null: of all) before all others, within both parts the most urgent first, and
 * where that is the same in the given order.
 *
 * @param isOffline tells of devices that are offline, whose data is not called stale
 * @param now epoch ms
 */
export function byUrgency(
  devices: readonly RegisteredDevice[],
  {
    first,
    isOffline,
    now,
  }: { first: ReadonlySet<number> | null; isOffline: (device: LiveDevice) => boolean; now: number },
): RegisteredDevice[] {
  // One list a rank: sorting a city's devices would keep the process for a tenth of a second.
  const ranks: RegisteredDevice[][] = Array.from({ length: 2 * URGENCIES }, () => [])
  for (const device of devices) {
    const { thresholds, alarms, lastAt, acquisition_cycle } = device
    const levels = alarms.flatMap(({ level }) => level ?? [])
    const urgency = urgencyOf(
      thresholds.length > 0,
      levels.length === 0 ? null : Math.min(...levels),
      () => lastAt !== null && isStaleAt(now - lastAt, acquisition_cycle) && !isOffline(device),
    )
    ranks[urgency + (first?.has(device.district_id) === false ? URGENCIES : 0)]?.push(device)
  }
  return ranks.flat()
}
