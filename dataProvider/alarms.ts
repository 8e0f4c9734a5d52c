import { nameOrNumber } from '../resources/kit/named.ts'
import { wrap } from '../resources/kit/wrapped.ts'
import { call, fetchFile } from './http.ts'
import { isRecord } from '../resources/kit/record.ts'
import { readFlag, integer, readNumber, readRecords, readText, readTime } from './normalise.ts'

export interface AlarmEpisode {
  name: string
  from: number
  /** Null while the alarm lasts. */
  to: number | null
  /** Absent if the platform does not send it. */
  nodemap?: number
  /** 1 urgent to 4 early warning; absent if the platform uses other levels. */
  level?: number
}

/**
 * Returns a device's alarms of a span. A row of this platform is a whole alarm with its end. Older platforms write one
 * row when an alarm is raised and another when it is revoked: there an alarm lasts from a raising row to the next
 * revoking row of the same threshold.
 */
export async function alarmEpisodes(
  device: number,
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<AlarmEpisode[]> {
  const { rows } = await alarmRecords({ device, from, to, page: 1, size: 1000 }, signal)
  const open = new Map<string, AlarmEpisode>()
  const episodes: AlarmEpisode[] = []
  for (const { at, recoveredAt, threshold: name, lasting, nodemap, level } of rows.toSorted(
    (one, other) => one.at - other.at,
  )) {
    const before = open.get(name)
    const of = {
      ...(nodemap !== null && { nodemap }),
      ...(typeof level === 'number' && level >= 1 && level <= 4 && { level }),
    }
    if (recoveredAt !== null) episodes.push({ name, from: at, to: recoveredAt, ...of })
    else if (lasting === null) episodes.push({ name, from: at, to: at, ...of })
    else if (lasting && !before) {
      const episode = { name, from: at, to: null, ...of }
      open.set(name, episode)
      episodes.push(episode)
    } else if (!lasting && before) {
      before.to = at
      open.delete(name)
    }
  }
  return episodes
}

/** 0 unhandled, 1 false alarm, 2 handled (spec 1 §4). */
export type AlarmState = 0 | 1 | 2

/**
 * Outcome of an alarm; each record is in exactly one group: it lasts and is not handled; it ended before it was
 * handled; false alarm; handled.
 */
export const ALARM_GROUPS = ['open', 'over', 'false', 'handled'] as const
export type AlarmGroup = (typeof ALARM_GROUPS)[number]

export type AlarmRecord = {
  id: number
  /** Epoch ms. */
  at: number
  threshold: string
  deviceName: string
  nodeName: string
  value: number | null
  /** Unit of the value; '' if the platform does not send it. */
  unit: string
  /** The rule in words and numbers, as the platform wrote it. */
  rule: string
  message: string
  project: number | null
  /** True while the alarm lasts, false once it was revoked; null if the platform does not say. */
  lasting: boolean | null
  /** Null if the platform does not send it, or has other states. */
  state: AlarmState | null
  explained: string | null
  /** The following fields are null on older platforms, which do not send them. */
  device: number | null
  area: number | null
  nodemap: number | null
  /** 1 urgent to 4 early warning; another platform may number or name its levels otherwise. */
  level: number | string | null
  recoveredAt: number | null
  /** Time of the last value of an alarm that lasts, if that value is too old to tell whether the alarm still lasts. */
  noDataSince: number | null
  /** Why the alarm fired, if the platform sends it. */
  trace: Record<string, unknown> | null
  /** The record as it was received: `handleAlarm` sends it back. */
  whole: Record<string, unknown>
}

export interface AlarmQuery {
  area?: number | null
  device?: number | null
  project?: number | null
  /** Epoch ms. */
  from?: number | null
  to?: number | null
  states?: readonly AlarmState[]
  /** Limits the list to these groups; the extension "alarm-groups". */
  groups?: readonly AlarmGroup[]
  page: number
  size: number
}

/** Number of records of each kind as counted by the platform, independent of the page in view. */
export type AlarmTotals<K extends string | number> = Readonly<Record<K, number>>

export interface AlarmPage {
  rows: AlarmRecord[]
  total: number
  /**
   * Counts by group over all records that match the filters other than `groups`; null if they were not asked for or the
   * platform does not count them.
   */
  totals: AlarmTotals<AlarmGroup> | null
}

/**
 * Returns one page of the alarm records, newest first. `totals` asks for the counts as well (the extension
 * "alarm-groups").
 */
export async function alarmRecords(query: AlarmQuery & { totals?: boolean }, signal?: AbortSignal): Promise<AlarmPage> {
  const answer = await call('GET', 'godbThresholdlogByTimeOrId', {
    query: { page_size: query.size, current: query.page, ...filterOf(query), ...(query.totals && { totals: 1 }) },
    signal,
  })
  const rows = readRecords(answer).flatMap(readRecord)
  const counted = isRecord(answer) && isRecord(answer['totals']) ? answer['totals'] : null
  const count = (group: AlarmGroup) => integer(counted?.[group]) ?? 0
  return {
    rows,
    total: (isRecord(answer) ? integer(answer['total']) : null) ?? rows.length,
    totals: counted && { open: count('open'), over: count('over'), false: count('false'), handled: count('handled') },
  }
}

/** Returns the alarm records that a query finds as an .xlsx file. */
export const alarmSheet = (query: Omit<AlarmQuery, 'page' | 'size'>, signal?: AbortSignal): Promise<File> =>
  fetchFile('godbThresholdlogByTimeOrIdToExcel', { query: filterOf(query), signal, timeout: 120_000 })

/**
 * Marks an unhandled alarm as a false alarm or as handled; this is possible once. The whole record is sent (spec 1 §7).
 *
 * @throws WireError 409 if another user has handled the alarm before
 */
export const handleAlarm = (
  { id, whole }: Pick<AlarmRecord, 'id' | 'whole'>,
  state: 1 | 2,
  explained: string,
): Promise<unknown> =>
  call('PUT', `godbThresholdlog/${id}`, { body: { ...whole, alarm_state: state, explained: wrap(explained) } })

export interface SendEntry {
  id: number
  at: number | null
  name: string
  address: string
  text: string
  /** Null while the message waits. */
  ok: boolean | null
  /** 1 message, 2 WeChat, 3 email; other numbers: linkage. */
  type: number
  explained: string | null
  /** The platform gave the message up; it can be sent again. */
  again: boolean
}

/** Returns the messages of an alarm with their outcome. */
export async function sendLog(id: number, signal?: AbortSignal): Promise<SendEntry[]> {
  const rows = readRecords(await call('GET', `godbAlarmsendlogByThresholdlogId/${id}`, { signal }))
  return rows.map((row, index) => {
    const ok = integer(row['send_ok'])
    return {
      id: integer(row['id']) ?? index,
      at: readTime(row['alarm_time']),
      name: readText(row['send_name']),
      address: readText(row['send_url']),
      text: readText(row['send_data']),
      ok: ok === null || ok < 0 ? null : ok === 1,
      type: integer(row['alarm_type']) ?? 0,
      explained: readText(row['explained']) || null,
      again: integer(row['again']) === 1,
    }
  })
}

/**
 * Sends a message of the send log again that was given up (wire.md, `send-again`).
 *
 * @throws WireError 409 if the message was not given up, or another user has sent it again before
 */
export const sendAgain = (id: number): Promise<unknown> => call('POST', `alarmSendLog/${id}/again`, { body: {} })

const filterOf = ({
  area,
  device,
  project,
  from,
  to,
  states = [],
  groups = [],
}: Omit<AlarmQuery, 'page' | 'size'>) => ({
  districtid: area,
  deviceid: device,
  pro_id: project,
  starttime: from == null ? null : Math.round(from),
  endtime: to == null ? null : Math.round(to),
  types: states.join(','),
  ...(groups.length > 0 && { groups: groups.join(',') }),
})

/** Reads a record as it was received; returns an empty array if it has no number or time. */
export function readRecord(row: Record<string, unknown>): AlarmRecord[] {
  const [id, at] = [integer(row['id']), readTime(row['alarm_time'])]
  if (id === null || at === null) return []
  const [device, nodemap, state] = [integer(row['device_id']), integer(row['nodemap_id']), integer(row['alarm_state'])]
  return [
    {
      id,
      at,
      threshold: readText(row['threshold_name']),
      deviceName: device === null ? readText(row['device_name']) : nameOrNumber(device, row['device_name']),
      nodeName: nodemap === null ? readText(row['nodemap_name']) : nameOrNumber(nodemap, row['nodemap_name']),
      value: readNumber(row['real_value']),
      unit: readText(row['unitname']),
      rule: readText(row['alarm_value']),
      message: nameOrNumber(id, row['alarm_msg'], row['threshold_name']),
      project: integer(row['project_id']),
      lasting: readFlag(row['is_alarm']),
      state: state === 0 || state === 1 || state === 2 ? state : null,
      explained: readText(row['explained']) || null,
      device,
      area: integer(row['district_id']),
      nodemap,
      level: integer(row['alert_level']) ?? (readText(row['alert_level']) || null),
      recoveredAt: readTime(row['recovered_at']),
      noDataSince: readTime(row['no_data_since']),
      trace: isRecord(row['trace']) ? row['trace'] : null,
      whole: row,
    },
  ]
}
