import type { LastHour } from '../../../dataProvider/calls.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { VALUE_PARTS } from '../states/changes.ts'
import { orNone, nodeIndex, type ValueBatch } from './samples.ts'

/** Number of values that a sparkline keeps. */
export const HISTORY_LENGTH = 60
/** Number of devices that are kept; the least recently viewed ones are evicted. */
const MAX_WATCHED = 2000
const NONE: readonly number[] = []
/** Minimum distance between points of a line that shows an hour, ms; until then the last point moves along. */
const APART = HOUR / HISTORY_LENGTH

/**
 * The recent values of nodes, from which sparklines are drawn: the last hour if the platform provides it, otherwise the
 * values seen since the device was first shown.
 */
export class SparklineStore {
  private watched = new Map<number, NodeLines>()
  private listeners = new Set<() => void>()
  private fills = 0
  /** Requests the line of a device from another source than lastHour.ts. */
  readonly ask?: (device: number) => void

  /** `most`: number of devices that are kept; 0 for a page without sparklines. */
  constructor(private readonly most = MAX_WATCHED) {}

  /** Starts to keep a device's values. */
  watch(device: DeviceState): void {
    if (this.most === 0) return
    if (!this.watched.has(device.id)) this.watched.set(device.id, new Map())
    this.record(device)
    const [oldest] = this.watched.keys()
    if (this.watched.size > this.most && oldest !== undefined) this.watched.delete(oldest)
  }

  /** Adds the samples that are newer than the stored ones. */
  record(device: DeviceState): void {
    const nodes = this.watched.get(device.id)
    if (nodes !== undefined) for (const { id, value, at } of device.nodes) addSample(nodes, id, value, at)
  }

  /** Whether a device's values are kept. */
  watches = (deviceId: number): boolean => this.watched.has(deviceId)

  /** As `record`, for a batch of values that are not merged into their device yet. */
  recordBatch(device: DeviceState, { values, from, to }: ValueBatch): void {
    const nodes = this.watched.get(device.id)
    if (nodes === undefined) return
    for (let row = from; row < to; row += VALUE_PARTS) {
      const node = device.nodes[nodeIndex(device.nodes, values[row + 1] ?? Number.NaN)]
      if (node !== undefined) addSample(nodes, node.id, orNone(values[row + 2]), orNone(values[row + 3]))
    }
  }

  /** Prepends the platform's values of the last hour to the values seen since. */
  fillHours(hours: readonly LastHour[]): void {
    for (const { device, nodes } of hours) {
      const seen = this.watched.get(device)
      if (seen === undefined) continue
      for (const { id, samples } of nodes) {
        const known = seen.get(id)
        const line: Line = { hour: true, times: samples.map(([at]) => at), values: samples.map(([, value]) => value) }
        // A new array, so that the lines drawn from it render again.
        seen.set(id, line)
        known?.times.forEach((at, place) => add(line, at, known.values[place] ?? 0))
      }
    }
    this.fills++
    for (const listener of this.listeners) listener()
  }

  /** Counts up whenever lines were filled. */
  filled = (): number => this.fills

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Returns the values of a node, oldest first. The array belongs to the store: read it, do not keep it. */
  of(deviceId: number, nodeId: number): readonly number[] {
    return this.lineOf(deviceId, nodeId)?.values ?? NONE
  }

  /** As `of`, with the time of each value, ms since the epoch; undefined if the node has no line. */
  lineOf(deviceId: number, nodeId: number): SeenLine | undefined {
    return this.watched.get(deviceId)?.get(nodeId)
  }

  forget(deviceId: number): void {
    this.watched.delete(deviceId)
  }
}

/** Values of a node, oldest first, and the time of each, ms since the epoch. */
export interface SeenLine {
  times: readonly number[]
  values: readonly number[]
}

/** The values seen of each node, with their times. */
type NodeLines = Map<number, Line>

interface Line {
  /** True: the line shows an hour, however often values arrive. False: it shows as many values as fit. */
  hour: boolean
  times: number[]
  values: number[]
}

function addSample(nodes: NodeLines, id: number, value: number | null, at: number | null): void {
  if (value === null) return
  const known = nodes.get(id)
  if (known === undefined) nodes.set(id, { hour: false, times: [at ?? 0], values: [value] })
  else add(known, at ?? 0, value)
}

/** Appends a value, if it is newer than every value of the line. */
function add({ hour, times, values }: Line, at: number, value: number): void {
  if (times.length > 0 && at <= (times.at(-1) ?? 0)) return
  // The last point moves with new values until it is far enough from the one before it.
  if (hour && times.length > 1 && (times.at(-1) ?? 0) - (times.at(-2) ?? 0) < APART) {
    times.pop()
    values.pop()
  }
  times.push(at)
  values.push(value)
  while (hour ? (times[0] ?? at) < at - HOUR : values.length > HISTORY_LENGTH) {
    times.shift()
    values.shift()
  }
}
