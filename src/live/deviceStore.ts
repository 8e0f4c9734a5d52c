import type { DeviceState, FeedMessage } from '../../dataProvider/normalise.ts'
import { VALUE_PARTS, type Changes } from './states/changes.ts'
import { isAbnormal, isOld, type DeviceHead } from './deviceStatus.ts'
import { SparklineStore } from './sparklines/sparklineStore.ts'
import {
  batchOf,
  keepNewerSamples,
  withBatch,
  type ValueBatch,
  type NodeSample,
  type NodeSamples,
} from './sparklines/samples.ts'
import { PendingValues } from './states/pendingValues.ts'
import { runInSlices, runSteps, type SlicedRun, type Steps } from './steps.ts'

type Listener = () => void

/** Numbers of an answer's values that are applied at once: those of ten thousand values. */
const NUMBERS_AT_ONCE = 10_000 * VALUE_PARTS
/** Devices of an answer that are entered at once. */
const DEVICES_AT_ONCE = 10_000
/** Devices that are entered or patched before a slice may end. */
const DEVICES_PER_STEP = 500

/** All devices, in their state at the time of the call. */
export interface DeviceHeads {
  all(): Iterable<DeviceState>
  /** All devices without their values, at no cost: lists, counts and marks are computed from them. */
  heads(): Iterable<DeviceHead>
  /** Whether a device's newest value is stale. Also cheap: pending values are not merged into the device. */
  isStale(id: number, now: number): boolean
}

/**
 * The live devices by id. A changed device becomes a new object, an unchanged one stays the same object, and only the
 * listeners of changed devices are called. Poll answers are applied at once; feed messages are batched, the newest per
 * node, and applied once per animation frame. Of 10,000 devices two dozen are in view: new values of all other devices
 * are kept pending and merged when the device is read.
 */
export class DeviceStore {
  private devices = new Map<number, DeviceState>()
  private alarmed = new Set<number>()
  private outOfView = new PendingValues()
  /** Devices of a first answer that is still arriving. */
  private ahead: ReadonlyMap<number, DeviceState> = new Map()
  /** Built when the feed first identifies a device by its sn alone, as older platforms do. */
  private idsBySn: ReadonlyMap<string, number> | null = null
  private listeners = new Map<number, Set<Listener>>()
  private indexListeners = new Set<Listener>()
  private version = 0
  private view: DeviceHeads = this.viewed()
  private pending = new Map<number, NodeSamples>()
  /** The values of an answer that are being applied to devices out of view. */
  private applying: SlicedRun | null = null

  constructor(
    private readonly nextFrame: (apply: () => void) => void = (apply) => void requestAnimationFrame(apply),
    readonly history = new SparklineStore(),
  ) {}

  get = (id: number): DeviceState | undefined => {
    const device = this.devices.get(id)
    if (device === undefined) return this.ahead.get(id)
    const read = this.outOfView.take(device)
    if (read !== device) this.devices.set(id, read)
    return read
  }
  /** Ids of the devices that violate a threshold. */
  inAlarm = (): ReadonlySet<number> => this.alarmed
  size = (): number => this.devices.size
  all = (): IterableIterator<DeviceState> => {
    this.applying?.finish()
    for (const id of this.outOfView.ids()) this.get(id)
    return this.devices.values()
  }

  /**
   * Counts up whenever a device came, left, or changed in more than its values: lists, counts and marks are then
   * computed again. 0 until the first answer.
   */
  index = (): number => this.version

  /** The devices to list: a new object whenever the index counts up, so that memoised results are recomputed. */
  listed = (): DeviceHeads => this.view

  subscribeIndex = (listener: Listener): Listener => {
    this.indexListeners.add(listener)
    return () => void this.indexListeners.delete(listener)
  }

  subscribe(id: number, listener: Listener): Listener {
    const set = this.listeners.get(id) ?? new Set()
    this.listeners.set(id, set.add(listener))
    const device = this.get(id)
    if (device !== undefined) this.history.watch(device)
    return () => {
      set.delete(listener)
      if (set.size === 0 && this.listeners.get(id) === set) this.listeners.delete(id)
    }
  }

  /**
   * Makes devices readable by id while the rest of their answer is arriving. Lists, counts and marks wait, since the
   * set of devices is incomplete.
   */
  preview(devices: readonly DeviceState[]): void {
    this.ahead = new Map(devices.map((device) => [device.id, device]))
    this.notify(this.ahead)
  }

  /**
   * Resolves to the function that applies an answer. If it has a city's devices they are entered before, in slices;
   * lists, counts and marks, and the devices in view, learn of them when the answer is applied.
   */
  async prepare(changes: Changes): Promise<() => void> {
    const { devices } = changes
    if (devices.length > DEVICES_AT_ONCE)
      await new Promise<void>((resolve) => {
        this.applying?.finish()
        runInSlices(this.enterUnseen(devices), resolve)
      })
    return () => this.apply(changes)
  }

  apply({ full, devices, removed, values }: Changes): void {
    this.applying?.finish()
    const touched = new Set<number>()
    const gone = full ? this.missing(devices) : removed
    for (const device of devices) {
      // Entered before.
      if (this.devices.get(device.id) === device) continue
      if (this.enter(device) && this.listeners.has(device.id)) touched.add(device.id)
    }
    if (full) this.ahead = new Map()
    for (const id of gone) {
      this.remove(id)
      touched.add(id)
    }
    this.patchAll(values, touched)
    // The first full answer counts up even if it is empty: listeners learn that there are no devices.
    const indexed = devices.length > 0 || gone.length > 0 || (full && this.version === 0)
    if (indexed) {
      this.version++
      this.idsBySn = null
      this.view = this.viewed()
    }
    this.notify(touched)
    if (indexed) for (const listener of this.indexListeners) listener()
  }

  /**
   * Queues messages of the live feed. Messages of unlisted devices or nodes are dropped; an older value never replaces
   * a newer one.
   */
  push(messages: readonly FeedMessage[]): void {
    if (messages.length === 0) return
    if (this.pending.size === 0) this.nextFrame(this.flush)
    for (const message of messages) {
      const id = message.deviceid ?? this.idOf(message.sn) ?? 0
      const samples = this.pending.get(id) ?? new Map<number, NodeSample>()
      for (const { id: node, value } of message.values)
        if ((samples.get(node)?.at ?? 0) <= message.t) samples.set(node, { value, at: message.t })
      this.pending.set(id, samples)
    }
  }

  private flush = (): void => {
    const batch = this.pending
    this.pending = new Map()
    const touched = new Set<number>()
    for (const [id, samples] of batch) this.patch(id, batchOf(id, samples), touched)
    this.notify(touched)
  }

  private viewed(): DeviceHeads {
    return {
      all: () => this.all(),
      heads: () => this.devices.values(),
      isStale: (id, now) => {
        const device = this.devices.get(id)
        return device !== undefined && isOld(this.outOfView.lastAt(device), device, now)
      },
    }
  }

  private idOf(sn: string): number | undefined {
    this.idsBySn ??= new Map([...this.devices.values()].map((device) => [device.sn, device.id]))
    return sn === '' ? undefined : this.idsBySn.get(sn)
  }

  private *enterUnseen(devices: readonly DeviceState[]): Steps<void> {
    let entered = 0
    for (const device of devices) {
      if (!this.listeners.has(device.id)) this.enter(device)
      if (++entered % DEVICES_PER_STEP === 0) yield
    }
  }

  /** Returns whether the device is new or changed. */
  private enter(device: DeviceState): boolean {
    const known = this.get(device.id)
    const newest = keepNewerSamples(device, known)
    this.put(newest)
    return newest !== known
  }

  private missing(devices: readonly DeviceState[]): number[] {
    if (this.version === 0) return []
    const answered = new Set(devices.map(({ id }) => id))
    return [...this.devices.keys()].filter((id) => !answered.has(id))
  }

  private put(device: DeviceState): void {
    this.devices.set(device.id, device)
    this.outOfView.forget(device.id)
    if (isAbnormal(device)) this.alarmed.add(device.id)
    else this.alarmed.delete(device.id)
    if (this.listeners.has(device.id)) this.history.watch(device)
    this.history.record(device)
  }

  private remove(id: number): void {
    this.devices.delete(id)
    this.alarmed.delete(id)
    this.outOfView.forget(id)
    this.history.forget(id)
  }

  /** Applies values: those of devices in view at once, the rest in slices where there are many. */
  private patchAll(values: Float64Array, touched: Set<number>): void {
    if (values.length <= NUMBERS_AT_ONCE) return runSteps(this.patchRuns(values, touched))
    runSteps(this.patchRuns(values, touched, this.listeners))
    // Devices that come into view meanwhile are told once their values are applied.
    const late = new Set<number>()
    this.applying = runInSlices(this.patchRuns(values, late), () => {
      this.applying = null
      this.notify(late)
    })
  }

  /**
   * Applies the values device by device: the values of one device are adjacent in the array. `only` leaves all other
   * devices out.
   */
  private *patchRuns(values: Float64Array, touched: Set<number>, only?: Pick<ReadonlySet<number>, 'has'>): Steps<void> {
    let runs = 0
    for (let from = 0, to = 0; from < values.length; from = to) {
      const id = values[from] ?? 0
      while (to < values.length && values[to] === id) to += VALUE_PARTS
      if (only?.has(id) === false) continue
      this.patch(id, { values, from, to }, touched)
      if (++runs % DEVICES_PER_STEP === 0) yield
    }
  }

  private known = (id: number): DeviceState | undefined => this.devices.get(id)

  private patch(id: number, batch: ValueBatch, touched: Set<number>): void {
    if (!this.listeners.has(id)) {
      const watched = this.history.watches(id) ? this.devices.get(id) : undefined
      if (watched !== undefined) this.history.recordBatch(watched, batch)
      this.outOfView.keep(id, batch, this.known)
      return
    }
    const known = this.devices.get(id)
    if (known === undefined) return
    const device = this.outOfView.take(known)
    const patched = withBatch(device, batch)
    if (patched === known) return
    this.devices.set(id, patched)
    this.outOfView.forget(id)
    this.history.record(patched)
    touched.add(id)
  }

  private notify(touched: Pick<ReadonlySet<number>, 'has'>): void {
    for (const [id, listeners] of this.listeners) if (touched.has(id)) for (const listener of listeners) listener()
  }
}
