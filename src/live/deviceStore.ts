import type { DeviceState, FeedMessage, NodeState } from '../../dataProvider/normalise.ts'
import { VALUE_PARTS, type Changes } from './changes.ts'
import { NodeHistory } from './nodeHistory.ts'

type Listener = () => void
interface Sample {
  value: number | null
  at: number | null
}
type Samples = Map<number, Sample>

/** All devices, as they are when it is asked. */
export interface Listed {
  all(): Iterable<DeviceState>
}

/**
 * The live devices by id. A changed device is a new object, an unchanged one stays the same, and only listeners of changed ones are called.
 * Polls are applied as they come; messages of the feed are gathered, newest per node, and applied once per animation frame.
 */
export class DeviceStore {
  private devices = new Map<number, DeviceState>()
  private idsBySn = new Map<string, number>()
  private listeners = new Map<number, Set<Listener>>()
  private indexListeners = new Set<Listener>()
  private version = 0
  private view: Listed = this.viewed()
  private pending = new Map<number, Samples>()

  constructor(
    private readonly nextFrame: (apply: () => void) => void = (apply) => void requestAnimationFrame(apply),
    readonly history = new NodeHistory(),
  ) {}

  get = (id: number): DeviceState | undefined => this.devices.get(id)
  inAlarm = (): boolean => [...this.devices.values()].some(({ thre_list }) => thre_list.length > 0)
  size = (): number => this.devices.size
  all = (): IterableIterator<DeviceState> => this.devices.values()

  /** Counts up whenever a device came, went, or changed in more than its values: lists, counts and marks are worked out anew then. */
  index = (): number => this.version

  /** The devices to list, a new object whenever the index counts up: what is worked out of it knows by that when it is old. */
  listed = (): Listed => this.view

  subscribeIndex = (listener: Listener): Listener => {
    this.indexListeners.add(listener)
    return () => void this.indexListeners.delete(listener)
  }

  subscribe(id: number, listener: Listener): Listener {
    const set = this.listeners.get(id) ?? new Set()
    this.listeners.set(id, set.add(listener))
    const device = this.devices.get(id)
    if (device !== undefined) this.history.watch(device)
    return () => {
      set.delete(listener)
      if (set.size === 0 && this.listeners.get(id) === set) this.listeners.delete(id)
    }
  }

  apply({ full, devices, removed, values }: Changes): void {
    const touched = new Set<number>()
    const gone = full ? this.missing(devices) : removed
    for (const device of devices) {
      this.put(withNewest(device, this.devices.get(device.id)))
      touched.add(device.id)
    }
    for (const id of gone) {
      this.remove(id)
      touched.add(id)
    }
    this.patchRuns(values, touched)
    const indexed = devices.length > 0 || gone.length > 0
    if (indexed) {
      this.version++
      this.view = this.viewed()
    }
    this.notify(touched)
    if (indexed) for (const listener of this.indexListeners) listener()
  }

  /** Messages of the live feed. Those of devices or nodes not listed are left out; an older value never replaces a newer one. */
  push(messages: readonly FeedMessage[]): void {
    if (messages.length === 0) return
    if (this.pending.size === 0) this.nextFrame(this.flush)
    for (const message of messages) {
      const id = message.deviceid ?? this.idsBySn.get(message.sn) ?? 0
      const samples = this.pending.get(id) ?? new Map<number, Sample>()
      for (const { id: node, value } of message.values) if ((samples.get(node)?.at ?? 0) <= message.t) samples.set(node, { value, at: message.t })
      this.pending.set(id, samples)
    }
  }

  private flush = (): void => {
    const batch = this.pending
    this.pending = new Map()
    const touched = new Set<number>()
    for (const [id, samples] of batch) this.patchRuns(rowsOf(id, samples), touched)
    this.notify(touched)
  }

  private viewed(): Listed {
    return { all: () => this.devices.values() }
  }

  private missing(devices: readonly DeviceState[]): number[] {
    const answered = new Set(devices.map(({ id }) => id))
    return [...this.devices.keys()].filter((id) => !answered.has(id))
  }

  private put(device: DeviceState): void {
    this.devices.set(device.id, device)
    if (device.sn !== '') this.idsBySn.set(device.sn, device.id)
    if (this.listeners.has(device.id)) this.history.watch(device)
    this.history.record(device)
  }

  private remove(id: number): void {
    const device = this.devices.get(id)
    if (device === undefined) return
    this.devices.delete(id)
    if (this.idsBySn.get(device.sn) === id) this.idsBySn.delete(device.sn)
    this.history.forget(id)
  }

  /** The values of one device come one after the other: each device is written once, and nothing but it is made on the way. */
  private patchRuns(values: Float64Array, touched: Set<number>): void {
    for (let from = 0, to = 0; from < values.length; from = to) {
      const id = values[from] ?? 0
      while (to < values.length && values[to] === id) to += VALUE_PARTS
      const device = this.devices.get(id)
      const patched = device && withRows(device, values, from, to)
      if (patched === undefined || patched === device) continue
      this.devices.set(id, patched)
      this.history.record(patched)
      touched.add(id)
    }
  }

  private notify(touched: ReadonlySet<number>): void {
    for (const [id, listeners] of this.listeners) if (touched.has(id)) for (const listener of listeners) listener()
  }
}

/** The device with the samples of some rows (as in Changes.values) that are not older than its own; the same object where none is. */
function withRows(device: DeviceState, values: Float64Array, from: number, to: number): DeviceState {
  let nodes: NodeState[] | null = null
  for (let row = from; row < to; row += VALUE_PARTS) {
    const place = placeOf(device.nodes, values[row + 1] ?? 0)
    const node = device.nodes[place]
    const [value, at] = [orNone(values[row + 2]), orNone(values[row + 3])]
    if (node === undefined || isOlder(at, node.at) || (value === node.value && at === node.at)) continue
    nodes ??= [...device.nodes]
    nodes[place] = { ...node, value, at }
  }
  return nodes === null ? device : { ...device, nodes }
}

/** A device has a few nodes: looking at each is sooner done than looking up. */
function placeOf(nodes: readonly NodeState[], id: number): number {
  let at = 0
  while (at < nodes.length && nodes[at]?.id !== id) at++
  return at
}

const orNone = (number = Number.NaN): number | null => (Number.isNaN(number) ? null : number)

/** A polled device, its nodes kept at what the feed already said. */
function withNewest(device: DeviceState, known: DeviceState | undefined): DeviceState {
  if (known === undefined) return device
  const newer: Samples = new Map()
  const polled = new Map(device.nodes.map((node) => [node.id, node]))
  for (const node of known.nodes) {
    const now = polled.get(node.id)
    if (now !== undefined && isOlder(now.at, node.at)) newer.set(node.id, { value: node.value, at: node.at })
  }
  if (newer.size === 0) return device
  const rows = rowsOf(device.id, newer)
  return withRows(device, rows, 0, rows.length)
}

const rowsOf = (device: number, samples: Samples): Float64Array => Float64Array.from([...samples].flatMap(([node, { value, at }]) => [device, node, value ?? Number.NaN, at ?? Number.NaN]))

/** Whether a sample's time comes before the known one. A sample without a time is an answer of "none" or of a platform that sends no times: it counts as new. */
const isOlder = (at: number | null, known: number | null): boolean => at !== null && known !== null && at < known
