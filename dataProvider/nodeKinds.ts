import { call } from './http.ts'
import { readDevices, type NodeState } from './normalise.ts'

/** How a node's stored values are read: a switch or a quantity, and the script that makes of them what is shown. */
export type NodeKind = Pick<NodeState, 'registertype' | 'node_script'>

/** How long they count as fresh, ms. */
const KINDS_TTL_MS = 300_000
let known: { at: number; kinds: Promise<ReadonlyMap<number, NodeKind>> } | null = null

/** Forgets them: another user. */
export function forgetNodeKinds(): void {
  known = null
}

/**
 * Nodes of an answer that does not say how they are read, as most platforms' histories and node lists do not: as the live state has it, so that a node has one
 * number everywhere. Who may not see the live state, and a node no device has, are left as they are.
 */
export async function withKinds<T extends { id: number }>(nodes: readonly T[]): Promise<(T & Partial<NodeKind>)[]> {
  if (nodes.length === 0) return []
  const kinds = await nodeKinds()
  return nodes.map((node) => ({ ...node, ...kinds.get(node.id) }))
}

/** Whether an answer says itself how its nodes are read. */
export const saysKinds = (rows: readonly Record<string, unknown>[]): boolean =>
  rows.some((row) => 'registertype' in row || 'node_script' in row)

/** By node map: a model's nodes are the same for all its devices. */
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
