import { integer, readRecords, type DeviceState } from '../../dataProvider/normalise.ts'
import type { Status } from '../kit/states/StatusMark.tsx'

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
const STALE_AFTER_MS = 10 * 60_000

/** How a device shows: disabled before offline before alarm before stale before online (design §4); unknown where the platform says nothing of it. */
export function statusOf(device: DeviceState, { closedAreas, now }: StatusContext): Status {
  if (device.disabled) return 'disabled'
  const connection = connectionOf(device, closedAreas)
  if (connection === 'offline') return 'offline'
  if (hasMeasuredAlarm(device)) return 'alarm'
  return isStale(device, now) ? 'stale' : connection
}

/** The status of a device as it stands beside its alarm, which says nothing of whether it is online. */
export const besideAlarm = (status: Status, { online }: Pick<DeviceHead, 'online'>): Exclude<Status, 'alarm'> =>
  status !== 'alarm' ? status : online === null ? 'unknown' : 'online'

export type Connection = 'online' | 'offline' | 'unknown'

/**
 * The one rule by which the list, the map, the dashboard and the big screen count: offline is what is disabled, stands in an area out of service, or is said
 * to be offline; what the platform says nothing of is neither.
 */
export function connectionOf(
  { disabled, district_id, online }: DeviceHead,
  closedAreas: ReadonlySet<number>,
): Connection {
  if (disabled || (district_id !== null && closedAreas.has(district_id))) return 'offline'
  return online === null ? 'unknown' : online ? 'online' : 'offline'
}

/** How many devices there are of each connection. */
export function countConnections(
  devices: Iterable<DeviceHead>,
  closedAreas: ReadonlySet<number>,
): Record<Connection, number> {
  const counts = { online: 0, offline: 0, unknown: 0 }
  for (const device of devices) counts[connectionOf(device, closedAreas)]++
  return counts
}

/** Gateways by what the devices behind them say of them; those of which none says anything are left out. */
export function gatewayStates(devices: Iterable<DeviceHead>): ReadonlyMap<number, boolean> {
  const gateways = new Map<number, boolean>()
  for (const { gateway_id: id, gateway_online: online } of devices)
    if (id !== null && online !== null) gateways.set(id, online || gateways.get(id) === true)
  return gateways
}

/** Run state "abnormal": a threshold is violated, whatever else the device shows. */
export const isAbnormal = (device: DeviceHead): boolean => device.thre_list.length > 0

/** The worst level of a device's alarms, 1 to 4; null where none has one, or the platform does not say. */
export function worstAlarmLevel({ alarms }: Pick<DeviceHead, 'alarms'>): number | null {
  if (alarms === null) return null
  const levels = readRecords(JSON.parse(alarms)).flatMap((alarm) => integer(alarm['level']) ?? [])
  return levels.length === 0 ? null : Math.min(...levels)
}

/**
 * The alarms of a device whose data stopped: nobody knows whether they still hold. Where the platform does not say which (the extension
 * `nodata_list`), all of a device that is offline.
 */
export const silentAlarms = ({ nodata_list, online, thre_list }: DeviceHead): readonly number[] =>
  nodata_list ?? (online === false ? thre_list : [])

/** Whether any of its alarms is known to hold now: what nobody measures any more is not shown as if somebody did. */
export function hasMeasuredAlarm(device: DeviceHead): boolean {
  const silent = silentAlarms(device)
  return device.thre_list.some((threshold) => !silent.includes(threshold))
}

/** Time of the newest sample of any node, epoch ms; null before the first. */
export function lastDataAt(device: DeviceState): number | null {
  let last: number | null = null
  for (const { at } of device.nodes) if (at !== null && (last === null || at > last)) last = at
  return last
}

/** Older than three acquisition cycles. A device without any data is not stale: it shows that it has none. */
export const isStale = (device: DeviceState, now: number): boolean => isOld(lastDataAt(device), device, now)

/** The same of one whose newest sample is of `last`, epoch ms; null: it has none. */
export function isOld(last: number | null, { acquisition_cycle: cycle }: DeviceHead, now: number): boolean {
  return last !== null && now - last > (cycle !== null && cycle > 0 ? 3 * cycle * 1000 : STALE_AFTER_MS)
}
