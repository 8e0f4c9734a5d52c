import { user as userResource } from '../../resources/user.ts'
import { logOperation } from '../crud/operations.ts'
import { ApiError } from '../errors.ts'
import type { Platform, UserRow } from '../platform.ts'
import { isMd5, verifyPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

export interface SignInTry {
  username: string
  /** MD5 of the typed password, hex. */
  password: string
  address: string
}

/**
 * Checks a name and password and begins a session. An unknown name and a wrong password get the same message after the
 * same time.
 */
export async function signIn(
  platform: Platform,
  throttle: Throttle,
  { username, password, address }: SignInTry,
): Promise<{ token: string; user: UserRow }> {
  await throttle.spend(username, address)
  const user = await platform.storage.read
    .selectFrom('systemuser')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst()
  const fits = await verifyPassword(isMd5(password) ? password : '', user?.password ?? null)
  if (!user || !fits) throw new ApiError(400, 'error.login')
  await throttle.forgive(username, address)
  if (user.disabled === 1) throw new ApiError(403, 'error.disabled')
  const token = await platform.sessions.begin(user.id, address)
  await platform.storage.writeAny((trx) =>
    logOperation(trx, { resource: userResource, type: 'login', id: user.id, old: user, row: user, userId: user.id }),
  )
  return { token, user }
}
