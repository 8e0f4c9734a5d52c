import { directionsIn, type Direction } from '../../resources/kit/reading.ts'
import { wrap } from '../../resources/kit/wire.ts'
import { pollutantOf } from '../../resources/pollutants.ts'
import { readingLimitsOf } from '../../resources/quantities.ts'
import { calibrated } from '../calibration.ts'
import type { Calibrations } from '../quality/calibrations.ts'
import { checksOf, withoutNear } from '../quality/checks.ts'
import type { LastValue } from '../storage/types.ts'
import { MAX_CLOCK_SKEW_MS } from '../telemetry/revisionGuard.ts'
import type { DeviceRow, NodeRow } from './load.ts'
import { judgedNodes } from './measures.ts'
import { nodesOf, RegisteredDevice, UNCALIBRATED, type Common, type Model, type NodeFacts } from './registered.ts'

/** Counts a change of a device, notes it in the device's area group, and returns its number (changes.ts). */
export type Tick = (device: RegisteredDevice | undefined) => number

export const EMPTY_MODEL: Model = { nodes: [], byKey: new Map(), text: '' }

/** Returns the models by id. */
export function modelsOf(rows: readonly NodeRow[]): Map<number, Model> {
  const byType = new Map<number, NodeRow[]>()
  for (const row of rows) byType.set(row.devicetype_id, [...(byType.get(row.devicetype_id) ?? []), row])
  return new Map([...byType].map(([type, nodes]) => [type, modelOf(nodes)]))
}

function modelOf(rows: readonly NodeRow[]): Model {
  const directions = new Map(directionsIn(rows).map((direction) => [direction.nodemap, direction]))
  const judged = judgedNodes(rows)
  const nodes = rows.map((row) => ({
    row,
    text: nodeText(row),
    facts: factsOf(row, directions.get(row.id) ?? null, judged.has(row.id)),
  }))
  return { nodes, byKey: keysOf(rows), text: nodes.map(({ text }) => text).join() }
}

function factsOf(row: NodeRow, direction: Direction | null, isJudged: boolean): NodeFacts {
  const { id, nodeaddr, alias, registertype, unitname, min_value, max_value, node_script } = row
  const checks = checksOf(row, direction?.turn)
  return {
    id,
    nodeaddr,
    alias,
    registertype,
    unitname,
    min_value,
    max_value,
    node_script,
    pollutant: measuredBy(row),
    checks: isJudged ? checks : withoutNear(checks),
    readBack: row.read_back === null ? READ_BACK : row.read_back * 1000,
    limits: readingLimitsOf(row),
    direction,
  }
}

/**
 * Writes a row into a device's state. An existing object is updated in place, because other modules hold references to
 * it.
 *
 * @param share returns an equal object that other devices have, if there is one
 */
export function placeDevice(
  row: DeviceRow,
  model: Model,
  calibrations: Calibrations,
  old: RegisteredDevice | undefined,
  tick: Tick,
  share: (common: Common) => Common = (common) => common,
): RegisteredDevice {
  const { sn_value, gateway_id, positional, json_data } = row
  const own = { sn: row.sn ?? '', name: row.name ?? '', sort_num: row.sort_num ?? 0 }
  const fresh = { ...own, sn_value, gateway_id, positional, json_data }
  const common = share(commonOf(row))
  const now = { ...fresh, ...common }
  const isChanged = (columns: readonly (keyof typeof now)[]): boolean =>
    !old || columns.some((column) => old[column] !== now[column])
  const device = old ?? new RegisteredDevice(row.id, common, model)
  // Records that are read again are mostly as before: the strings that are held then stay.
  if (isChanged(KEPT))
    Object.assign(device, fresh, { common, frame: null, changed: isChanged(SHOWN) ? tick(old) : device.changed })
  placeModel(device, model, calibrations, tick)
  return device
}

/** Returns a function that returns the first of the equal objects that it was given, as far as it remembers them. */
export function sharing(): (common: Common) => Common {
  const known = new Map<string, Common>()
  return (common) => {
    const key = Object.values(common).join()
    const first = known.get(key) ?? common
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(key, first)
    return first
  }
}

/** A city has fewer combinations than this, unless each of its devices is a case of its own. */
const MAX_REMEMBERED = 10_000

/** Gives a device the nodes of its model; nodes that stay keep their objects and last values. */
export function placeModel(device: RegisteredDevice, model: Model, calibrations: Calibrations, tick: Tick): void {
  if (device.model.text !== model.text) device.changed = tick(device)
  device.model = model
  device.calibrations = calibrations.get(device.id) ?? UNCALIBRATED
  if (device.made !== null) device.made = nodesOf(device)
  device.text = null
}

/** Returns what a node measures, as a `value` of resources/pollutants.ts; null for no pollutant. */
export const measuredBy = ({ pollutant, key_msg }: Pick<NodeRow, 'pollutant' | 'key_msg'>): number | null =>
  pollutantOf(pollutant, key_msg)?.value ?? null

/** Time within which a device must report a value that was set, ms, where the node's record names none. */
export const READ_BACK = 30_000

/**
 * Replaces a node's last value (given uncalibrated) with a newer one. Returns false where the known value is newer or
 * the device has no such node. A known timestamp in the future (from a clock that ran ahead and was corrected) is
 * overwritten, so that it neither keeps the device online nor freezes its value (as in the storage's sample
 * statements).
 */
export function moveLast(
  device: RegisteredDevice,
  last: Omit<LastValue, 'device_id'> & { doubted?: boolean },
  now: number,
  tick: Tick,
): boolean {
  const node = device.nodes.get(last.nodemap_id)
  if (!node || (node.last && node.last.ts > last.ts && node.last.ts <= now + MAX_CLOCK_SKEW_MS)) return false
  const before = node.last
  // A value read again from the database carries no `doubted` flag, so the known flag is kept.
  const doubted = last.doubted === true || (before !== null && before.ts === last.ts && before.doubted === true)
  node.last =
    node.calibrations.length === 0
      ? { value: last.value, ts: last.ts }
      : { value: calibrated(node.calibrations, last.value, last.ts), ts: last.ts, raw: last.value }
  if (doubted) node.last.doubted = true
  if (before === null || before.value !== node.last.value || before.ts !== node.last.ts)
    node.moved = device.moved = tick(device)
  device.lastAt = Math.max(device.lastAt ?? 0, Math.min(last.ts, now))
  device.text = null
  return true
}

/** Takes note of an out-of-range value. The device counts as online, and the node's last value stays. */
export function moveMarked(
  device: RegisteredDevice,
  { nodemap_id, ts, value }: Omit<LastValue, 'device_id'>,
  now: number,
): void {
  const node = device.nodes.get(nodemap_id)
  if (!node || (node.marked && node.marked.ts > ts)) return
  node.marked = { value, ts }
  device.lastAt = Math.max(device.lastAt ?? 0, Math.min(ts, now))
  device.text = null
}

function keysOf(nodes: readonly NodeRow[]): Map<string, number> {
  const keys = new Map<string, number>()
  for (const node of nodes) if (!keys.has(String(node.nodeaddr))) keys.set(String(node.nodeaddr), node.id)
  for (const node of nodes) if (!keys.has(String(node.id))) keys.set(String(node.id), node.id)
  return keys
}

/** Default save cycle of the definition: periodic, every 5 minutes (spec 2 §4). */
const SAVE_CYCLE = 5

/** Columns of a device's record that its JSON shows (stateText.ts). */
const SHOWN = [
  'sn',
  'sn_value',
  'name',
  'district_id',
  'project_id',
  'gateway_id',
  'devicetype_id',
  'sort_num',
  'control_state',
  'acquisition_cycle',
  'positional',
  'json_data',
] as const

/** All columns that a device keeps. */
const KEPT = [...SHOWN, 'over_time', 'save_cycle', 'site'] as const

/** Of these columns only `site` may be null in the live state; project 0 means that the record has no project. */
const commonOf = (row: DeviceRow): Common => ({
  project_id: row.project_id ?? 0,
  district_id: row.district_id ?? 0,
  devicetype_id: row.devicetype_id ?? 0,
  control_state: row.control_state ?? 0,
  over_time: row.over_time ?? 0,
  acquisition_cycle: row.acquisition_cycle ?? 30,
  save_cycle: row.save_cycle ?? SAVE_CYCLE,
  site: row.site,
})

function nodeText(row: NodeRow): string {
  const { id, alias, registertype, min_value, max_value } = row
  const state = {
    id,
    alias,
    unitname: row.unitname ?? '',
    imginfo: wrap(row.imginfo),
    registertype,
    node_script: wrap(row.node_script),
    min_value,
    max_value,
  }
  return `${JSON.stringify(state).slice(0, -1)},"lastdata":`
}
