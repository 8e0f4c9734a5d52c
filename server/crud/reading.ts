import { mayOpen, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { SignedIn } from '../platform.ts'

/** Whether somebody may read a resource's records, be it because other screens choose from them. */
export const mayReadResource = ({ caller }: SignedIn, resource: Resource): boolean => {
  const lookedUpWith = LOOKED_UP.get(resource.api)
  return (
    mayUse(caller, resource, 'list') ||
    lookedUpWith === null ||
    (lookedUpWith !== undefined && mayOpen(caller, lookedUpWith))
  )
}

/**
 * Lists that other screens choose from, with the menu key of those screens. Node maps name the values wherever some are shown
 * (spec 1 §7, name lists): whoever is signed in may read them. Permission types are granted in a user's form (spec 2 §7).
 */
const LOOKED_UP: ReadonlyMap<string, string | null> = new Map([
  ['godbNodemap', null],
  ['godbPermissiontype', '7-1'],
])
