import type { LastHour } from '../../../dataProvider/calls.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { VALUE_PARTS } from '../states/changes.ts'
import { orNone, nodeIndex, type ValueBatch } from './samples.ts'

/** How many values a sparkline remembers. */
export const HISTORY_LENGTH = 60
/** How many devices are remembered: those looked at last. */
const MAX_WATCHED = 2000
const NONE: readonly number[] = []
/** Of a line that shows an hour the points stand so far apart, ms; the last one moves along until then. */
const APART = HOUR / HISTORY_LENGTH

/**
 * The last values of nodes: what sparklines are drawn of. Those seen since their device was first looked at; where the platform tells of the last hour,
 * that hour.
 */
export class SparklineStore {
  private watched = new Map<number, NodeLines>()
  private listeners = new Set<() => void>()
  private fills = 0
  /** How the line of a device is asked for, where it is not that of the last hour (lastHour.ts). */
  readonly ask?: (device: number) => void

  /** `most`: how many devices are remembered. A page without sparklines needs none. */
  constructor(private readonly most = MAX_WATCHED) {}

  /** Remembers a device's values from now on. */
  watch(device: DeviceState): void {
    if (this.most === 0) return
    if (!this.watched.has(device.id)) this.watched.set(device.id, new Map())
    this.record(device)
    const [oldest] = this.watched.keys()
    if (this.watched.size > this.most && oldest !== undefined) this.watched.delete(oldest)
  }

  /** Takes the samples that are newer than those remembered. */
  record(device: DeviceState): void {
    const nodes = this.watched.get(device.id)
    if (nodes !== undefined) for (const { id, value, at } of device.nodes) addSample(nodes, id, value, at)
  }

  /** The same from a batch of values that are not yet in their device. */
  recordBatch(device: DeviceState, { values, from, to }: ValueBatch): void {
    const nodes = this.watched.get(device.id)
    if (nodes === undefined) return
    for (let row = from; row < to; row += VALUE_PARTS) {
      const node = device.nodes[nodeIndex(device.nodes, values[row + 1] ?? Number.NaN)]
      if (node !== undefined) addSample(nodes, node.id, orNone(values[row + 2]), orNone(values[row + 3]))
    }
  }

  /** Puts what the platform knows of the last hour before what was seen since. */
  fillHours(hours: readonly LastHour[]): void {
    for (const { device, nodes } of hours) {
      const seen = this.watched.get(device)
      if (seen === undefined) continue
      for (const { id, samples } of nodes) {
        const known = seen.get(id)
        const line: Line = { hour: true, times: samples.map(([at]) => at), values: samples.map(([, value]) => value) }
        // Another array than before, so that what is drawn of it is drawn anew.
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

  /** Values of a node, oldest first. The array is the store's own: read it, do not keep it. */
  of(deviceId: number, nodeId: number): readonly number[] {
    return this.lineOf(deviceId, nodeId)?.values ?? NONE
  }

  /** The same with when each was measured, epoch ms; undefined where none is remembered. */
  lineOf(deviceId: number, nodeId: number): SeenLine | undefined {
    return this.watched.get(deviceId)?.get(nodeId)
  }

  forget(deviceId: number): void {
    this.watched.delete(deviceId)
  }
}

/** Values of a node, oldest first, and when each was measured, epoch ms. */
export interface SeenLine {
  times: readonly number[]
  values: readonly number[]
}

/** The values seen of each node, and when each was measured. */
type NodeLines = Map<number, Line>

interface Line {
  /** It shows an hour, however often values come; else as many values as there is room for. */
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

/** Adds a value that is newer than all of a line. */
function add({ hour, times, values }: Line, at: number, value: number): void {
  if (times.length > 0 && at <= (times.at(-1) ?? 0)) return
  // The last point moves with the values until it stands far enough from the one before it.
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
