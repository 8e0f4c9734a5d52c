import { nodesOf } from '../../../resources/kit/rule.ts'
import type { LiveNode, LiveSample, Registry } from '../../platform.ts'
import { newestQualities } from '../../quality/newest.ts'
import { FLAG } from '../../quality/qartod.ts'
import type { Storage } from '../../storage/types.ts'
import type { Watch } from '../watch.ts'
import type { StoredState } from './stored.ts'

/**
 * Marks the last values of watches that are doubted, by the quality flags stored beside them: last values read from the
 * database come without flags. For a value that was not stored there is no flag.
 */
export async function readDoubts(
  { storage, registry }: { storage: Pick<Storage, 'read' | 'engine'>; registry: Pick<Registry, 'device'> },
  watches: Iterable<Pick<Watch, 'rule' | 'deviceId'>>,
): Promise<void> {
  const found = new Map<number, Map<number, LiveNode>>()
  for (const { rule, deviceId } of watches) {
    const nodes = found.get(deviceId) ?? new Map<number, LiveNode>()
    found.set(deviceId, nodes)
    for (const id of nodesOf(rule.nodemap_id, rule)) {
      const node = registry.device(deviceId)?.nodes.get(id)
      if (node) nodes.set(id, node)
    }
  }
  const devices = [...found].map(([id, nodes]) => ({ id, nodes }))
  const thoughtOf = await newestQualities(storage, devices)
  for (const { id, nodes } of devices)
    for (const node of nodes.values())
      if (node.last && thoughtOf(id, node, node.last).flag > FLAG.unknown) node.last.doubted = true
}

/**
 * Returns the restored watches whose state a last value may change: those that look back or at other nodes, and those
 * with a stored state. Where a rule changes, a last value may change any watch.
 */
export function movableOf(
  watches: Iterable<Watch>,
  rows: readonly Pick<StoredState, 'threshold_id' | 'device_id'>[],
): Watch[] {
  const nameOf = (rule: number, device: number): string => `${rule}/${device}`
  const raised = new Set(rows.map(({ threshold_id, device_id }) => nameOf(threshold_id, device_id)))
  return [...watches].filter(({ rule, deviceId, signals }) => signals !== null || raised.has(nameOf(rule.id, deviceId)))
}

/**
 * Returns those of some last values, read again from the database, that are not doubted; the doubted ones are marked in
 * the live state.
 */
export async function trustedOf(
  storage: Pick<Storage, 'read' | 'engine'>,
  samples: readonly LiveSample[],
): Promise<LiveSample[]> {
  const devices = new Map<number, Map<number, LiveNode>>()
  for (const { device, node, value, ts } of samples) {
    const nodes = devices.get(device.id) ?? new Map<number, LiveNode>()
    devices.set(device.id, nodes.set(node.id, { ...node, last: { value, ts } }))
  }
  const thoughtOf = await newestQualities(
    storage,
    [...devices].map(([id, nodes]) => ({ id, nodes })),
  )
  return samples.filter(({ device, node, value, ts }) => {
    const isTrusted = thoughtOf(device.id, node, { value, ts }).flag <= FLAG.unknown
    if (!isTrusted && node.last?.ts === ts) node.last.doubted = true
    return isTrusted
  })
}
