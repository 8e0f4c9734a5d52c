import { integer, readRecords, type DeviceState } from '../../dataProvider/normalise.ts'
import { isStaleAt } from '../../resources/kit/urgency.ts'
import type { Status } from '../kit/states/StatusMark.tsx'

/** A device without its nodes and their values. */
export type DeviceHead = Omit<DeviceState, 'nodes'>

/** What the status of a device depends on, apart from the device. */
export interface StatusContext {
  /** Areas whose build_state is 1 or 2: their devices are shown as offline (spec 1 §4). */
  closedAreas: ReadonlySet<number>
  /** Ms since the epoch. */
  now: number
}

/**
 * Returns the status to show for a device. Precedence: disabled, offline, alarm, stale, online (design §4); unknown if
 * the platform does not report whether the device is online.
 */
export function statusOf(device: DeviceState, { closedAreas, now }: StatusContext): Status {
  if (device.disabled) return 'disabled'
  const connection = connectionOf(device, closedAreas)
  if (connection === 'offline') return 'offline'
  if (hasMeasuredAlarm(device)) return 'alarm'
  return isStale(device, now) ? 'stale' : connection
}

/** Returns the status to show next to an alarm, which does not say whether the device is online. */
export const besideAlarm = (status: Status, { online }: Pick<DeviceHead, 'online'>): Exclude<Status, 'alarm'> =>
  status !== 'alarm' ? status : online === null ? 'unknown' : 'online'

export type Connection = 'online' | 'offline' | 'unknown'

/**
 * Returns the connection of a device. The list, the map, the dashboard and the big screen all count by this rule: a
 * device is offline if it is disabled, lies in an area out of service, or is reported offline; a device of which the
 * platform reports nothing is neither online nor offline.
 */
export function connectionOf(
  { disabled, district_id, online }: DeviceHead,
  closedAreas: ReadonlySet<number>,
): Connection {
  if (disabled || (district_id !== null && closedAreas.has(district_id))) return 'offline'
  return online === null ? 'unknown' : online ? 'online' : 'offline'
}

/** Counts the devices by connection. */
export function countConnections(
  devices: Iterable<DeviceHead>,
  closedAreas: ReadonlySet<number>,
): Record<Connection, number> {
  const counts = { online: 0, offline: 0, unknown: 0 }
  for (const device of devices) counts[connectionOf(device, closedAreas)]++
  return counts
}

/**
 * Returns whether each gateway is online, as reported by its devices; a gateway on which no device reports is left out.
 */
export function gatewayStates(devices: Iterable<DeviceHead>): ReadonlyMap<number, boolean> {
  const gateways = new Map<number, boolean>()
  for (const { gateway_id: id, gateway_online: online } of devices)
    if (id !== null && online !== null) gateways.set(id, online || gateways.get(id) === true)
  return gateways
}

/** Run state "abnormal": the device violates a threshold, whatever its status. */
export const isAbnormal = (device: DeviceHead): boolean => device.thre_list.length > 0

/**
 * Returns the worst level (1 to 4) of a device's alarms; null if no alarm has a level, or the platform does not report
 * levels.
 */
export function worstAlarmLevel({ alarms }: Pick<DeviceHead, 'alarms'>): number | null {
  if (alarms === null) return null
  const levels = readRecords(JSON.parse(alarms)).flatMap((alarm) => integer(alarm['level']) ?? [])
  return levels.length === 0 ? null : Math.min(...levels)
}

/**
 * Returns the alarms of a device whose data stopped: whether they still hold is unknown. If the platform does not
 * report them (extension `nodata_list`), all alarms of an offline device count.
 */
export const silentAlarms = ({ nodata_list, online, thre_list }: DeviceHead): readonly number[] =>
  nodata_list ?? (online === false ? thre_list : [])

/**
 * Returns whether any alarm of the device is known to hold now. An alarm whose node is not measured any more is shown
 * differently.
 */
export function hasMeasuredAlarm(device: DeviceHead): boolean {
  const silent = silentAlarms(device)
  return device.thre_list.some((threshold) => !silent.includes(threshold))
}

/** Returns the time of the newest sample of any node, ms since the epoch; null before the first. */
export function lastDataAt(device: DeviceState): number | null {
  let last: number | null = null
  for (const { at } of device.nodes) if (at !== null && (last === null || at > last)) last = at
  return last
}

/**
 * Returns whether the data is older than three acquisition cycles. A device without any data is not stale: it is shown
 * as having no data.
 */
export const isStale = (device: DeviceState, now: number): boolean => isOld(lastDataAt(device), device, now)

/** As isStale, for a device whose newest sample is of `last`, ms since the epoch; null: no sample. */
export function isOld(last: number | null, { acquisition_cycle: cycle }: DeviceHead, now: number): boolean {
  return last !== null && isStaleAt(now - last, cycle)
}

/**
 * Counts devices and devices in alarm by area, without subareas; the tree sums its numbers and marks from these counts.
 * `all` includes devices without an area.
 */
export function countByArea(devices: Iterable<DeviceHead>): {
  total: Map<number, number>
  alarms: Map<number, number>
  all: number
} {
  const [total, alarms] = [new Map<number, number>(), new Map<number, number>()]
  let all = 0
  for (const device of devices) {
    all++
    if (device.district_id === null) continue
    total.set(device.district_id, (total.get(device.district_id) ?? 0) + 1)
    if (isAbnormal(device)) alarms.set(device.district_id, (alarms.get(device.district_id) ?? 0) + 1)
  }
  return { total, alarms, all }
}
