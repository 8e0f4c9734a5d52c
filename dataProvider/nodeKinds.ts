import { call } from './http.ts'
import { readDevices, type NodeState } from './normalise.ts'

/**
 * How a node's stored values are displayed: whether it is a switch or a quantity, and the script that computes the
 * displayed value.
 */
export type NodeKind = Pick<NodeState, 'registertype' | 'node_script'>

/** How long the kinds count as fresh, ms. */
const KINDS_TTL_MS = 300_000
let known: { at: number; kinds: Promise<ReadonlyMap<number, NodeKind>> } | null = null

/** Forgets the kinds; called when another user signs in. */
export function forgetNodeKinds(): void {
  known = null
}

/**
 * Adds the kind to the nodes of an answer that lacks it, as the histories and node lists of most platforms do. The kind
 * is taken from the live state, so that a node has the same displayed value everywhere. Nodes stay as they are if the
 * user may not see the live state, or no device has the node.
 */
export async function withKinds<T extends { id: number }>(nodes: readonly T[]): Promise<(T & Partial<NodeKind>)[]> {
  if (nodes.length === 0) return []
  const kinds = await nodeKinds()
  return nodes.map((node) => ({ ...node, ...kinds.get(node.id) }))
}

/** Whether an answer itself contains the kinds of its nodes. */
export const hasKinds = (rows: readonly Record<string, unknown>[]): boolean =>
  rows.some((row) => 'registertype' in row || 'node_script' in row)

/** By node map id: a model's nodes are the same for all its devices. */
function nodeKinds(): Promise<ReadonlyMap<number, NodeKind>> {
  if (known === null || Date.now() - known.at > KINDS_TTL_MS) {
    const mine = { at: Date.now(), kinds: load() }
    known = mine
    mine.kinds.catch(() => {
      if (known === mine) known = null
    })
  }
  return known.kinds.catch(() => new Map())
}

async function load(): Promise<ReadonlyMap<number, NodeKind>> {
  const devices = readDevices(await call('GET', 'godbDeviceState', { timeout: 60_000 }))
  return new Map(
    devices.flatMap(({ nodes }) =>
      nodes.map(({ id, registertype, node_script }) => [id, { registertype, node_script }] as const),
    ),
  )
}
