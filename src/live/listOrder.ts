import type { DeviceState } from '../../dataProvider/normalise.ts'
import { STALE, urgencyOf } from '../../resources/kit/urgency.ts'
import {
  connectionOf,
  isAbnormal,
  isStale,
  worstAlarmLevel,
  type DeviceHead,
  type StatusContext,
} from './deviceStatus.ts'

export const byId = (a: DeviceHead, b: DeviceHead): number => a.id - b.id
export const byPlace = (a: DeviceHead, b: DeviceHead): number => b.sort_num - a.sort_num || byId(a, b)

/** Returns the group of a device in the default order (resources/kit/urgency.ts), the most urgent first. */
export const urgency = (
  device: DeviceHead,
  { isStale: hasOldValues, closedAreas }: Pick<StatusContext, 'closedAreas'> & { isStale?: (id: number) => boolean },
): number =>
  urgencyOf(
    isAbnormal(device),
    worstAlarmLevel(device),
    () => hasOldValues?.(device.id) === true && connectionOf(device, closedAreas) !== 'offline',
  )

/**
 * Returns whether the devices that arrived first are also the first of the list, apart from devices in alarm, which
 * precede all others. That holds if they are in the platform's order and none of them is stale, since a stale device
 * moves up; stale devices that have not arrived yet may still precede them.
 */
export const areFirst = (devices: readonly DeviceState[], now: number): boolean =>
  devices.every((device, at) => {
    const before = devices[at - 1]
    const moves = urgency(device, { isStale: () => isStale(device, now), closedAreas: NO_AREAS }) === STALE
    return !moves && (before === undefined || byPlace(before, device) < 0)
  })

const NO_AREAS: ReadonlySet<number> = new Set()
