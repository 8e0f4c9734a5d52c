import { randomBytes } from 'node:crypto'
import { rawOf } from '../calibration.ts'
import type { Log } from '../log.ts'
import type { LiveDevice, LiveStates, Registry } from '../platform.ts'
import { loadCalibrations } from '../quality/calibrations.ts'
import type { Storage } from '../storage/types.ts'
import { createArrangement } from './areaGroups.ts'
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
  sharing,
  type Tick,
} from './device.ts'
import { loadAreas, loadDeviceIds, loadDevices, loadNodes, loadSchemes, type DeviceRow } from './load.ts'
import { isGatewayOnline, isOnline } from './online.ts'
import {
  gatewayOf,
  recordSample,
  updateDevice,
  updateAllDevices,
  newOnlineClock,
  recordsChanged,
} from './onlineClock.ts'
import type { RegisteredDevice } from './registered.ts'
import { concatJson, versionOf, stateText } from './stateText.ts'
import { byUrgency } from './urgency.ts'

/**
 * Number of devices read per statement: so few that their rows are gone before the collector moves them in among the
 * devices, where they would leave gaps in memory.
 */
const CHUNK_DEVICES = 1000

/**
 * No listener needs the row ids of these tables. A batch is reported as one change, since each listener would otherwise
 * reload everything a thousand times.
 */
const OF_MODELS: ReadonlySet<string> = new Set(['node', 'nodemap', 'devicetype'])

/**
 * Creates the live state: it is loaded once, then updated by `received` (values), `changed` (records) and the clock
 * (online state: onlineClock.ts). Only the load and `changed` wait for the database.
 *
 * @param hears whether the last values of all devices are loaded. A process that does not hear the other processes
 * passes in the values it needs (`received`).
 */
export async function createRegistry(storage: Storage, log: Log, hears = true): Promise<Registry> {
  const started = Date.now()
  // A version of one process means nothing to another process.
  const me = randomBytes(6).toString('base64url')
  const changes = createChanges(me)
  const tick: Tick = (device) => {
    const now = changes.tick()
    if (device?.group) device.group.newest = now
    return now
  }
  const devices = new Map<number, RegisteredDevice>()
  const bySn = new Map<string, RegisteredDevice>()
  let models = modelsOf(await loadNodes(storage))
  let calibrations = await loadCalibrations(storage.read)
  let areas = createAreas(await loadAreas(storage))
  let schemes = await loadSchemes(storage)
  const { ordered, groups, listed, arrange } = createArrangement()
  const onlineClock = newOnlineClock(devices, tick)

  /** Places a row in the registry. Returns the device if its place in the order of devices changed, else null. */
  const place = (row: DeviceRow, share: ReturnType<typeof sharing>): RegisteredDevice | null => {
    const old = devices.get(row.id)
    if (old && bySn.get(old.sn) === old) bySn.delete(old.sn)
    const before = old && {
      id: old.id,
      project_id: old.project_id,
      district_id: old.district_id,
      sort_num: old.sort_num,
    }
    const model = models.get(row.devicetype_id ?? 0) ?? EMPTY_MODEL
    const device = placeDevice(row, model, calibrations, old, tick, share)
    devices.set(device.id, device)
    if (device.sn !== '') bySn.set(device.sn, device)
    if (!before) return device
    const hasLeft = before.project_id !== device.project_id || before.district_id !== device.district_id
    if (hasLeft) changes.left(before)
    return hasLeft || before.sort_num !== device.sort_num ? device : null
  }
  const remove = (device: RegisteredDevice): void => {
    devices.delete(device.id)
    changes.left(device)
    if (bySn.get(device.sn) === device) bySn.delete(device.sn)
  }
  const reload = async (ids: readonly number[] | null, settle = arrange): Promise<void> => {
    const all = ids ?? [...new Set([...(await loadDeviceIds(storage)), ...devices.keys()])]
    const options = { withValues: ids !== null || hears, settle, share: sharing() }
    for (let from = 0; from < all.length; from += CHUNK_DEVICES)
      await reloadTogether(all.slice(from, from + CHUNK_DEVICES), options)
  }
  const reloadTogether = async (
    ids: readonly number[],
    { withValues, settle, share }: { withValues: boolean; settle: typeof arrange; share: ReturnType<typeof sharing> },
  ): Promise<void> => {
    const [rows, last] = await Promise.all([loadDevices(storage, ids), withValues ? storage.lastValues(ids) : []])
    const found = new Set(rows.map((row) => row.id))
    const gone = ids.flatMap((id) => (found.has(id) ? [] : (devices.get(id) ?? [])))
    for (const device of gone) remove(device)
    settle(
      gone,
      rows.flatMap((row) => place(row, share) ?? []),
    )
    const now = Date.now()
    for (const value of last) {
      const device = devices.get(value.device_id)
      if (device) moveLast(device, value, now, tick)
    }
    recordsChanged(onlineClock)
  }
  const reloadModels = async (): Promise<void> => {
    models = modelsOf(await loadNodes(storage))
    for (const device of devices.values())
      placeModel(device, models.get(device.devicetype_id) ?? EMPTY_MODEL, calibrations, tick)
  }
  /** Reloads the devices too, because their last values are shown calibrated. */
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
  const statesOf = (chosen: readonly RegisteredDevice[]): LiveStates => {
    const now = Date.now()
    const texts = chosen.map((device) => {
      updateDevice(onlineClock, device, now)
      return stateText(device)
    })
    return {
      version: `${me}.${versionOf(texts)}`,
      json: (before = '', after = '') => concatJson(texts, before, after),
    }
  }
  /** How to reload after a change of each table. Other tables do not affect the live state. */
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
  // Serialised: of two reads of the same row, the later one must win.
  let under: Promise<void> = Promise.resolve()

  // No request is served yet, so all devices are sorted at once. Later reloads place each chunk at once: otherwise a
  // request in between would miss its devices, and so would all later answers of what changed.
  const coming: RegisteredDevice[] = []
  await reload(null, (_gone, moved) => void coming.push(...moved))
  arrange([], coming)
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
        const doubted = sample.doubted === true && !sample.past
        const state = devices.get(device.id)
        if (state && moveLast(state, { nodemap_id: node.id, value: rawOf(sample), ts, doubted }, now, tick))
          recordSample(onlineClock, state, now)
      }
    },
    receivedMarked(samples) {
      const now = Date.now()
      for (const { device, node, value, ts } of samples) {
        const state = devices.get(device.id)
        if (!state) continue
        moveMarked(state, { nodemap_id: node.id, value, ts }, now)
        recordSample(onlineClock, state, now)
      }
    },
    flag(device, flags) {
      const state = devices.get(device.id)
      if (!state || state !== device) return
      state.flags = { ...state.flags, ...flags }
      state.changed = tick(state)
    },
    isOnline: (device, now = Date.now()) => isOnline(device, now),
    isGatewayOnline: (gatewayId, now = Date.now()) => isGatewayOnline(gatewayOf(onlineClock, gatewayId), now),
    area: (id) => areas.find(id),
    airScheme: (project) => schemes.get(project) ?? null,
    areasBelow: (ids) => areas.below(ids),
    mayTouch: (caller, device) => areas.mayTouch(caller, device),
    states: (view, include = () => true) => statesOf(listed(view).filter(include)),
    statesByUrgency(view, first) {
      const now = Date.now()
      const isOffline = (device: LiveDevice) =>
        (areas.find(device.district_id)?.build_state ?? 0) !== 0 || !isOnline(device, now)
      return statesOf(byUrgency(listed(view), { first, isOffline, now }))
    },
    versionOf: (view) => changes.version(view, areas.shape),
    statesSince(version, view) {
      updateAllDevices(onlineClock, Date.now())
      return changes.since(version, view, areas.shape, { groups, find: (id) => devices.get(id) })
    },
    changed(table, id) {
      const read = readers[table]
      if (!read && listeners.length === 0) return Promise.resolve()
      const ids = typeof id === 'number' ? [id] : id
      const mine = under
        .then(() => read?.(ids))
        .then(async () => {
          const told = ids === null || (ids.length > 1 && OF_MODELS.has(table)) ? [null] : ids
          for (const listener of listeners) for (const one of told) await listener(table, one)
        })
      under = mine.catch(() => {})
      return mine
    },
    onChanged: (listener) => void listeners.push(listener),
  }
}
