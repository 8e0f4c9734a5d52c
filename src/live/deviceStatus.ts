import type { DeviceState } from '../../dataProvider/normalise.ts'
import type { Status } from '../ui/StatusMark.tsx'

/** A device without its nodes and their values. */
export type DeviceHead = Omit<DeviceState, 'nodes'>

/** What the status of a device depends on besides itself. */
export interface StatusContext {
  /** Areas whose build_state is 1 or 2: their devices show as offline (spec 1 §4). */
  closedAreas: ReadonlySet<number>
  /** Epoch ms. */
  now: number
}

/** Where the platform does not say how often a device reports: data older than this is stale. */
const STALE_AFTER = 10 * 60_000

/** How a device shows: disabled before offline before alarm before stale before online (design §4). */
export function statusOf(device: DeviceState, { closedAreas, now }: StatusContext): Status {
  if (device.disabled) return 'disabled'
  if (!isOnline(device, closedAreas)) return 'offline'
  if (isAbnormal(device)) return 'alarm'
  return isStale(device, now) ? 'stale' : 'online'
}

/** Online as the filter and the counts have it: the device says so, and its area is in service. */
export const isOnline = (device: DeviceHead, closedAreas: ReadonlySet<number>): boolean =>
  device.online && !(device.district_id !== null && closedAreas.has(device.district_id))

/** Run state "abnormal": a threshold is violated, whatever else the device shows. */
export const isAbnormal = (device: DeviceHead): boolean => device.thre_list.length > 0

/** Time of the newest sample of any node, epoch ms; null before the first. */
export function lastDataAt(device: DeviceState): number | null {
  let last: number | null = null
  for (const { at } of device.nodes) if (at !== null && (last === null || at > last)) last = at
  return last
}

/** Older than three acquisition cycles. A device without any data is not stale: it shows that it has none. */
export function isStale(device: DeviceState, now: number): boolean {
  const last = lastDataAt(device)
  const cycle = device.acquisition_cycle
  return last !== null && now - last > (cycle !== null && cycle > 0 ? 3 * cycle * 1000 : STALE_AFTER)
}
