import { SUPER } from '../../resources/kit/access.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/types.ts'
import { hashPassword, md5Of, newUserToken, randomPassword } from './passwords.ts'
import { strongAdminPassword } from './weakPasswords.ts'

/**
 * Creates the first super administrator `admin` where there is no user yet, with ADMIN_PASSWORD or a random password.
 * Returns the random password, to be shown once; null where none was generated.
 * @throws {StartError} where ADMIN_PASSWORD is weak
 */
export async function ensureAdministrator(
  storage: Storage,
  settings: Pick<Settings, 'adminPassword'>,
): Promise<string | null> {
  if (await storage.read.selectFrom('systemuser').select('id').limit(1).executeTakeFirst()) return null
  const random = settings.adminPassword === null ? randomPassword() : null
  const password = await hashPassword(
    md5Of(
      settings.adminPassword === null ? (random ?? '') : await strongAdminPassword(settings.adminPassword, 'admin'),
    ),
  )
  const now = Date.now()
  const made = await storage.writeAny((trx) =>
    trx
      .insertInto('systemuser')
      .values({
        username: 'admin',
        nickname: 'admin',
        password,
        super_id: SUPER,
        user_token: newUserToken(),
        changepassword: 0,
        disabled: 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  // Another process that starts at the same time may have created the account: then that process shows the password.
  return made ? random : null
}
