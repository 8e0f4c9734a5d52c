import { nodesOf } from '../../../resources/kit/rule.ts'
import type { LiveNode, Registry } from '../../platform.ts'
import { newestThoughts } from '../../quality/newest.ts'
import { FLAG } from '../../quality/qartod.ts'
import type { Storage } from '../../storage/types.ts'
import type { Watch } from '../watch.ts'
import type { StoredState } from './stored.ts'

/**
 * Says of last values that were read from the database whether they are doubted, by what is kept beside them: they come without it. Of a value that was not
 * stored nothing is kept.
 *
 * @param watches of these those that a last value may move: that look back or at other nodes, or of which `rows` has a state
 */
export async function readDoubts(
  { storage, registry }: { storage: Pick<Storage, 'read' | 'engine'>; registry: Pick<Registry, 'device'> },
  watches: Iterable<Watch>,
  rows: readonly Pick<StoredState, 'threshold_id' | 'device_id'>[],
): Promise<void> {
  const nameOf = (rule: number, device: number): string => `${rule}/${device}`
  const raised = new Set(rows.map(({ threshold_id, device_id }) => nameOf(threshold_id, device_id)))
  const found = new Map<number, Map<number, LiveNode>>()
  for (const { rule, deviceId, signals } of watches) {
    if (signals === null && !raised.has(nameOf(rule.id, deviceId))) continue
    const nodes = found.get(deviceId) ?? new Map<number, LiveNode>()
    found.set(deviceId, nodes)
    for (const id of nodesOf(rule.nodemap_id, rule)) {
      const node = registry.device(deviceId)?.nodes.get(id)
      if (node) nodes.set(id, node)
    }
  }
  const devices = [...found].map(([id, nodes]) => ({ id, nodes }))
  const thoughtOf = await newestThoughts(storage, devices)
  for (const { id, nodes } of devices)
    for (const node of nodes.values())
      if (node.last && thoughtOf(id, node, node.last).flag > FLAG.unknown) node.last.doubted = true
}
