import type { DeviceState } from '../../dataProvider/normalise.ts'
import { VALUE_PARTS } from './changes.ts'
import { orNone, placeOf, type Run } from './samples.ts'

/** How many values a sparkline remembers. */
export const HISTORY_LENGTH = 60
/** How many devices are remembered: those looked at last. */
const WATCHED_AT_MOST = 2000
const NONE: readonly number[] = []

/** The last values of nodes, from when their device was first looked at: what sparklines are drawn of. Nothing is asked for them. */
export class NodeHistory {
  private watched = new Map<number, Seen>()

  /** `most`: how many devices are remembered. A page without sparklines needs none. */
  constructor(private readonly most = WATCHED_AT_MOST) {}

  /** Remembers a device's values from now on. */
  watch(device: DeviceState): void {
    if (this.most === 0 || this.watched.has(device.id)) return
    this.watched.set(device.id, new Map())
    this.record(device)
    const [oldest] = this.watched.keys()
    if (this.watched.size > this.most && oldest !== undefined) this.watched.delete(oldest)
  }

  /** Takes the samples that are newer than those remembered. */
  record(device: DeviceState): void {
    const nodes = this.watched.get(device.id)
    if (nodes !== undefined) for (const { id, value, at } of device.nodes) take(nodes, id, value, at)
  }

  /** The same from a run of values that are not yet in their device. */
  recordRun(device: DeviceState, { values, from, to }: Run): void {
    const nodes = this.watched.get(device.id)
    if (nodes === undefined) return
    for (let row = from; row < to; row += VALUE_PARTS) {
      const node = device.nodes[placeOf(device.nodes, values[row + 1] ?? Number.NaN)]
      if (node !== undefined) take(nodes, node.id, orNone(values[row + 2]), orNone(values[row + 3]))
    }
  }

  /** Values of a node, oldest first. The array is the store's own: read it, do not keep it. */
  of(deviceId: number, nodeId: number): readonly number[] {
    return this.watched.get(deviceId)?.get(nodeId)?.values ?? NONE
  }

  forget(deviceId: number): void {
    this.watched.delete(deviceId)
  }
}

/** The values seen of each node, and when the last one was measured. */
type Seen = Map<number, { at: number; values: number[] }>

function take(nodes: Seen, id: number, value: number | null, at: number | null): void {
  if (value === null) return
  const known = nodes.get(id)
  if (known === undefined) nodes.set(id, { at: at ?? 0, values: [value] })
  else if ((at ?? 0) > known.at) {
    known.at = at ?? 0
    known.values.push(value)
    if (known.values.length > HISTORY_LENGTH) known.values.shift()
  }
}
