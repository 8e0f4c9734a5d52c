import { resourceOf } from '../../resources/index.ts'
import { mayUse, isSuper } from '../../resources/kit/access.ts'
import { user as userResource } from '../../resources/user.ts'
import { logOperation } from '../crud/operations.ts'
import { ApiError, forbidden, invalid, notFound } from '../errors.ts'
import { mayManage, mayTakeOver } from '../hooks/userRules.ts'
import { idOf } from '../http/body.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Platform, SignedIn, UserRow } from '../platform.ts'
import { hashPassword, isMd5, newUserToken, verifyPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'
import { weaknessOf } from './weakPasswords.ts'

interface Limits {
  throttle: Throttle
  /** How often one user sets passwords, right ones too: whether one is weak takes a second or two of computing. */
  settings: Limiter
}

/**
 * PUT godbSystemuserPassword {user_id, my_passwd, user_passwd}: one's own password, or with 7-1-5 another's; the caller's own password
 * is asked for either way. A weak one is refused. All other sessions of the user end; their credential for display screens is renewed.
 */
export async function changePassword(
  platform: Platform,
  { throttle, settings }: Limits,
  signedIn: SignedIn,
  body: Record<string, unknown>,
  address: string,
): Promise<void> {
  const userId = idOf(body.user_id) ?? (body.user_id === undefined ? signedIn.user.id : null)
  if (userId === null) throw invalid({ user_id: { key: 'error.rule.ref' } })
  const { my_passwd, user_passwd } = body
  if (!isMd5(user_passwd)) throw invalid({ user_passwd: { key: 'error.rule.required' } })
  const target = await targetOf(platform, signedIn, userId)
  await throttle.spend(signedIn.user.username, address)
  if (!(await verifyPassword(isMd5(my_passwd) ? my_passwd : '', signedIn.user.password)))
    throw new ApiError(400, 'error.oldPassword', {}, { my_passwd: { key: 'error.oldPassword' } })
  await throttle.forgive(signedIn.user.username, address)

  const own = userId === signedIn.user.id
  await settings.take(String(signedIn.user.id))
  const weak = await weaknessOf(user_passwd, { username: target.username, old: target.password })
  if (weak) throw invalid({ user_passwd: weak })
  const password = await hashPassword(user_passwd)
  // Whoever has a password from somebody else chooses another before anything else; the credential for display screens ends with the old one.
  const changes = { password, changepassword: own ? 0 : 1, user_token: newUserToken() }
  await platform.storage.writeAny(async (trx) => {
    const row = { ...target, ...changes }
    await trx
      .updateTable('systemuser')
      .set({ ...changes, updated_at: Date.now() })
      .where('id', '=', userId)
      .execute()
    await logOperation(trx, {
      resource: userResource,
      type: 'password',
      id: userId,
      old: target,
      row,
      userId: signedIn.user.id,
    })
  })
  platform.sessions.forget(userId)
  await platform.sessions.endAll(userId, own ? signedIn.token : undefined)
}

async function targetOf(platform: Platform, signedIn: SignedIn, userId: number): Promise<UserRow> {
  if (userId === signedIn.user.id) return signedIn.user
  const { caller } = signedIn
  if (!mayUse(caller, resourceOf(userResource.path), 'password')) throw forbidden()
  const target = await platform.storage.read
    .selectFrom('systemuser')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!target || (!isSuper(caller) && target.project_id !== caller.project_id)) throw notFound()
  if (!(await mayManage(platform.storage.readAny, caller, target)) || !mayTakeOver(signedIn, target, platform.registry))
    throw forbidden()
  return target
}
