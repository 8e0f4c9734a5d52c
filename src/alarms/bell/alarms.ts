import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { MAX_NEEDING } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { DeviceState, NodeState, ThresholdName } from '../../../dataProvider/normalise.ts'
import { isWorseLevel } from '../../../resources/kit/episode.ts'
import { alarmMessage } from '../../live/alarmMessage.ts'
import { lastDataAt, silentAlarms } from '../../live/deviceStatus.ts'

/** One alarm of the bell: a threshold a device violates now, with what the log knows of it. */
export interface Alarm {
  /** Stays the same for as long as the alarm lasts: the episode's id or, where there are none, "7:31", device and threshold. */
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
  /** When it fired last, epoch ms, of an episode; else null. */
  firedAt: number | null
  /** The record that waits for handling. */
  record: number | null
  /** Its data stopped, so that nobody knows whether it still holds: since when, null where nobody says that; undefined while it is measured. */
  silentSince: number | null | undefined
  /** 1 urgent to 4 early warning; null where nobody says. */
  level: number | null
}

/**
 * What the bell shows: everything violated now, one line for each device and threshold. What the log has open beside that is over, or was never measured
 * again, and no current alarm. The newest are first, and those the log has nothing waiting for are last: they are handled already, or older than what the
 * bell looks at.
 *
 * @param records those that wait for handling, and handled ones, which tell when an alarm that lasts began
 */
export function alarmsOf(
  devices: Iterable<DeviceState>,
  records: readonly AlarmRecord[],
  thresholds: ReadonlyMap<number, ThresholdName>,
  translate: (key: string) => string,
): Alarm[] {
  const lasting = records.filter((record) => record.lasting)
  const waiting = lasting.filter(({ state }) => state === 0)
  const taken = new Set<number>()
  const alarms: Alarm[] = []
  for (const device of devices) {
    if (device.disabled) continue
    const silent = silentAlarms(device)
    for (const threshold of device.thre_list) {
      const name = thresholds.get(threshold)
      const record = waiting.find((candidate) => !taken.has(candidate.id) && belongs(candidate, device, name))
      if (record) taken.add(record.id)
      const logged = record ?? lasting.find((candidate) => candidate.state !== 0 && belongs(candidate, device, name))
      const alarm = alarmOf(device, threshold, name, record, logged, translate)
      alarms.push(
        silent.includes(threshold)
          ? { ...alarm, silentSince: logged?.noDataSince ?? alarm.node?.at ?? lastDataAt(device) }
          : alarm,
      )
    }
  }
  return alarms.toSorted(
    (a, b) =>
      Number(a.record === null) - Number(b.record === null) || (b.at ?? 0) - (a.at ?? 0) || a.key.localeCompare(b.key),
  )
}

/** By ids; older platforms say names alone. */
function belongs(record: AlarmRecord, device: DeviceState, name: ThresholdName | undefined): boolean {
  if (record.device === null ? record.deviceName !== device.name : record.device !== device.id) return false
  if (record.nodemap !== null && name && name.nodes.length > 0) return name.nodes.includes(record.nodemap)
  return (
    name === undefined ||
    record.message === name.alarm_msg ||
    record.threshold === name.alarm_msg ||
    device.thre_list.length === 1
  )
}

/** `record` waits for handling; `logged`, the same or one that was handled, says when it began. */
function alarmOf(
  device: DeviceState,
  threshold: number,
  name: ThresholdName | undefined,
  record: AlarmRecord | undefined,
  logged: AlarmRecord | undefined,
  translate: (key: string) => string,
): Alarm {
  const judged: readonly (number | null | undefined)[] = name && name.nodes.length > 0 ? name.nodes : [record?.nodemap]
  const node = device.nodes.find(({ id }) => judged.includes(id)) ?? null
  return {
    key: `${device.id}:${threshold}`,
    message: record?.threshold || record?.message || alarmMessage(name?.alarm_msg ?? '', device, node, translate),
    deviceId: device.id,
    deviceName: device.name,
    areaId: device.district_id,
    nodeName: node?.alias ?? record?.nodeName ?? '',
    node,
    logged: logged?.value ?? null,
    at: logged?.at ?? null,
    firedAt: null,
    record: record?.id ?? null,
    silentSince: undefined,
    level: typeof logged?.level === 'number' ? logged.level : null,
  }
}

/**
 * Those that were not there before, by their keys, and of episodes those that fired again or got worse since.
 *
 * @param before in their order: what comes after the last of a list of episodes that was full was there too, and is no news once there is room for it
 */
export function newOnes(before: ReadonlyMap<string, Alarm>, alarms: readonly Alarm[]): Alarm[] {
  const last = before.size < MAX_NEEDING ? undefined : [...before.values()].at(-1)
  return alarms.filter((alarm) => {
    const known = before.get(alarm.key)
    if (!known) return !last || last.firedAt === null || byUrgency(alarm, last) < 0
    // Without episodes a level is known once the log has answered.
    if (alarm.firedAt === null || known.firedAt === null) return false
    return alarm.firedAt > known.firedAt || isWorseLevel(alarm.level, known.level)
  })
}

/** The most urgent first, then those that fired last. */
const byUrgency = (a: Pick<Alarm, 'level' | 'firedAt'>, b: Pick<Alarm, 'level' | 'firedAt'>): number =>
  (a.level ?? 9) - (b.level ?? 9) || (b.firedAt ?? 0) - (a.firedAt ?? 0)

/**
 * Whether an episode needs the reader, of those that need somebody: what lasts, or went silent, and nobody has, and what was given to the reader. For a platform
 * that does not list what needs the reader itself (wire.md, `needs_me`).
 */
export const needsReader = (
  { condition, assignee_id, roster_id }: Pick<Episode, 'condition' | 'assignee_id' | 'roster_id'>,
  me: number,
): boolean => assignee_id === me || (condition !== 'cleared' && assignee_id === null && roster_id === null)

/** Episodes as the bell shows them, in the order of its list. */
export const alarmsNeeding = (
  episodes: readonly Episode[],
  deviceOf: (id: number) => DeviceState | undefined,
): Alarm[] =>
  episodes
    .map((episode) => ({
      key: String(episode.id),
      message: episode.threshold_name || episode.message,
      deviceId: episode.device_id,
      deviceName: episode.device_name,
      areaId: episode.district_id,
      nodeName: episode.node_name,
      node: deviceOf(episode.device_id ?? 0)?.nodes.find(({ id }) => id === episode.nodemap_id) ?? null,
      // A class is no value of the node.
      logged: episode.value ?? (episode.standard === null ? episode.fired_value : null),
      at: episode.fired_at,
      firedAt: episode.last_fired_at,
      record: episode.id,
      silentSince: episode.condition === 'no_data' ? episode.no_data_since : undefined,
      level: episode.level,
    }))
    .toSorted(byUrgency)
