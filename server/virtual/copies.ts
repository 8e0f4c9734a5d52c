import type { Kysely } from 'kysely'
import type { Registry } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { AI } from './value.ts'

/** A node of a virtual device that shows the value of another device's node. */
export interface Copy {
  /** Id of the node's rule. */
  id: number
  device: number
  nodemap: number
  from: { device: number; nodemap: number }
}

/** A node whose value is set, or follows from one that is set; null: any value. */
export interface SetNode {
  device: number
  nodemap: number
  value: number | null
}

/**
 * Loads all nodes that show another device's node, including those of virtual devices that are not running, since these
 * may be turned on at any time.
 */
export async function loadCopies(db: Kysely<AnyTables>): Promise<Copy[]> {
  const rows = await db
    .selectFrom('deviceai')
    .select(['id', 'device_id', 'nodemap_id', 'other_device_id', 'other_nodemap_id'])
    .where('device_ai_type', '=', AI.other)
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    device: Number(row.device_id),
    nodemap: Number(row.nodemap_id),
    from: { device: Number(row.other_device_id), nodemap: Number(row.other_nodemap_id) },
  }))
}

/**
 * Returns what follows from a value that is set: the node itself first, then the nodes of virtual devices that show it.
 * Scripts and amending may turn the value into any other, so theirs are null.
 */
export function affectedNodes(set: SetNode, copies: readonly Copy[]): SetNode[] {
  const found = [set]
  // Includes the nodes that are added during the loop.
  for (const { device, nodemap } of found)
    for (const copy of copies) {
      const isShown = copy.from.device === device && copy.from.nodemap === nodemap
      if (!isShown || found.some((one) => one.device === copy.device && one.nodemap === copy.nodemap)) continue
      found.push({ device: copy.device, nodemap: copy.nodemap, value: null })
    }
  return found
}

/**
 * Returns the devices from which a device's values come, itself first, with the maximum delay of the values on the way,
 * ms. A virtual device reads its source once per cycle.
 */
export function sourcesOf(
  registry: Pick<Registry, 'device'>,
  copies: readonly Copy[],
  device: number,
): ReadonlyMap<number, number> {
  const found = new Map([[device, 0]])
  // Includes the devices that are added during the loop.
  for (const [shown, delay] of found) {
    const cycle = Math.max(registry.device(shown)?.acquisition_cycle ?? 0, 1) * 1000
    for (const copy of copies)
      if (copy.device === shown && !found.has(copy.from.device)) found.set(copy.from.device, delay + cycle)
  }
  return found
}
