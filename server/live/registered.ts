import { knownPlace } from '../../resources/kit/places.ts'
import type { LiveDevice, LiveFlags, LiveNode } from '../platform.ts'
import type { Calibrations } from '../quality/calibrations.ts'
import { withoutNear } from '../quality/checks.ts'
import type { AreaGroup } from './areaGroups.ts'
import type { NodeRow } from './load.ts'
import type { StateFrame, StateText } from './stateText.ts'

/** Properties of a node that are the same in every device of a model. */
export type NodeFacts = Omit<LiveNode, 'calibrations' | 'last' | 'marked'>

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

/** The part of a device's record that many devices have in common. */
export type Common = Readonly<
  Pick<
    LiveDevice,
    | 'project_id'
    | 'district_id'
    | 'devicetype_id'
    | 'control_state'
    | 'over_time'
    | 'acquisition_cycle'
    | 'save_cycle'
    | 'site'
  >
>

/** Shared by the many devices without calibrations, and by those of which there is nothing to say. */
export const UNCALIBRATED: ReadonlyMap<number, LiveNode['calibrations']> = new Map()
const NONE: LiveNode['calibrations'] = []
const NO_FLAGS: LiveFlags = { thresholds: [], silent: [], alarms: [], maintenance: null, maintenanceNext: null }

/**
 * A device of the registry. Its JSON is cached and rebuilt only after a change.
 *
 * A city has up to a million of these in each process (bench/scale.ts). To save memory, parts that many devices never
 * need are built on first access, and equal parts are shared objects, which are replaced and never changed. Their
 * properties are read through getters, so a copy made by spreading lacks them.
 */
export class RegisteredDevice implements LiveDevice {
  readonly id: number
  sn = ''
  sn_value: string | null = null
  name = ''
  gateway_id: number | null = null
  sort_num = 0
  positional: string | null = null
  json_data: string | null = null
  common: Common
  model: Model
  /** The nodes; null until they are first accessed. */
  made: Map<number, RegisteredNode> | null = null
  /** Calibrations of the device's nodes. */
  calibrations: NonNullable<ReturnType<Calibrations['get']>> = UNCALIBRATED
  /**
   * `changed`: tick of the last change of anything but values. `moved`: tick of the last value of any node
   * (changes.ts).
   */
  changed = 0
  moved = 0
  /** The group of the device's area; null while the device is in none (areaGroups.ts). */
  group: AreaGroup | null = null
  /** Whether the device and its gateway were online at the registry's last check (onlineClock.ts). */
  online = false
  gatewayOnline = false
  lastAt: number | null = null
  flags = NO_FLAGS
  /** The part of the JSON that depends on the record alone; null until it is first needed. */
  frame: StateFrame | null = null
  /** Cached JSON with the flags it was built from; null once it is invalidated. */
  text: (StateText & { online: boolean; gatewayOnline: boolean; flags: LiveFlags }) | null = null

  constructor(id: number, common: Common, model: Model) {
    this.id = id
    this.common = common
    this.model = model
  }

  get nodes(): Map<number, RegisteredNode> {
    return (this.made ??= nodesOf(this))
  }

  get project_id(): number {
    return this.common.project_id
  }
  get district_id(): number {
    return this.common.district_id
  }
  get devicetype_id(): number {
    return this.common.devicetype_id
  }
  get control_state(): number {
    return this.common.control_state
  }
  get over_time(): number {
    return this.common.over_time
  }
  get acquisition_cycle(): number {
    return this.common.acquisition_cycle
  }
  get save_cycle(): number {
    return this.common.save_cycle
  }
  get site(): number | null {
    return this.common.site
  }

  get thresholds(): LiveFlags['thresholds'] {
    return this.flags.thresholds
  }
  get silent(): LiveFlags['silent'] {
    return this.flags.silent
  }
  get alarms(): LiveFlags['alarms'] {
    return this.flags.alarms
  }
  get maintenance(): LiveFlags['maintenance'] {
    return this.flags.maintenance
  }
  get maintenanceNext(): LiveFlags['maintenanceNext'] {
    return this.flags.maintenanceNext
  }
}

/** Builds a device's nodes; nodes that it has already keep their objects and last values. */
export function nodesOf({
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
