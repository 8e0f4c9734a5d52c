import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'
import { VALUE_PARTS } from '../states/changes.ts'

/** New values of one device: the rows `from` to `to` of `values` (as in Changes.values). */
export interface ValueBatch {
  values: Float64Array
  from: number
  to: number
}

export interface NodeSample {
  value: number | null
  at: number | null
}
export type NodeSamples = Map<number, NodeSample>

/**
 * Returns the device with those samples of a batch that are not older than its own; the same object if there are none.
 */
export function withBatch(device: DeviceState, { values, from, to }: ValueBatch): DeviceState {
  let nodes: NodeState[] | null = null
  for (let row = from; row < to; row += VALUE_PARTS) {
    const place = nodeIndex(device.nodes, values[row + 1] ?? 0)
    const node = device.nodes[place]
    const [value, at] = [orNone(values[row + 2]), orNone(values[row + 3])]
    if (node === undefined || isOlder(at, node.at) || (value === node.value && at === node.at)) continue
    nodes ??= [...device.nodes]
    nodes[place] = { ...node, value, at }
  }
  return nodes === null ? device : { ...device, nodes }
}

/** Returns a polled device whose nodes keep the newer samples that the feed already delivered. */
export function keepNewerSamples(device: DeviceState, known: DeviceState | undefined): DeviceState {
  if (known === undefined) return device
  const newer: NodeSamples = new Map()
  const polled = new Map(device.nodes.map((node) => [node.id, node]))
  for (const node of known.nodes) {
    const now = polled.get(node.id)
    if (now !== undefined && isOlder(now.at, node.at)) newer.set(node.id, { value: node.value, at: node.at })
  }
  return newer.size === 0 ? device : withBatch(device, batchOf(device.id, newer))
}

export function batchOf(device: number, samples: NodeSamples): ValueBatch {
  const values = Float64Array.from(
    [...samples].flatMap(([node, { value, at }]) => [device, node, value ?? Number.NaN, at ?? Number.NaN]),
  )
  return { values, from: 0, to: values.length }
}

/**
 * Returns the index of a node; the number of nodes if it is missing. A device has few nodes, so that a linear search is
 * faster than a map.
 */
export function nodeIndex(nodes: readonly NodeState[], id: number): number {
  let at = 0
  while (at < nodes.length && nodes[at]?.id !== id) at++
  return at
}

/** Converts NaN, which stands for "no value", to null. */
export const orNone = (number = Number.NaN): number | null => (Number.isNaN(number) ? null : number)

/**
 * Returns whether a sample is older than the known one. A sample without a time is an answer of "none", or comes from a
 * platform that sends no times: it counts as new.
 */
const isOlder = (at: number | null, known: number | null): boolean => at !== null && known !== null && at < known
