import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { MAX_BELL_EPISODES } from '../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { DeviceState, NodeState, ThresholdName } from '../../../dataProvider/normalise.ts'
import { isWorseLevel } from '../../../resources/kit/episode.ts'
import { alarmMessage } from '../../live/alarmMessage.ts'
import { lastDataAt, silentAlarms } from '../../live/deviceStatus.ts'

/** One alarm of the bell: a rule that a device violates at present, with what the log knows of it. */
export interface Alarm {
  /**
   * Identifies the alarm for as long as it lasts: the episode's id or, without episodes, device and threshold, like
   * "7:31".
   */
  key: string
  message: string
  deviceId: number | null
  deviceName: string
  areaId: number | null
  nodeName: string
  /** Current state of the node; null where the live state lacks it. */
  node: NodeState | null
  /** Value in the log, for when the live state has none. */
  logged: number | null
  /** When the alarm was raised, epoch ms; null where the log does not tell. */
  at: number | null
  /** When the episode fired last, epoch ms; null without episodes. */
  firedAt: number | null
  /** Id of the record that waits for handling, or of the episode. */
  record: number | null
  /**
   * Since when the node has sent no data, so that it is unknown whether the alarm still holds; null: since an unknown
   * time; undefined: the node is being measured.
   */
  silentSince: number | null | undefined
  /** 1 urgent to 4 early warning; null where unknown. */
  level: number | null
}

/**
 * Returns what the bell shows without episodes: every rule violated at present, one line for each device and threshold.
 * A record that the log still has open but that no device violates is over or was never measured again, and is left
 * out. Newest alarms are first. Alarms without a waiting record are last: they have been handled, or are older than the
 * records that the bell reads.
 *
 * @param records records that wait for handling, and handled ones, which tell when a lasting alarm began
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
      Number(a.record === null) - Number(b.record === null) ||
      (b.at ?? 0) - (a.at ?? 0) ||
      (a.key < b.key ? -1 : Number(a.key > b.key)),
  )
}

/** Whether a record belongs to an alarm of a device. Compares ids; older platforms send names only. */
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

/**
 * Builds an alarm. `record` waits for handling; `logged` (the same record, or a handled one) tells when the alarm
 * began.
 */
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
 * Returns the alarms whose key was not there before and, of episodes, those that fired again or got worse since.
 *
 * @param before in the order of the list. Where that list was full (MAX_BELL_EPISODES), alarms that sort after its
 * last one may have existed already, so they do not count as new when the list gets room for them
 */
export function newOnes(before: ReadonlyMap<string, Alarm>, alarms: readonly Alarm[]): Alarm[] {
  const last = before.size < MAX_BELL_EPISODES ? undefined : [...before.values()].at(-1)
  return alarms.filter((alarm) => {
    const known = before.get(alarm.key)
    if (!known) return !last || last.firedAt === null || byUrgency(alarm, last) < 0
    // Without episodes the level becomes known only when the log has answered, which is no change.
    if (alarm.firedAt === null || known.firedAt === null) return false
    return alarm.firedAt > known.firedAt || isWorseLevel(alarm.level, known.level)
  })
}

/** Orders the most urgent alarms first, then those that fired last. */
const byUrgency = (a: Pick<Alarm, 'level' | 'firedAt'>, b: Pick<Alarm, 'level' | 'firedAt'>): number =>
  (a.level ?? 9) - (b.level ?? 9) || (b.firedAt ?? 0) - (a.firedAt ?? 0)

/**
 * Whether the reader has to act on an episode of the `needs` list: it lasts or is silent and has no assignee, or it is
 * assigned to the reader. For platforms that do not list `needs_me` (wire.md).
 */
export const needsReader = (
  { condition, assignee_id, roster_id }: Pick<Episode, 'condition' | 'assignee_id' | 'roster_id'>,
  me: number,
): boolean => assignee_id === me || (condition !== 'cleared' && assignee_id === null && roster_id === null)

/** Returns episodes as alarms of the bell, in the order of its list. */
export const alarmsNeeding = (
  episodes: readonly Episode[],
  deviceOf: (id: number) => DeviceState | undefined,
): Alarm[] =>
  episodes
    .map((episode) => ({
      ...alarmThen(episode),
      node: deviceOf(episode.device_id ?? 0)?.nodes.find(({ id }) => id === episode.nodemap_id) ?? null,
      // A class is not a value of the node.
      logged: episode.value ?? (episode.standard === null ? episode.fired_value : null),
      firedAt: episode.last_fired_at,
      record: episode.id,
      silentSince: episode.condition === 'no_data' ? episode.no_data_since : undefined,
      level: episode.level,
    }))
    .toSorted(byUrgency)

/**
 * Returns an episode as an alarm of a past moment at which it lasted: what its row tells only as it is now (value,
 * level, silence, the work on it) is left out.
 */
export const alarmThen = (episode: Episode): Alarm => ({
  key: String(episode.id),
  message: episode.threshold_name || episode.message,
  deviceId: episode.device_id,
  deviceName: episode.device_name,
  areaId: episode.district_id,
  nodeName: episode.node_name,
  node: null,
  logged: null,
  at: episode.fired_at,
  firedAt: null,
  record: null,
  silentSince: undefined,
  level: null,
})
