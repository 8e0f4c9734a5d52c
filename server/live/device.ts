import { knownPlace } from '../../resources/kit/places.ts'
import { directionsIn, type Direction } from '../../resources/kit/reading.ts'
import { wrap } from '../../resources/kit/wire.ts'
import { pollutantOf } from '../../resources/pollutants.ts'
import { readingLimitsOf } from '../../resources/quantities.ts'
import { calibrated } from '../calibration.ts'
import type { LiveDevice, LiveNode } from '../platform.ts'
import type { Calibrations } from '../quality/calibrations.ts'
import { checksOf, withoutNear } from '../quality/checks.ts'
import type { LastValue } from '../storage/types.ts'
import type { AreaGroup } from './areaGroups.ts'
import type { DeviceRow, NodeRow } from './load.ts'
import { judgedNodes } from './measures.ts'
import type { StateFrame, StateText } from './stateText.ts'

/** Properties of a node that are the same in every device of a model. */
type NodeFacts = Omit<LiveNode, 'calibrations' | 'last' | 'marked'>

/** The nodes of a product model, shared by all of its devices. */
export interface Model {
  nodes: readonly { row: NodeRow; text: string; facts: NodeFacts }[]
  /** Node map ids by telemetry key. A key is a node address, or a node map id where no node has that address. */
  byKey: ReadonlyMap<string, number>
  /** JSON of all nodes without values. Models with the same text show the same nodes. */
  text: string
}

/** A node of the registry. */
export interface RegisteredNode extends LiveNode {
  /** Tick of the node's last value (changes.ts). */
  moved: number
}

/** A device of the registry. Its JSON is cached and rebuilt only after a change. */
export interface RegisteredDevice extends LiveDevice {
  /** Built on first access. */
  readonly nodes: Map<number, RegisteredNode>
  /** The same map; null until it is first accessed. */
  made: Map<number, RegisteredNode> | null
  sort_num: number
  positional: string | null
  json_data: string | null
  model: Model
  /** Calibrations of the device's nodes. */
  calibrations: NonNullable<ReturnType<Calibrations['get']>>
  /**
   * `changed`: tick of the last change of anything but values. `moved`: tick of the last value of any node
   * (changes.ts).
   */
  changed: number
  moved: number
  /** The group of the device's area; null while the device is in none (areaGroups.ts). */
  group: AreaGroup | null
  /** Whether the device and its gateway were online at the registry's last check (onlineClock.ts). */
  online: boolean
  gatewayOnline: boolean
  /** The part of the JSON that depends on the record alone; null until it is first needed. */
  frame: StateFrame | null
  /** Cached JSON with the flags it was built from; null once it is invalidated. */
  text:
    | (StateText & {
        online: boolean
        gatewayOnline: boolean
        thresholds: readonly number[]
        silent: readonly number[]
        alarms: RegisteredDevice['alarms']
        maintenance: number | null
        maintenanceNext: RegisteredDevice['maintenanceNext']
      })
    | null
}

/** Counts a change of a device, notes it in the device's area group, and returns its number (changes.ts). */
export type Tick = (device: RegisteredDevice | undefined) => number

export const EMPTY_MODEL: Model = { nodes: [], byKey: new Map(), text: '' }

const NONE: LiveNode['calibrations'] = []
const UNCALIBRATED: RegisteredDevice['calibrations'] = new Map()
/** Shared by the many devices that violate no rule. */
const NOTHING: readonly never[] = []

/**
 * A city has up to a million of these in each process (bench/scale.ts). To save memory, parts that many devices never
 * need are built on first access, and equal parts are shared objects.
 */
class Registered implements RegisteredDevice {
  id = 0
  sn = ''
  sn_value: string | null = null
  name = ''
  project_id = 0
  district_id = 0
  gateway_id: number | null = null
  devicetype_id = 0
  control_state = 0
  over_time = 0
  acquisition_cycle = 0
  save_cycle = 0
  site: number | null = null
  sort_num = 0
  positional: string | null = null
  json_data: string | null = null
  made: RegisteredDevice['made'] = null
  model: Model
  calibrations = UNCALIBRATED
  changed = 0
  moved = 0
  group: AreaGroup | null = null
  online = false
  gatewayOnline = false
  lastAt: number | null = null
  thresholds: readonly number[] = NOTHING
  silent: readonly number[] = NOTHING
  alarms: RegisteredDevice['alarms'] = NOTHING
  maintenance: number | null = null
  maintenanceNext: RegisteredDevice['maintenanceNext'] = null
  frame: StateFrame | null = null
  text: RegisteredDevice['text'] = null

  constructor(model: Model) {
    this.model = model
  }

  get nodes(): Map<number, RegisteredNode> {
    return (this.made ??= nodesOf(this))
  }
}

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
 */
export function placeDevice(
  row: DeviceRow,
  model: Model,
  calibrations: Calibrations,
  old: RegisteredDevice | undefined,
  tick: Tick,
): RegisteredDevice {
  const { sn_value, gateway_id, site, positional, json_data } = row
  const fresh = { ...filled(row), sn_value, gateway_id, site, positional, json_data }
  const changed = old && SHOWN.every((name) => old[name] === fresh[name]) ? old.changed : tick(old)
  const device: RegisteredDevice = old ?? new Registered(model)
  Object.assign(device, fresh, { changed, frame: null })
  placeModel(device, model, calibrations, tick)
  return device
}

/** Gives a device the nodes of its model; nodes that stay keep their objects and last values. */
export function placeModel(device: RegisteredDevice, model: Model, calibrations: Calibrations, tick: Tick): void {
  if (device.model.text !== model.text) device.changed = tick(device)
  device.model = model
  device.calibrations = calibrations.get(device.id) ?? UNCALIBRATED
  if (device.made !== null) device.made = nodesOf(device)
  device.text = null
}

function nodesOf({
  model,
  calibrations,
  made,
  positional,
}: Pick<RegisteredDevice, 'model' | 'calibrations' | 'made' | 'positional'>): Map<number, RegisteredNode> {
  const nodes = new Map<number, RegisteredNode>()
  // Without a place there are no neighbours.
  const isComparable = model.nodes.some(({ facts }) => facts.checks?.near) && knownPlace(positional) !== null
  for (const { facts } of model.nodes) {
    const old = made?.get(facts.id)
    const checks = isComparable ? facts.checks : withoutNear(facts.checks)
    const own = { calibrations: calibrations.get(facts.id) ?? NONE, checks }
    nodes.set(facts.id, old ? Object.assign(old, facts, own) : { ...facts, ...own, last: null, marked: null, moved: 0 })
  }
  return nodes
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

/** Tolerated clock skew into the future, ms. */
const MAX_CLOCK_SKEW_MS = 60_000

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

/** Returns the columns that are never null in the live state. Project 0 means that the record has no project. */
const filled = (row: DeviceRow) => ({
  id: row.id,
  sn: row.sn ?? '',
  name: row.name ?? '',
  project_id: row.project_id ?? 0,
  district_id: row.district_id ?? 0,
  devicetype_id: row.devicetype_id ?? 0,
  control_state: row.control_state ?? 0,
  over_time: row.over_time ?? 0,
  acquisition_cycle: row.acquisition_cycle ?? 30,
  save_cycle: row.save_cycle ?? SAVE_CYCLE,
  sort_num: row.sort_num ?? 0,
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
