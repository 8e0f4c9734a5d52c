import { isRecord } from '../resources/kit/record.ts'
import { nameOrNumber } from '../resources/kit/named.ts'
import { isWrapped, unwrap } from '../resources/kit/wrapped.ts'

/**
 * One clean model for what the platform answers about live devices. Platforms differ: numbers come as numeric texts,
 * optional text wrapped or plain, times with 10 or 13 digits, lists as null. Nothing here throws: a value that cannot
 * be read is null, a record without an id is left out, and a record without a name gets its sn or its id as its name.
 */
export interface NodeState {
  /** The node map's id. */
  id: number
  alias: string
  unitname: string
  /** Path of the icon's image; null if there is none. */
  imginfo: string | null
  registertype: number
  node_script: string | null
  min_value: number | null
  max_value: number | null
  /** The last sample as it was sent, before node_script; null before the first. */
  value: number | null
  /** Time of that sample, epoch ms. */
  at: number | null
}

/** Open and next maintenance windows of a device, or of a rule. */
export interface Upkeep {
  /** End of the maintenance that is under way, epoch ms; null if there is none or the platform does not say. */
  maintenance_until: number | null
  /** Begin of the next maintenance, epoch ms; null if none is planned or the platform does not say. */
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
  /**
   * Connection state of the device alone, null if the platform sends none. Whether the device is shown as online also
   * depends on its area (spec 1 §4).
   */
  online: boolean | null
  /** Connection state of the device's gateway; null if the platform sends none, or the device has no gateway. */
  gateway_online: boolean | null
  /** Ids of the thresholds that the device violates now. */
  thre_list: readonly number[]
  /**
   * The ids in `thre_list` whose node has sent nothing for so long that it is unknown whether the alarm still holds;
   * null if the platform does not say.
   */
  nodata_list: readonly number[] | null
  /**
   * The device's alarms as the platform sends them, as JSON text, parsed where it is shown
   * (src/monitor/list/alarmLines.ts); null if the platform sends none.
   */
  alarms: string | null
  /**
   * Seconds; null if the platform does not say. Infinity for a past moment, at which no value is stale
   * (src/monitor/past/pastDevices.ts).
   */
  acquisition_cycle: number | null
  /** JSON texts as stored; parsed where they are shown. */
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
  /**
   * Other codes of the device: its number, its extra code, its card; as far as the platform sends them and the user may
   * see them.
   */
  codes: readonly string[]
  gateway_id: number | null
  /** Null if the platform does not say. */
  project_id: number | null
}

export interface ThresholdName {
  id: number
  /**
   * Node maps by which the rule judges devices: one, or for a rule over a pollutant one of each model; empty if the
   * platform does not say.
   */
  nodes: readonly number[]
  alarm_msg: string
}

/** One message of the live feed; deviceid is null if an older platform names only the sn. */
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
    name: nameOrNumber(id, row['name']),
    superid: integer(row['superid']),
    build_state: integer(row['build_state']) ?? 0,
  }))
export const readNames = (answer: unknown): NamedId[] =>
  each(answer, (row, id) => ({ id, name: nameOrNumber(id, row['name']) }))
export const readDeviceNames = (answer: unknown): DeviceName[] =>
  each(answer, (row, id) => ({
    id,
    name: nameOrNumber(id, row['name'], row['sn']),
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

/** Reads the messages of one frame: a JSON message or an array of messages. Anything else is left out. */
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

/** Reads a finite number from a number or a numeric text; null for anything else. */
export function readNumber(value: unknown): number | null {
  const plain = isWrapped(value) ? unwrap(value) : value
  if (typeof plain === 'string' ? plain.trim() === '' : typeof plain !== 'number') return null
  const read = Number(plain)
  return Number.isFinite(read) ? read : null
}

/**
 * Reads a time with 10 digits (seconds) or 13 (milliseconds), as number or text, into epoch ms; null for no time, and
 * for times after LAST_MOMENT.
 */
export function readTime(value: unknown): number | null {
  const read = readNumber(value)
  if (read === null || read <= 0) return null
  const at = Math.round(read < 100_000_000_000 ? read * 1000 : read)
  return at > LAST_MOMENT ? null : at
}

/**
 * A moment in the year 9892, epoch ms. Times in micro- or nanoseconds would be read as later moments: these have no
 * four-digit year, and the latest throw when they are formatted.
 */
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
    name: nameOrNumber(id, row['name'], row['sn']),
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
    alias: nameOrNumber(id, row['alias']),
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

/** Reads a flag from a boolean, number or numeric text; null if there is none. */
export function readFlag(value: unknown): boolean | null {
  const read = typeof value === 'boolean' ? Number(value) : readNumber(value)
  return read === null ? null : read === 1
}

/** Reads the records of a list that carry an id, each id once; also from a list wrapped in {list}. */
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

/** Returns the records of a list, also of a list wrapped in {list}; entries that are not records are left out. */
export function readRecords(answer: unknown): Row[] {
  const list = isRecord(answer) ? answer['list'] : answer
  return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : []
}

/** Reads ids from an array, a JSON list or a comma-separated list. */
function ids(value: unknown): number[] {
  const plain = isWrapped(value) ? unwrap(value) : value
  const list: unknown[] = Array.isArray(plain)
    ? plain
    : typeof plain === 'string'
      ? plain.replaceAll(/[[\]\s"]/g, '').split(',')
      : []
  return list.flatMap((one) => integer(one) ?? [])
}
