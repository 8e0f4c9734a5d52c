import type { Kysely } from 'kysely'
import { isSuper, parseIds, parseKeys, PROJECT_ADMINISTRATOR, SUPER, type Caller } from '../../resources/kit/access.ts'
import type { Registry, SignedIn, UserRow } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'

interface Target {
  id: number
  super_id: number
  project_id: number | null
  menu_control: string | null
}

/**
 * Whether a caller stands above a user: the super administrator above all users, a project administrator above the
 * users of the project, any other user above those whose line of parents leads to them. Only a super administrator
 * stands above a super administrator.
 */
export async function mayManage(db: Kysely<AnyTables>, caller: Caller, target: Target): Promise<boolean> {
  if (isSuper(caller) || target.id === caller.id) return true
  // Only the super administrator stands above registered accounts that wait for a project.
  if (target.super_id === SUPER || caller.project_id === null || target.project_id !== caller.project_id) return false
  if (caller.super_id === PROJECT_ADMINISTRATOR) return true
  return target.super_id > PROJECT_ADMINISTRATOR && isBelow(db, target.super_id, caller.id)
}

/**
 * Whether a caller gains no rights by setting a user's password: the caller holds every key, permission type and area
 * that the user holds.
 */
export function mayTakeOver(
  { caller }: Pick<SignedIn, 'caller'>,
  target: Pick<UserRow, 'menu_control' | 'typemap' | 'distr_map'>,
  registry: Pick<Registry, 'areasBelow'>,
): boolean {
  if (isSuper(caller)) return true
  return (
    holdsAll(caller.keys, parseKeys(target.menu_control)) &&
    parseIds(target.typemap).every((type) => caller.types.includes(type)) &&
    coversAreas(caller, parseIds(target.distr_map), registry)
  )
}

/** Whether a caller manages all of these areas; an empty list stands for the whole project. */
export function coversAreas(caller: Caller, areas: readonly number[], registry: Pick<Registry, 'areasBelow'>): boolean {
  if (caller.districts.length === 0) return true
  const mine = registry.areasBelow(caller.districts)
  return areas.length > 0 && areas.every((area) => mine.has(area))
}

export const holdsAll = (own: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean =>
  [...wanted].every((key) => own.has(key))

/** Whether a user is the other user, or below them; a loop in the line of parents ends the walk. */
export async function isBelow(db: Kysely<AnyTables>, userId: number, aboveId: number): Promise<boolean> {
  const seen = new Set<number>()
  let id = userId
  while (!seen.has(id)) {
    if (id === aboveId) return true
    seen.add(id)
    const user = await db.selectFrom('systemuser').select('super_id').where('id', '=', id).executeTakeFirst()
    if (!user || Number(user.super_id) <= PROJECT_ADMINISTRATOR) return false
    id = Number(user.super_id)
  }
  return false
}
