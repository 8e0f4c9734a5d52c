import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { LiveDevice, Registry } from '../platform.ts'
import { loadCalibrations, rawOf } from '../quality/calibrations.ts'
import type { Storage } from '../storage/types.ts'
import { createAreas } from './areas.ts'
import {
  EMPTY_MODEL,
  measuredBy,
  modelsOf,
  moveLast,
  moveMarked,
  placeDevice,
  placeModel,
  stateText,
  type RegisteredDevice,
  type StateText,
} from './device.ts'
import { loadAreas, loadDevices, loadNodes, loadSchemes, type DeviceRow } from './load.ts'
import { gatewaysOf, isGatewayOnline, isOnline, type GatewayState } from './online.ts'

/**
 * The live state: loaded once with six queries, then kept by `received` (values) and `changed` (records). Nothing here waits for the
 * database but the load and `changed`.
 */
export async function createRegistry(storage: Storage, log: Log): Promise<Registry> {
  const started = Date.now()
  // Versions of one process say nothing about those of another.
  const me = randomBytes(6).toString('base64url')
  const devices = new Map<number, RegisteredDevice>()
  const bySn = new Map<string, RegisteredDevice>()
  let models = modelsOf(await loadNodes(storage))
  let calibrations = await loadCalibrations(storage.read)
  let areas = createAreas(await loadAreas(storage))
  let schemes = await loadSchemes(storage)
  let order: RegisteredDevice[] | null = null
  let gateways: Map<number, GatewayState> | null = null

  const place = (row: DeviceRow): void => {
    const old = devices.get(row.id)
    if (old && bySn.get(old.sn) === old) bySn.delete(old.sn)
    const device = placeDevice(row, models.get(row.devicetype_id ?? 0) ?? EMPTY_MODEL, calibrations, old)
    devices.set(device.id, device)
    if (device.sn !== '') bySn.set(device.sn, device)
  }
  const remove = (device: RegisteredDevice): void => {
    devices.delete(device.id)
    if (bySn.get(device.sn) === device) bySn.delete(device.sn)
  }
  const reload = async (ids: readonly number[] | null): Promise<void> => {
    if (ids?.length === 0) return
    const [rows, last] = await Promise.all([loadDevices(storage, ids), storage.lastValues(ids)])
    const found = new Set(rows.map((row) => row.id))
    const affected = ids === null ? [...devices.values()] : ids.map((id) => devices.get(id))
    for (const device of affected) if (device && !found.has(device.id)) remove(device)
    for (const row of rows) place(row)
    const now = Date.now()
    for (const value of last) {
      const device = devices.get(value.device_id)
      if (device) moveLast(device, value, now)
    }
    order = null
    gateways = null
  }
  const reloadModels = async (): Promise<void> => {
    models = modelsOf(await loadNodes(storage))
    for (const device of devices.values())
      placeModel(device, models.get(device.devicetype_id) ?? EMPTY_MODEL, calibrations)
  }
  /** Last values too are read by them. */
  const reloadCalibrations = async (): Promise<void> => {
    const before = calibrations
    calibrations = await loadCalibrations(storage.read)
    await reload([...new Set([...before.keys(), ...calibrations.keys()])])
  }
  const reloadAreas = async (): Promise<void> => {
    areas = createAreas(await loadAreas(storage))
  }
  const reloadSchemes = async (): Promise<void> => {
    schemes = await loadSchemes(storage)
  }
  /** What each table means to the live state; others mean nothing. */
  const readers: Record<string, (ids: readonly number[] | null) => Promise<void>> = {
    device: reload,
    nodemap: reloadModels,
    node: reloadModels,
    devicetype: reloadModels,
    district: reloadAreas,
    calibration: reloadCalibrations,
    project: reloadSchemes,
  }
  const listeners: ((table: string, id: number | null) => Promise<void>)[] = []
  // Serialised: of two reads of the same row, the later must win.
  let under: Promise<void> = Promise.resolve()

  const ordered = (): readonly RegisteredDevice[] =>
    (order ??= [...devices.values()].toSorted((a, b) => b.sort_num - a.sort_num || a.id - b.id))
  const gatewayStates = (): Map<number, GatewayState> => (gateways ??= gatewaysOf(devices.values()))
  const gatewayOnline = (device: LiveDevice, now: number): boolean =>
    device.gateway_id === null ? isOnline(device, now) : isGatewayOnline(gatewayStates().get(device.gateway_id), now)

  await reload(null)
  log.info({ devices: devices.size, ms: Date.now() - started }, 'live state loaded')

  return {
    device: (id) => devices.get(id),
    bySn: (sn) => bySn.get(sn),
    devices: ordered,
    nodeOf(device, key) {
      const id = devices.get(device.id)?.model.byKey.get(key)
      return id === undefined ? undefined : device.nodes.get(id)
    },
    nodemap(id) {
      for (const { nodes } of models.values())
        for (const { row } of nodes) if (row.id === id) return { ...row, pollutant: measuredBy(row) }
      return undefined
    },
    received(samples) {
      const now = Date.now()
      for (const sample of samples) {
        const { device, node, ts } = sample
        const state = devices.get(device.id)
        if (!state || !moveLast(state, { nodemap_id: node.id, value: rawOf(sample), ts }, now)) continue
        const gateway = state.gateway_id === null ? undefined : gateways?.get(state.gateway_id)
        if (gateway) gateway.lastAt = Math.max(gateway.lastAt ?? 0, state.lastAt ?? 0)
      }
    },
    receivedMarked(samples) {
      const now = Date.now()
      for (const { device, node, value, ts } of samples) {
        const state = devices.get(device.id)
        if (state) moveMarked(state, { nodemap_id: node.id, value, ts }, now)
      }
    },
    isOnline: (device, now = Date.now()) => isOnline(device, now),
    isGatewayOnline: (gatewayId, now = Date.now()) => isGatewayOnline(gatewayStates().get(gatewayId), now),
    area: (id) => areas.find(id),
    airScheme: (project) => schemes.get(project) ?? null,
    areasBelow: (ids) => areas.below(ids),
    mayTouch: (caller, device) => areas.mayTouch(caller, device),
    states(include) {
      const now = Date.now()
      const texts = ordered()
        .filter(include)
        .map((device) => stateText(device, isOnline(device, now), gatewayOnline(device, now)))
      return { version: `${me}.${mixed(texts)}`, json: (before = '', after = '') => joined(texts, before, after) }
    },
    changed(table, id) {
      const read = readers[table]
      if (!read && listeners.length === 0) return Promise.resolve()
      const ids = typeof id === 'number' ? [id] : id
      const mine = under
        .then(() => read?.(ids))
        .then(async () => {
          for (const listener of listeners) for (const one of ids ?? [null]) await listener(table, one)
        })
      under = mine.catch(() => {})
      return mine
    },
    onChanged: (listener) => void listeners.push(listener),
  }
}

/** The texts, each with a comma behind it, as one JSON array. */
function joined(texts: readonly StateText[], before: string, after: string): Buffer {
  const answer = Buffer.concat([
    Buffer.from(`${before}[`),
    ...texts.map(({ bytes }) => bytes),
    Buffer.from(`]${after}`),
  ])
  // The last comma gives way to the bracket's blank.
  if (texts.length > 0) answer[answer.length - Buffer.byteLength(`]${after}`) - 1] = 0x20
  return answer
}

/** A version (ETag) of these texts in this order: a 64-bit hash of their serial numbers, far cheaper than hashing the bytes. */
function mixed(texts: readonly StateText[]): string {
  let [high, low] = [texts.length, 0x9e3779b9]
  for (const { serial } of texts) {
    high = Math.imul(high ^ serial, 0x85ebca6b) ^ (low >>> 13)
    low = Math.imul(low + serial, 0xc2b2ae35) ^ (high >>> 16)
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36).padStart(7, '0')}`
}
