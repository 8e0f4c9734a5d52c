import type { Transaction } from 'kysely'
import { isSuper, parseIds, parseKeys, PROJECT_ADMINISTRATOR, SUPER } from '../../resources/kit/access.ts'
import { permissionTree, type Permission } from '../../resources/permissions.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { MINUTE } from '../../resources/kit/zone.ts'
import { ApiError, forbidden, invalid } from '../errors.ts'
import { createLimiter } from '../http/limiter.ts'
import type { Hook, PendingSave } from '../platform/hook.ts'
import { hashPassword, md5Of, newUserToken, randomPassword } from '../session/passwords.ts'
import { endSessions } from '../session/sessions.ts'
import { coversAreas, holdsAll, isBelow, mayManage } from '../session/userRules.ts'
import type { AnyTables } from '../storage/types.ts'

/**
 * Limits how many users one user creates: hashing each first password takes a fifth of a second, on one of the few
 * threads that all sign-ins share.
 */
const creations = createLimiter({ max: 300, window: 10 * MINUTE })

export const userHook: Hook = {
  /**
   * The first password is generated here and has to be changed; an administrator does not choose passwords for others.
   */
  async prepare({ old, row, once, signedIn }) {
    if (old) return
    creations.take(String(signedIn.user.id))
    once.first_password = randomPassword()
    row.password = await hashPassword(md5Of(once.first_password))
    row.changepassword = 1
    row.user_token = newUserToken()
  },
  async beforeSave(saving, trx) {
    const { old, row, id, signedIn } = saving
    const { caller } = signedIn
    if (id !== null && old && !(await mayManage(trx, caller, targetOf(id, old)))) throw forbidden()
    if (!isSuper(caller) && !old) row.super_id = caller.id
    keepForeign(saving)
    const problems = { ...parentProblems(saving), ...grantProblems(saving) }
    if (Object.keys(problems).length > 0) throw invalid(problems)
    const placed = row.super_id !== old?.super_id || row.project_id !== old?.project_id
    if (placed && Number(row.super_id) > PROJECT_ADMINISTRATOR) await checkParent(saving, trx)
    const staysSuper = row.super_id === SUPER && row.disabled !== 1
    if (id !== null && old?.super_id === SUPER && !staysSuper) await keepOneSuper(trx, id)
    // Ends sessions and push subscriptions for good, on enabling too: one may have begun while the user was being
    // disabled.
    if (id !== null && old && (old.disabled === 1) !== (row.disabled === 1)) await endSessions(trx, id)
  },
  async beforeDelete({ signedIn, id, row }, trx) {
    if (id === signedIn.user.id || !(await mayManage(trx, signedIn.caller, targetOf(id, row)))) throw forbidden()
    if (row.super_id === SUPER) await keepOneSuper(trx, id)
    // The values 1 and 2 of super_id are roles, so no user counts as a child of the users with these ids.
    const child =
      id > PROJECT_ADMINISTRATOR &&
      (await trx.selectFrom('systemuser').select('username').where('super_id', '=', id).executeTakeFirst())
    if (child) throw new ApiError(409, 'error.inUse', { users: String(child.username) })
    await endSessions(trx, id)
  },
  afterCommit: ({ sessions }, id) => sessions.forget(id),
}

type Problems = Record<string, Problem>

const MISSING: Problem = { key: 'error.rule.missing' }

function parentProblems({ row, old, signedIn, id }: PendingSave): Problems {
  // The values 1 and 2 of super_id are roles. New users never get these ids; where old users have them, users that they
  // create do not gain the role.
  if (
    !old &&
    !isSuper(signedIn.caller) &&
    Number(row.super_id) <= PROJECT_ADMINISTRATOR &&
    row.super_id !== signedIn.caller.super_id
  )
    return { super_id: MISSING }
  if (row.super_id === id && id !== null && id > PROJECT_ADMINISTRATOR) return { super_id: { key: 'error.rule.cycle' } }
  // A registered account that is rejected by disabling it needs no project.
  return row.super_id !== SUPER && row.disabled !== 1 && row.project_id === null
    ? { project_id: { key: 'error.rule.required' } }
    : {}
}

/**
 * Keeps keys and permission types of a user that the caller does not hold, whatever the body says: a caller may not
 * revoke what they do not hold. The form shows them as kept. A code that no definition knows is removed with its page.
 */
function keepForeign({ row, old, signedIn: { caller } }: PendingSave): void {
  if (!old || isSuper(caller)) return
  const keys = parseKeys(asText(row.menu_control))
  const known = new Set(permissionTree().flatMap(everyKey))
  const mayTake = (key: string): boolean => caller.keys.has(key) || (!known.has(key) && caller.keys.has(pageOf(key)))
  const lostKeys = [...parseKeys(asText(old.menu_control))].filter((key) => !keys.has(key) && !mayTake(key))
  if (lostKeys.length > 0) row.menu_control = JSON.stringify([...keys, ...lostKeys])
  const types = parseIds(asText(row.typemap))
  const lostTypes = parseIds(asText(old.typemap)).filter(
    (type) => !types.includes(type) && !caller.types.includes(type),
  )
  if (lostTypes.length > 0) row.typemap = [...types, ...lostTypes].toSorted((a, b) => a - b).join(',')
}

const everyKey = ({ key, children }: Permission): string[] => [key, ...children.flatMap(everyKey)]
/** Returns the key of the page that a code belongs to: "3-2" of "3-2-1". */
const pageOf = (key: string): string => key.split('-').slice(0, 2).join('-')

/**
 * Returns the problems of what a save grants: the caller must hold every menu key, area and permission type that it
 * adds (spec 2 §6).
 */
function grantProblems(saving: PendingSave): Problems {
  const { row, old, signedIn } = saving
  const { caller } = signedIn
  if (isSuper(caller)) return {}
  const problems: Problems = {}
  const before = parseKeys(asText(old?.menu_control))
  const added = new Set([...parseKeys(asText(row.menu_control))].filter((key) => !before.has(key)))
  if (!holdsAll(caller.keys, added)) problems.menu_control = MISSING

  const types = parseIds(asText(row.typemap)).filter((type) => !parseIds(asText(old?.typemap)).includes(type))
  if (types.some((type) => !caller.types.includes(type))) problems.typemap = MISSING

  if (widensAreas(saving)) problems.distr_map = MISSING
  return problems
}

/**
 * Whether a save adds areas that the caller does not manage; an empty list stands for all areas. Areas that the user
 * had before stay allowed.
 */
function widensAreas({ platform, row, old, signedIn: { caller } }: PendingSave): boolean {
  const areas = parseIds(asText(row.distr_map))
  const before = old && parseIds(asText(old.distr_map))
  if (before?.length === 0) return false
  const added = before ? areas.filter((area) => !before.includes(area)) : areas
  return (areas.length === 0 || added.length > 0) && !coversAreas(caller, added, platform.registry)
}

/**
 * Checks a user's parent, which has to be a super administrator, or a project administrator of the same project who is
 * not below the user (spec 2 §5). The creator of a user may be its parent in any role.
 */
async function checkParent({ row, id, signedIn }: PendingSave, trx: Transaction<AnyTables>): Promise<void> {
  const parentId = Number(row.super_id)
  const parent = await trx
    .selectFrom('systemuser')
    .select(['project_id', 'super_id'])
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (!parent) throw invalid({ super_id: MISSING })
  if (parent.super_id !== SUPER && parent.project_id !== row.project_id)
    throw invalid({ super_id: { key: 'error.rule.otherProject' } })
  if (id !== null && (await isBelow(trx, parentId, id))) throw invalid({ super_id: { key: 'error.rule.cycle' } })
  if (parentId !== signedIn.caller.id && Number(parent.super_id) > PROJECT_ADMINISTRATOR)
    throw invalid({ super_id: { key: 'error.rule.administrator' } })
}

/** Refuses to remove the platform's last super administrator who can sign in. */
async function keepOneSuper(trx: Transaction<AnyTables>, id: number): Promise<void> {
  const other = await trx
    .selectFrom('systemuser')
    .select('id')
    .where('super_id', '=', SUPER)
    .where('id', '!=', id)
    .where((either) => either.or([either('disabled', 'is', null), either('disabled', '=', 0)]))
    .executeTakeFirst()
  if (!other) throw new ApiError(409, 'error.lastSuper')
}

const asText = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

const targetOf = (id: number, row: PendingSave['row']) => ({
  id,
  super_id: Number(row.super_id),
  project_id: row.project_id === null || row.project_id === undefined ? null : Number(row.project_id),
  menu_control: asText(row.menu_control),
})
