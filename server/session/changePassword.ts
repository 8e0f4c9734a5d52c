import type { Kysely, Transaction } from 'kysely'
import { resourceOf } from '../../resources/index.ts'
import { mayUse, isSuper } from '../../resources/kit/access.ts'
import { user as userResource } from '../../resources/user.ts'
import { entityOf } from '../crud/entity.ts'
import { lockRecords } from '../crud/lock.ts'
import { logOperation } from '../crud/operations.ts'
import { ApiError, forbidden, invalid, notFound, signedOut } from '../errors.ts'
import { idOf } from '../http/body.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Platform, SignedIn, UserRow } from '../platform.ts'
import type { AnyTables, Tables } from '../storage/types.ts'
import { hashPassword, isMd5, newUserToken, verifyPassword } from './passwords.ts'
import { callerOf, endSessions, tokenHash } from './sessions.ts'
import type { Throttle } from './throttle.ts'
import { mayManage, mayTakeOver } from './userRules.ts'
import { weaknessOf } from './weakPasswords.ts'

interface Limits {
  throttle: Throttle
  /**
   * Limits how often one user may set passwords, including successful changes: the test for weak passwords takes a
   * second or two of computing.
   */
  perUser: Limiter
}

/**
 * Handles PUT godbSystemuserPassword {user_id, my_passwd, user_passwd, endpoint}, which sets the caller's own password
 * or, with 7-1-5, that of another user; the caller's own password is required in both cases. A weak password is
 * refused. The user's other sessions end, and so do the push subscriptions of their browsers, except `endpoint` where
 * the password is the caller's own; the user's credential for display screens is renewed.
 */
export async function changePassword(
  platform: Platform,
  { throttle, perUser }: Limits,
  signedIn: SignedIn,
  body: Record<string, unknown>,
  address: string,
): Promise<void> {
  const userId = idOf(body.user_id) ?? (body.user_id === undefined ? signedIn.user.id : null)
  if (userId === null) throw invalid({ user_id: { key: 'error.rule.ref' } })
  const { my_passwd, user_passwd } = body
  const endpoint = typeof body.endpoint === 'string' ? body.endpoint : ''
  if (!isMd5(user_passwd)) throw invalid({ user_passwd: { key: 'error.rule.required' } })
  const target = await targetOf(platform, signedIn, userId, platform.storage.read)
  await throttle.spend(signedIn.user.username, address)
  if (!(await verifyPassword(isMd5(my_passwd) ? my_passwd : '', signedIn.user.password))) throw wrongPassword()
  await throttle.forgive(signedIn.user.username, address)

  const own = userId === signedIn.user.id
  await perUser.take(String(signedIn.user.id))
  const weak = await weaknessOf(user_passwd, { username: target.username, old: target.password })
  if (weak) throw invalid({ user_passwd: weak })
  const password = await hashPassword(user_passwd)
  // A user whose password was set by another user has to choose a new one first; the credential for display screens is
  // replaced along with the old password.
  const changes = { password, changepassword: own ? 0 : 1, user_token: newUserToken() }
  await platform.storage.write(async (trx) => {
    const all = trx as unknown as Transaction<AnyTables>
    await lockRecords(all, platform.storage.engine, entityOf(userResource), false)
    // Testing and hashing take seconds: the caller may have lost the right to do this since the request began.
    const old = await targetOf(platform, await asOfNow(trx, signedIn), userId, trx)
    await trx
      .updateTable('systemuser')
      .set({ ...changes, updated_at: Date.now() })
      .where('id', '=', userId)
      .execute()
    await endSessions(all, userId, own ? { token: signedIn.token, endpoint } : undefined)
    await logOperation(all, {
      resource: userResource,
      type: 'password',
      id: userId,
      old,
      row: { ...old, ...changes },
      userId: signedIn.user.id,
    })
  })
  platform.sessions.forget(userId)
}

const wrongPassword = (): ApiError =>
  new ApiError(400, 'error.oldPassword', {}, { my_passwd: { key: 'error.oldPassword' } })

/**
 * Returns the caller as stored now.
 * @throws {ApiError} 401 where their session has ended, 400 where their password has changed
 */
async function asOfNow(trx: Transaction<Tables>, signedIn: SignedIn): Promise<SignedIn> {
  const hash = tokenHash(signedIn.token)
  const session = await trx.selectFrom('session').select('user_id').where('token_hash', '=', hash).executeTakeFirst()
  const user = await trx.selectFrom('systemuser').selectAll().where('id', '=', signedIn.user.id).executeTakeFirst()
  if (!session || !user || user.disabled === 1) throw signedOut()
  if (user.password !== signedIn.user.password) throw wrongPassword()
  return { ...signedIn, user, caller: callerOf(user) }
}

async function targetOf(platform: Platform, signedIn: SignedIn, userId: number, db: Kysely<Tables>): Promise<UserRow> {
  if (userId === signedIn.user.id) return signedIn.user
  const { caller } = signedIn
  if (!mayUse(caller, resourceOf(userResource.path), 'password')) throw forbidden()
  const target = await db.selectFrom('systemuser').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!target || (!isSuper(caller) && target.project_id !== caller.project_id)) throw notFound()
  const manages = await mayManage(db as unknown as Kysely<AnyTables>, caller, target)
  if (!manages || !mayTakeOver(signedIn, target, platform.registry)) throw forbidden()
  return target
}
