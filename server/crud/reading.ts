import { mayOpen, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { SignedIn } from '../platform.ts'

/** Returns whether a user may read a resource's records, directly or because other screens choose from them. */
export const mayReadResource = ({ caller }: SignedIn, resource: Resource): boolean => {
  const lookedUpWith = LOOKED_UP.get(resource.api)
  return (
    mayUse(caller, resource, 'list') ||
    lookedUpWith === null ||
    (lookedUpWith !== undefined && mayOpen(caller, lookedUpWith))
  )
}

/**
 * Lists that other screens choose from, with the menu key of these screens. Node maps name the values wherever values
 * are shown (spec 1 §7, name lists), so every signed-in user may read them. Permission types are granted in a user's
 * form (spec 2 §7).
 */
const LOOKED_UP: ReadonlyMap<string, string | null> = new Map([
  ['godbNodemap', null],
  ['godbPermissiontype', '7-1'],
])
