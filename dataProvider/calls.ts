import { nameOrNumber } from '../resources/kit/named.ts'
import { call } from './http.ts'
import { hasKinds, withKinds } from './nodeKinds.ts'
import { cutRecords } from './recordCutter.ts'
import { isRecord } from '../resources/kit/record.ts'
import {
  integer,
  readDevices,
  readFlag,
  readNumber,
  readRecords,
  readText,
  readTime,
  type DeviceState,
} from './normalise.ts'

/**
 * The calls of monitoring that are not CRUD (wire.md, "Live state and history"), by name. All return the clean model of
 * normalise.ts, whatever form the platform sends, and throw WireError if the platform refuses or does not answer.
 */

/** Returns the live state of all devices the user may see, or of the devices of one area. */
export async function deviceStates(areaId: number | null, signal?: AbortSignal): Promise<DeviceState[]> {
  return readDevices(await call('GET', statesPath(areaId), { signal }))
}

/** What an answer of the live state contains besides its devices. */
export interface StatesRest {
  /** Version to send as `since` with the next call; null if the platform cannot tell what changed since this answer. */
  version: string | null
  /** True: the devices are the complete list. False: the answer holds only what changed. */
  full: boolean
  /** Ids of the devices that were removed. */
  removed: readonly number[]
  /**
   * Last values of other devices, four numbers each: device id, node id, value, epoch ms; NaN for a missing value or
   * time.
   */
  values: readonly number[]
}

/**
 * Reads the live state of all devices and passes devices on while the answer arrives. With `since` the platform sends
 * what changed since that version; without it, or if the platform no longer knows the version, it sends all devices
 * (docs/wire.md, `live-since`). The devices passed on are valid only once this promise has resolved.
 */
export async function streamDeviceStates(
  onDevices: (devices: readonly DeviceState[], isUrgentFirst: boolean) => void,
  { since = null, first = null, signal }: { since?: string | null; first?: number | null; signal?: AbortSignal } = {},
): Promise<StatesRest> {
  const seen = new Set<number>()
  let version: string | null = null
  let isUrgentFirst = false
  const hand = (answer: unknown): void => {
    const devices = readDevices(answer).filter(({ id }) => !seen.has(id) && seen.add(id))
    if (devices.length > 0) onDevices(devices, isUrgentFirst)
  }
  const read = (response: Response): Promise<string> => {
    version = response.headers.get(VERSION_HEADER)
    isUrgentFirst = response.headers.has(FIRST_HEADER)
    return cutRecords(response, hand)
  }
  const rest = await call('GET', statesPath(null), {
    query: { since, first: since === null ? first : null },
    signal,
    read,
  })
  if (!isRecord(rest) || !('devices' in rest)) {
    hand(rest)
    return { version, full: true, removed: [], values: [] }
  }
  hand(rest['devices'])
  const removed: unknown[] = Array.isArray(rest['removed']) ? rest['removed'] : []
  return {
    version: readText(rest['version']) || null,
    full: since === null || readFlag(rest['full']) !== false,
    removed: removed.flatMap((id) => integer(id) ?? []),
    values: readValues(rest['values']),
  }
}

/**
 * Header in which an answer that is not a delta names the version for the next call: a platform that does not know
 * `since` does not send it, and so is never called with `since`.
 */
const VERSION_HEADER = 'x-live-version'
/** Header of an answer whose devices come in the order that `first` asks for. */
const FIRST_HEADER = 'x-live-first'

function readValues(given: unknown): number[] {
  const list: unknown[] = Array.isArray(given) ? given : []
  const values: number[] = []
  for (let at = 0; at + 3 < list.length; at += 4) {
    const [device, node, value] = [integer(list[at]), integer(list[at + 1]), readNumber(list[at + 2])]
    if (device === null || node === null) continue
    values.push(device, node, value ?? Number.NaN, (value === null ? null : readTime(list[at + 3])) ?? Number.NaN)
  }
  return values
}

const statesPath = (areaId: number | null): string =>
  areaId === null ? 'godbDeviceState' : `godbDeviceStateByDistrictId/${areaId}`

/** What a device can be searched by; the last two only if the platform announces `codes` (wire.md). */
export const SEARCH_MODES = ['name', 'sn', 'sn_value', 'iccid', 'regcode'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export async function searchDevices(mode: SearchMode, text: string, signal?: AbortSignal): Promise<DeviceState[]> {
  return readDevices(
    await call('POST', 'godbDeviceStateSearch', { body: { search_mode: mode, search_data: text }, signal }),
  )
}

/**
 * Returns the number of nodes, and the number of node maps of product models; null for a count that cannot be read, for
 * instance because the user may not read the list.
 */
export const nodeCounts = async (signal?: AbortSignal): Promise<{ nodes: number | null; nodemaps: number | null }> => {
  const count = (path: string) =>
    call('GET', path, { signal }).then(
      (answer) => readRecords(answer).length,
      (failure: unknown) => (signal?.aborted ? Promise.reject(failure) : null),
    )
  const [nodes, nodemaps] = await Promise.all([count('godbNodeNameList'), count('godbNodemap')])
  return { nodes, nodemaps }
}

export interface NodemapName {
  id: number
  alias: string
  unitname: string
  registertype: number | null
  /** Null if there is no script, or the platform does not say. */
  node_script: string | null
}

/** Returns the nodes of a product model. */
export async function nodemapsOf(devicetype: number, signal?: AbortSignal): Promise<NodemapName[]> {
  const rows = readRecords(await call('GET', `godbNodemapByType/${devicetype}`, { signal }))
  const nodes = rows.flatMap((row) => {
    const id = integer(row['id'])
    return id === null
      ? []
      : [
          {
            id,
            alias: nameOrNumber(id, row['alias']),
            unitname: readText(row['unitname']),
            registertype: integer(row['registertype']),
            node_script: readText(row['node_script']) || null,
          },
        ]
  })
  return hasKinds(rows) ? nodes : withKinds(nodes)
}

export interface GatewayNumbers {
  online: number
  total: number
}

/**
 * Returns how many gateways are online; null if the platform counts only devices. Devices are not taken from this call:
 * the console counts them by their live state, by the same rule everywhere.
 */
export async function gatewayNumbers(signal?: AbortSignal): Promise<GatewayNumbers | null> {
  const answer = await call<Record<string, unknown> | null>('GET', 'godbAllDeviceOnlineNum', { signal })
  const [online, total] = [readNumber(answer?.['gatewayonlinenum']), readNumber(answer?.['gatewaysumnum'])]
  return online === null || total === null ? null : { online, total }
}

/** The last hour of a device: for each node its samples, oldest first, as time (epoch ms) and raw value. */
export interface LastHour {
  device: number
  nodes: { id: number; samples: readonly (readonly [at: number, value: number])[] }[]
}

/** Devices per call of `lastHours`. */
export const LAST_HOURS = 100

/**
 * Returns the last hour of several devices in one call: an extension, "sparklines".
 *
 * @param at end of a past hour to return instead, epoch ms, for a platform with the extension "moment"
 */
export async function lastHours(
  devices: readonly number[],
  signal?: AbortSignal,
  at: number | null = null,
): Promise<LastHour[]> {
  const query = { ids: devices.join(','), at }
  return readRecords(await call('GET', 'sparklines', { query, signal })).flatMap((row) => {
    const device = integer(row['deviceid'])
    return device === null ? [] : [{ device, nodes: readRecords(row['nodes']).flatMap(samplesOfNode) }]
  })
}

function samplesOfNode(row: Record<string, unknown>): LastHour['nodes'] {
  const id = integer(row['nodemapid'])
  const data: unknown[] = Array.isArray(row['data']) ? row['data'] : []
  const samples = data.flatMap((pair): [number, number][] => {
    const [at, value] = Array.isArray(pair) ? [readTime(pair[0]), readNumber(pair[1])] : [null, null]
    return at === null || value === null ? [] : [[at, value]]
  })
  return id === null ? [] : [{ id, samples }]
}

export interface OnlineRecord {
  /** Epoch ms. */
  time: number
  online: boolean
}

/** Returns a device's connection history, newest first; entries without a time or a state are left out. */
export async function deviceOnlineRecord(
  deviceId: number,
  count: 20 | 40 | 60 = 20,
  signal?: AbortSignal,
): Promise<OnlineRecord[]> {
  const answer = await call<unknown>('GET', `godbDeviceOnlineByIdOrCount/${deviceId}/${count}`, { signal })
  if (!Array.isArray(answer)) return []
  return (answer as (Record<string, unknown> | null)[]).flatMap((row) => {
    const [at, state] = [readTime(row?.['time']), readNumber(row?.['state'])]
    return at === null || state === null ? [] : [{ time: at, online: state !== 0 }]
  })
}

/**
 * Switches a node (0 or 1) or sets its value.
 *
 * @throws WireError 400 if the node is not writable or the value is out of its range
 */
export async function setNodeValue(deviceId: number, nodemapId: number, value: number): Promise<void> {
  await call('PUT', 'godbSetDeviceNodeValue', { body: { deviceid: deviceId, nodemapid: nodemapId, value } })
}
