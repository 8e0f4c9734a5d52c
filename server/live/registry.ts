import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Registry } from '../platform.ts'
import { loadCalibrations, rawOf } from '../quality/calibrations.ts'
import type { Storage } from '../storage/types.ts'
import { createAreas } from './areas.ts'
import { createChanges } from './changes.ts'
import {
  EMPTY_MODEL,
  measuredBy,
  modelsOf,
  moveLast,
  moveMarked,
  placeDevice,
  placeModel,
  type RegisteredDevice,
} from './device.ts'
import { loadAreas, loadDevices, loadNodes, loadSchemes, type DeviceRow } from './load.ts'
import { gatewaysOf, gatewayUntil, isGatewayOnline, isOnline, onlineUntil, type GatewayState } from './online.ts'
import { joined, mixed, stateText } from './stateText.ts'

/** How long after one look over all devices the next waits at least where only time has passed, ms. */
const LOOK = 1000

/**
 * The live state: loaded once with six queries, then kept by `received` (values) and `changed` (records). Nothing here waits for the
 * database but the load and `changed`.
 */
export async function createRegistry(storage: Storage, log: Log): Promise<Registry> {
  const started = Date.now()
  // Versions of one process say nothing about those of another.
  const me = randomBytes(6).toString('base64url')
  const changes = createChanges(me)
  const { tick } = changes
  const devices = new Map<number, RegisteredDevice>()
  const bySn = new Map<string, RegisteredDevice>()
  let models = modelsOf(await loadNodes(storage))
  let calibrations = await loadCalibrations(storage.read)
  let areas = createAreas(await loadAreas(storage))
  let schemes = await loadSchemes(storage)
  let order: RegisteredDevice[] | null = null
  let gateways: Map<number, GatewayState> | null = null
  /** Who is online was looked at up to then, and it ends for the first of them, if all stay silent, after `due`. */
  let looked = 0
  let due = Infinity
  /** Not before then are all looked at again because of `due` alone. */
  let again = 0
  /** Something other than time may have changed who is online. */
  let isStale = true

  const place = (row: DeviceRow): void => {
    const old = devices.get(row.id)
    if (old && bySn.get(old.sn) === old) bySn.delete(old.sn)
    const before = old && { id: old.id, project_id: old.project_id, district_id: old.district_id }
    const device = placeDevice(row, models.get(row.devicetype_id ?? 0) ?? EMPTY_MODEL, calibrations, old, tick)
    if (before && (before.project_id !== device.project_id || before.district_id !== device.district_id))
      changes.left(before)
    devices.set(device.id, device)
    if (device.sn !== '') bySn.set(device.sn, device)
  }
  const remove = (device: RegisteredDevice): void => {
    devices.delete(device.id)
    changes.left(device)
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
      if (device) moveLast(device, value, now, tick)
    }
    order = null
    gateways = null
    isStale = true
  }
  const reloadModels = async (): Promise<void> => {
    models = modelsOf(await loadNodes(storage))
    for (const device of devices.values())
      placeModel(device, models.get(device.devicetype_id) ?? EMPTY_MODEL, calibrations, tick)
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
  /** Notes whether a device and its gateway are online now. */
  const look = (device: RegisteredDevice, now: number): void => {
    if (now > looked) looked = now
    const until = onlineUntil(device)
    const ofGateway = device.gateway_id === null ? until : gatewayUntil(gatewayStates().get(device.gateway_id))
    const online = now <= until
    const gatewayOnline = now <= ofGateway
    if (online && until < due) due = until
    if (gatewayOnline && ofGateway < due) due = ofGateway
    if (online !== device.online || gatewayOnline !== device.gatewayOnline)
      Object.assign(device, { online, gatewayOnline, changed: tick() })
  }
  /** Looks at all devices, where one may have come or gone since the last time; also where the clock was put back. */
  const lookAtAll = (now: number): void => {
    if (!isStale && now >= looked && (now <= due || now < again)) return
    isStale = false
    looked = now
    again = now + LOOK
    due = Infinity
    for (const device of devices.values()) look(device, now)
  }
  /** A device has spoken, and so has its gateway. */
  const heard = (device: RegisteredDevice, now: number): void => {
    const gateway = device.gateway_id === null ? undefined : gateways?.get(device.gateway_id)
    if (gateway && device.lastAt !== null) gateway.lastAt = Math.max(gateway.lastAt ?? 0, device.lastAt)
    // A gateway that is back is back for all devices behind it.
    if (!device.gatewayOnline && isGatewayOnline(gateway, now)) isStale = true
    if (!isStale && !device.online) look(device, now)
  }

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
        if (state && moveLast(state, { nodemap_id: node.id, value: rawOf(sample), ts }, now, tick)) heard(state, now)
      }
    },
    receivedMarked(samples) {
      const now = Date.now()
      for (const { device, node, value, ts } of samples) {
        const state = devices.get(device.id)
        if (!state) continue
        moveMarked(state, { nodemap_id: node.id, value, ts }, now)
        heard(state, now)
      }
    },
    flag(device, flags) {
      Object.assign(device, flags)
      const state = devices.get(device.id)
      if (state === device) state.changed = tick()
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
        .map((device) => {
          look(device, now)
          return stateText(device)
        })
      return { version: `${me}.${mixed(texts)}`, json: (before = '', after = '') => joined(texts, before, after) }
    },
    versionOf: (view) => changes.version(view, areas.shape),
    statesSince(version, view) {
      lookAtAll(Date.now())
      return changes.since(version, view, areas.shape, { ordered, find: (id) => devices.get(id) })
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
