import { resourceOf } from '../../resources/index.ts'
import { mayUse, isSuper } from '../../resources/kit/access.ts'
import { user as userResource } from '../../resources/user.ts'
import { logOperation } from '../crud/operations.ts'
import { ApiError, forbidden, invalid, notFound } from '../errors.ts'
import { mayManage, mayTakeOver } from '../hooks/userRules.ts'
import { idOf } from '../http/body.ts'
import type { Platform, SignedIn, UserRow } from '../platform.ts'
import { hashPassword, isMd5, verifyPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

/**
 * PUT godbSystemuserPassword {user_id, my_passwd, user_passwd}: one's own password, or with 7-1-5 another's; the caller's own password
 * is asked for either way. All other sessions of the user end.
 */
export async function changePassword(platform: Platform, throttle: Throttle, signedIn: SignedIn, body: Record<string, unknown>, address: string): Promise<void> {
  const userId = idOf(body.user_id) ?? (body.user_id === undefined ? signedIn.user.id : null)
  if (userId === null) throw invalid({ user_id: { key: 'error.rule.ref' } })
  const { my_passwd, user_passwd } = body
  if (!isMd5(user_passwd)) throw invalid({ user_passwd: { key: 'error.rule.required' } })
  const target = await targetOf(platform, signedIn, userId)
  await throttle.spend(signedIn.user.username, address)
  if (!(await verifyPassword(isMd5(my_passwd) ? my_passwd : '', signedIn.user.password))) throw new ApiError(400, 'error.oldPassword', {}, { my_passwd: { key: 'error.oldPassword' } })
  await throttle.forgive(signedIn.user.username, address)

  const own = userId === signedIn.user.id
  const password = await hashPassword(user_passwd)
  await platform.storage.writeAny(async (trx) => {
    const row = { ...target, password, changepassword: 0 }
    await trx.updateTable('systemuser').set({ password, changepassword: 0, updated_at: Date.now() }).where('id', '=', userId).execute()
    await logOperation(trx, { resource: userResource, type: 'password', id: userId, old: target, row, userId: signedIn.user.id })
  })
  platform.sessions.forget(userId)
  await platform.sessions.endAll(userId, own ? signedIn.token : undefined)
}

async function targetOf(platform: Platform, signedIn: SignedIn, userId: number): Promise<UserRow> {
  if (userId === signedIn.user.id) return signedIn.user
  const { caller } = signedIn
  if (!mayUse(caller, resourceOf(userResource.path), 'password')) throw forbidden()
  const target = await platform.storage.read.selectFrom('systemuser').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!target || (!isSuper(caller) && target.project_id !== caller.project_id)) throw notFound()
  if (!(await mayManage(platform.storage.readAny, caller, target)) || !mayTakeOver(signedIn, target, platform.registry)) throw forbidden()
  return target
}
