import { createHash } from 'node:crypto'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { LiveArea, LiveDevice } from '../platform.ts'

/** The tree of areas, and which devices a caller with managed districts may see. */
export interface AreaTree {
  /** Hash of the tree's structure. While it stays the same, callers may see the same devices. */
  shape: string
  below(ids: Iterable<number>): ReadonlySet<number>
  find(id: number): LiveArea | undefined
  mayTouch(caller: Caller, device: Pick<LiveDevice, 'project_id' | 'district_id'>): boolean
}

/** Builds the tree from rows as stored: a parent may be missing, and a cycle is walked only once. */
export function createAreas(rows: readonly LiveArea[]): AreaTree {
  const children = new Map<number, number[]>()
  for (const { id, superid } of rows) children.set(superid, [...(children.get(superid) ?? []), id])
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Keyed by the districts array itself, which lives as long as the caller: for a request or a cached session.
  const managed = new WeakMap<readonly number[], ReadonlySet<number>>()

  const below = (ids: Iterable<number>): ReadonlySet<number> => {
    const found = new Set(ids)
    // A loop over a set also visits the elements that are added during the loop.
    for (const id of found) for (const child of children.get(id) ?? []) found.add(child)
    return found
  }
  const managedBy = (caller: Caller): ReadonlySet<number> => {
    const known = managed.get(caller.districts) ?? below(caller.districts)
    managed.set(caller.districts, known)
    return known
  }
  const places = rows.map(({ id, superid, project_id }) => [id, superid, project_id].join(' ')).toSorted()
  return {
    shape: createHash('sha256').update(places.join()).digest('base64url'),
    below,
    find: (id) => byId.get(id),
    mayTouch(caller, device) {
      if (isSuper(caller)) return true
      if (caller.project_id === null || device.project_id !== caller.project_id) return false
      return caller.districts.length === 0 || managedBy(caller).has(device.district_id)
    },
  }
}
