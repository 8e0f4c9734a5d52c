import { isRecord } from '../resources/kit/record.ts'
import { named } from '../resources/kit/named.ts'
import { isWrapped, unwrap } from '../resources/kit/wrapped.ts'

/**
 * What the platform answers about live devices, read into one clean model. Platforms differ: numbers come as numeric texts, optional text wrapped
 * or plain, times with 10 or 13 digits, lists as null. Nothing here throws: what cannot be read is null, a record without an id is left out, and one
 * without a name is called by its sn or its number.
 */
export interface NodeState {
  /** The node map's id. */
  id: number
  alias: string
  unitname: string
  /** Path of the icon's image; null where there is none. */
  imginfo: string | null
  registertype: number
  node_script: string | null
  min_value: number | null
  max_value: number | null
  /** The last sample as it was sent, before node_script; null before the first. */
  value: number | null
  /** Its time, epoch ms. */
  at: number | null
}

/** When windows of maintenance are open over a device, or over a rule. */
export interface Upkeep {
  /** Until when it is under maintenance, epoch ms; null: it is not, or the platform does not say. */
  maintenance_until: number | null
  /** When it is to be next, epoch ms; null: nothing is planned, or the platform does not say. */
  maintenance_next: number | null
  maintenance_next_until: number | null
}

export interface DeviceState extends Upkeep {
  id: number
  sn: string
  sn_value: string | null
  name: string
  district_id: number | null
  project_id: number | null
  gateway_id: number | null
  devicetype_id: number | null
  sort_num: number
  /** control_state is not 0. */
  disabled: boolean
  /** What the platform says of the device alone, null where it says nothing; whether it shows as online also depends on its area (spec 1 §4). */
  online: boolean | null
  /** What the platform says of its gateway; null where it says nothing, or there is none. */
  gateway_online: boolean | null
  /** Ids of the thresholds it violates now. */
  thre_list: readonly number[]
  /** Those of them whose node has sent nothing for so long that nobody knows whether they still hold; null where the platform does not say. */
  nodata_list: readonly number[] | null
  /** What the platform says of each of its alarms, as JSON text, read where it is shown (src/monitor/list/alarmLines.ts); null where it says nothing. */
  alarms: string | null
  /** Seconds; null where the platform does not say. Infinity of a past moment, at which no value is stale (src/monitor/past/pastDevices.ts). */
  acquisition_cycle: number | null
  /** JSON texts as stored; read where they are shown. */
  positional: string | null
  json_data: string | null
  nodes: readonly NodeState[]
}

/** An area of the name list; build_state 1 or 2 shows its devices as offline. */
export interface AreaName {
  id: number
  name: string
  superid: number | null
  build_state: number
}

export interface NamedId {
  id: number
  name: string
}

export interface DeviceName extends NamedId {
  district_id: number | null
  devicetype_id: number | null
  /** What else it is known by: its number, its extra code, its card; as far as the platform says and the user may know. */
  codes: readonly string[]
  gateway_id: number | null
  /** null where the platform does not say. */
  project_id: number | null
}

export interface ThresholdName {
  id: number
  /** Node maps by which it judges devices: one, or of a rule over a pollutant one of each model; none where the platform does not say. */
  nodes: readonly number[]
  alarm_msg: string
}

/** One message of the live feed; deviceid is null where an older platform names the sn alone. */
export interface FeedMessage {
  sn: string
  deviceid: number | null
  t: number
  values: readonly { id: number; value: number }[]
}

export const readDevices = (answer: unknown): DeviceState[] => each(answer, readDevice)
export const readAreas = (answer: unknown): AreaName[] =>
  each(answer, (row, id) => ({
    id,
    name: named(id, row['name']),
    superid: integer(row['superid']),
    build_state: integer(row['build_state']) ?? 0,
  }))
export const readNames = (answer: unknown): NamedId[] =>
  each(answer, (row, id) => ({ id, name: named(id, row['name']) }))
export const readDeviceNames = (answer: unknown): DeviceName[] =>
  each(answer, (row, id) => ({
    id,
    name: named(id, row['name'], row['sn']),
    district_id: integer(row['district_id']),
    devicetype_id: integer(row['devicetype_id']),
    codes: [row['sn'], row['sn_value'], row['iccid']].map(readText).filter((code) => code.trim() !== ''),
    gateway_id: integer(row['gateway_id']),
    project_id: integer(row['project_id']),
  }))
export const readThresholds = (answer: unknown): ThresholdName[] =>
  each(answer, (row, id) => ({
    id,
    nodes: ids(row['nodemap_ids'] ?? [row['nodemap_id']]),
    alarm_msg: readText(row['alarm_msg']) || readText(row['name']),
  }))

/** Messages of one frame: a JSON message or an array of them. What is not one is left out. */
export function readFrame(frame: string): FeedMessage[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(frame)
  } catch {
    return []
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((message: unknown) => {
    const t = isRecord(message) ? readTime(message['t']) : null
    if (!isRecord(message) || t === null || !isRecord(message['values'])) return []
    const values = Object.entries(message['values']).flatMap(([key, given]) => {
      const [id, value] = [integer(key), readNumber(given)]
      return id === null || value === null ? [] : [{ id, value }]
    })
    const read = { sn: readText(message['sn']), deviceid: integer(message['deviceid']), t, values }
    return read.deviceid === null && read.sn === '' ? [] : [read]
  })
}

/** A finite number of a number or a numeric text; null of anything else. */
export function readNumber(value: unknown): number | null {
  const plain = isWrapped(value) ? unwrap(value) : value
  if (typeof plain === 'string' ? plain.trim() === '' : typeof plain !== 'number') return null
  const read = Number(plain)
  return Number.isFinite(read) ? read : null
}

/** Epoch ms of a time with 10 digits (seconds) or 13 (milliseconds), as number or text; null of none, and of what no calendar shows. */
export function readTime(value: unknown): number | null {
  const read = readNumber(value)
  if (read === null || read <= 0) return null
  const at = Math.round(read < 100_000_000_000 ? read * 1000 : read)
  return at > LAST_MOMENT ? null : at
}

/** In the year 9892, epoch ms: later ones, as times in micro- or nanoseconds are taken for, have no day of four digits, and the latest throw where they are written. */
const LAST_MOMENT = 250_000_000_000_000

type Row = Record<string, unknown>

export const readUpkeep = (row: Readonly<Row>): Upkeep => ({
  maintenance_until: readTime(row['maintenance_until']),
  maintenance_next: readTime(row['maintenance_next']),
  maintenance_next_until: readTime(row['maintenance_next_until']),
})

function readDevice(row: Row, id: number): DeviceState {
  return {
    id,
    sn: readText(row['sn']),
    sn_value: unwrap(row['sn_value']) || null,
    name: named(id, row['name'], row['sn']),
    district_id: integer(row['district_id']),
    project_id: integer(row['project_id']),
    gateway_id: integer(row['gateway_id']) || null,
    devicetype_id: integer(row['devicetype_id']),
    sort_num: readNumber(row['sort_num']) ?? 0,
    disabled: (readNumber(row['control_state']) ?? 0) !== 0,
    online: readFlag(row['deviceisonline']),
    gateway_online: readFlag(row['getewayisonline']),
    thre_list: [...new Set(ids(row['thre_list']))],
    nodata_list: row['nodata_list'] == null ? null : ids(row['nodata_list']),
    alarms: row['alarms'] ? JSON.stringify(row['alarms']) : null,
    ...readUpkeep(row),
    acquisition_cycle: readNumber(row['acquisition_cycle']),
    positional: unwrap(row['positional']) || null,
    json_data: unwrap(row['json_data']) || null,
    nodes: each(row['nodestatelist'], readNode),
  }
}

function readNode(row: Row, id: number): NodeState {
  const last = isRecord(row['lastdata']) ? row['lastdata'] : {}
  const value = readNumber(last['historydata'])
  return {
    id,
    alias: named(id, row['alias']),
    unitname: readText(row['unitname']),
    imginfo: unwrap(row['imginfo']) || null,
    registertype: integer(row['registertype']) ?? 0,
    node_script: unwrap(row['node_script'])?.trim() || null,
    min_value: readNumber(row['min_value']),
    max_value: readNumber(row['max_value']),
    value,
    at: value === null ? null : readTime(last['insertdate']),
  }
}

/** A flag as boolean, number or numeric text; null where nothing is said. */
export function readFlag(value: unknown): boolean | null {
  const read = typeof value === 'boolean' ? Number(value) : readNumber(value)
  return read === null ? null : read === 1
}

/** The records of a list that carry an id, each once; a list wrapped in {list} counts too. */
function each<T>(answer: unknown, read: (row: Row, id: number) => T): T[] {
  const seen = new Set<number>()
  const found: T[] = []
  for (const row of readRecords(answer)) {
    const id = integer(row['id'])
    if (id === null || seen.has(id)) continue
    seen.add(id)
    found.push(read(row, id))
  }
  return found
}

export const readText = (value: unknown): string => (isRecord(value) && !isWrapped(value) ? '' : (unwrap(value) ?? ''))

export function integer(value: unknown): number | null {
  const read = readNumber(value)
  return read !== null && Number.isInteger(read) ? read : null
}

/** The records of a list, also of one wrapped in {list}; whatever else stands there is left out. */
export function readRecords(answer: unknown): Row[] {
  const list = isRecord(answer) ? answer['list'] : answer
  return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : []
}

/** Ids of an array, a JSON list or a comma list. */
function ids(value: unknown): number[] {
  const plain = isWrapped(value) ? unwrap(value) : value
  const list: unknown[] = Array.isArray(plain)
    ? plain
    : typeof plain === 'string'
      ? plain.replaceAll(/[[\]\s"]/g, '').split(',')
      : []
  return list.flatMap((one) => integer(one) ?? [])
}
