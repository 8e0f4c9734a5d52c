import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import type { DeviceState, NodeState, ThresholdName } from '../../../dataProvider/normalise.ts'
import { alarmMessage } from '../../live/alarmMessage.ts'

/** One alarm of the bell: a threshold a device violates now, an unhandled record of the log, or both in one. */
export interface Alarm {
  /** Stays the same for as long as the alarm lasts: "7:31", device and threshold; "record:465" where the log alone knows it. */
  key: string
  message: string
  deviceId: number | null
  deviceName: string
  areaId: number | null
  nodeName: string
  /** The node as it is now; null where the live state does not have it. */
  node: NodeState | null
  /** What the log says of the value, where the live state does not. */
  logged: number | null
  /** When it was raised, epoch ms; null where the log does not tell. */
  at: number | null
  /** The record that waits for handling. */
  record: number | null
}

/**
 * What the bell shows: everything violated now, and what waits for handling without being in the live state. The newest are first, and those the
 * log has nothing waiting for are last: they are handled already, or older than what the bell looks at.
 *
 * @param records those that wait for handling, and handled ones, which tell when an alarm that lasts began
 */
export function alarmsOf(devices: Iterable<DeviceState>, records: readonly AlarmRecord[], thresholds: ReadonlyMap<number, ThresholdName>): Alarm[] {
  const lasting = records.filter((record) => record.lasting)
  const waiting = lasting.filter(({ state }) => state === 0)
  const byDevice = new Map<number, DeviceState>()
  const taken = new Set<number>()
  const alarms: Alarm[] = []
  for (const device of devices) {
    byDevice.set(device.id, device)
    if (device.disabled) continue
    for (const threshold of device.thre_list) {
      const name = thresholds.get(threshold)
      const record = waiting.find((candidate) => !taken.has(candidate.id) && belongs(candidate, device, name))
      if (record) taken.add(record.id)
      alarms.push(liveAlarm(device, threshold, name, record, record ?? lasting.find((candidate) => candidate.state !== 0 && belongs(candidate, device, name))))
    }
  }
  for (const record of waiting) if (!taken.has(record.id)) alarms.push(loggedAlarm(record, byDevice))
  return alarms.toSorted((a, b) => Number(a.record === null) - Number(b.record === null) || (b.at ?? 0) - (a.at ?? 0) || a.key.localeCompare(b.key))
}

/** By ids; older platforms say names alone. */
function belongs(record: AlarmRecord, device: DeviceState, name: ThresholdName | undefined): boolean {
  if (record.device === null ? record.deviceName !== device.name : record.device !== device.id) return false
  if (record.nodemap !== null && name?.nodemap_id != null) return record.nodemap === name.nodemap_id
  return name === undefined || record.message === name.alarm_msg || record.threshold === name.alarm_msg || device.thre_list.length === 1
}

/** `record` waits for handling; `logged`, the same or one that was handled, says when it began. */
function liveAlarm(device: DeviceState, threshold: number, name: ThresholdName | undefined, record: AlarmRecord | undefined, logged: AlarmRecord | undefined): Alarm {
  const node = device.nodes.find(({ id }) => id === (name?.nodemap_id ?? record?.nodemap)) ?? null
  return {
    key: `${device.id}:${threshold}`,
    message: record?.threshold || record?.message || alarmMessage(name?.alarm_msg ?? '', device, node),
    deviceId: device.id,
    deviceName: device.name,
    areaId: device.district_id,
    nodeName: node?.alias ?? record?.nodeName ?? '',
    node,
    logged: logged?.value ?? null,
    at: logged?.at ?? null,
    record: record?.id ?? null,
  }
}

function loggedAlarm(record: AlarmRecord, devices: ReadonlyMap<number, DeviceState>): Alarm {
  const device = record.device === null ? undefined : devices.get(record.device)
  return {
    key: `record:${record.id}`,
    message: record.threshold || record.message,
    deviceId: record.device,
    deviceName: record.deviceName || (device?.name ?? ''),
    areaId: record.area ?? device?.district_id ?? null,
    nodeName: record.nodeName,
    node: device?.nodes.find(({ id }) => id === record.nodemap) ?? null,
    logged: record.value,
    at: record.at,
    record: record.id,
  }
}

/** Keys that were not there before. */
export const newOnes = (before: ReadonlySet<string>, alarms: readonly Alarm[]): Alarm[] => alarms.filter(({ key }) => !before.has(key))
