import type { Kysely } from 'kysely'
import type { Registry } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { AI } from './value.ts'

/** A node of a virtual device that shows what a node of another device does. */
export interface Copy {
  /** Of its rule. */
  id: number
  device: number
  nodemap: number
  from: { device: number; nodemap: number }
}

/** A value that is set, or that follows from one; null: whichever. */
export interface SetNode {
  device: number
  nodemap: number
  value: number | null
}

/** All nodes that show another device's, also of virtual devices that do not run: those may be turned on at any time. */
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

/** What follows from a value that is set: itself first, then what virtual devices show of it. Scripts and amending make any value of it. */
export function followed(set: SetNode, copies: readonly Copy[]): SetNode[] {
  const found = [set]
  // Of what is found on the way too.
  for (const { device, nodemap } of found)
    for (const copy of copies) {
      const isShown = copy.from.device === device && copy.from.nodemap === nodemap
      if (!isShown || found.some((one) => one.device === copy.device && one.nodemap === copy.nodemap)) continue
      found.push({ device: copy.device, nodemap: copy.nodemap, value: null })
    }
  return found
}

/** The devices that a device's values come from, itself first: by device, how long they may take from there, ms. A virtual device looks once a cycle. */
export function sourcesOf(
  registry: Pick<Registry, 'device'>,
  copies: readonly Copy[],
  device: number,
): ReadonlyMap<number, number> {
  const found = new Map([[device, 0]])
  // Of what is found on the way too.
  for (const [shown, delay] of found) {
    const cycle = Math.max(registry.device(shown)?.acquisition_cycle ?? 0, 1) * 1000
    for (const copy of copies)
      if (copy.device === shown && !found.has(copy.from.device)) found.set(copy.from.device, delay + cycle)
  }
  return found
}
