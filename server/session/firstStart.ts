import { SUPER } from '../../resources/kit/access.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/types.ts'
import { hashPassword, md5Of, newUserToken, randomPassword } from './passwords.ts'
import { strongAdminPassword } from './weakPasswords.ts'

/**
 * Makes the first super administrator `admin` where there is no user yet, with ADMIN_PASSWORD or a random password. Answers the
 * random one, to be shown once; null where none was made up. Throws StartError where ADMIN_PASSWORD is weak.
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
  // Another process that starts at the same time may have made it: its password is the one to be told.
  return made ? random : null
}
