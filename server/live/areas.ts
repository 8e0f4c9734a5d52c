import { createHash } from 'node:crypto'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { LiveArea, LiveDevice } from '../platform.ts'

/** The tree of areas, and what follows from it for callers with managed districts. */
export interface AreaTree {
  /** A hash of how areas lie: while it stays the same, so does what callers may see. */
  shape: string
  below(ids: Iterable<number>): ReadonlySet<number>
  find(id: number): LiveArea | undefined
  mayTouch(caller: Caller, device: Pick<LiveDevice, 'project_id' | 'district_id'>): boolean
}

/** Takes the rows as they are: parents may be missing, and a cycle is walked once. */
export function createAreas(rows: readonly LiveArea[]): AreaTree {
  const children = new Map<number, number[]>()
  for (const { id, superid } of rows) children.set(superid, [...(children.get(superid) ?? []), id])
  const byId = new Map(rows.map((row) => [row.id, row]))
  // By the districts array itself: a caller lives as long as the request, or as the cached session.
  const managed = new WeakMap<readonly number[], ReadonlySet<number>>()

  const below = (ids: Iterable<number>): ReadonlySet<number> => {
    const found = new Set(ids)
    // A set that grows while it is walked is walked to its end.
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
