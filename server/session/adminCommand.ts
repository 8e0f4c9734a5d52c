import { user as userResource } from '../../resources/user.ts'
import { logOperation } from '../crud/operations.ts'
import { silentLog } from '../log.ts'
import { StartError, type Settings } from '../settings.ts'
import { openStorage } from '../storage/index.ts'
import type { Storage } from '../storage/types.ts'
import { hashPassword, md5Of, newUserToken, randomPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

const USAGE = `npm run admin -- reset <name>    gives an account a new password, shown once, and enables it if it is disabled`

/**
 * Runs a command of `npm run admin` on the database that the settings name, and returns the text to print. An embedded
 * database is refused while a server uses it.
 * @throws {StartError} one sentence, where the command cannot be done
 */
export async function adminCommand(
  [command, name, ...others]: readonly string[],
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
): Promise<string> {
  if (command !== 'reset' || name === undefined || others.length > 0) throw new StartError(USAGE)
  const storage = await openStorage(settings, silentLog)
  try {
    const password = await resetAccount(storage, name)
    return `${name} / ${password} (shown once; a new one has to be chosen at the first sign-in)`
  } finally {
    await storage.close()
  }
}

/**
 * Gives an account a random password, which has to be changed at the next sign-in, enables the account and ends its
 * sessions and push subscriptions. Returns the password.
 */
export async function resetAccount(storage: Storage, name: string): Promise<string> {
  const user = await storage.read.selectFrom('systemuser').selectAll().where('username', '=', name).executeTakeFirst()
  if (!user) throw new StartError(`There is no account "${name}". ${await namesOf(storage)}`)
  const password = randomPassword()
  const changes = {
    password: await hashPassword(md5Of(password)),
    changepassword: 1,
    disabled: 0,
    user_token: newUserToken(),
  }
  await storage.writeAny(async (trx) => {
    await trx
      .updateTable('systemuser')
      .set({ ...changes, updated_at: Date.now() })
      .where('id', '=', user.id)
      .execute()
    await endSessions(trx, user.id)
    await logOperation(trx, {
      resource: userResource,
      type: 'password',
      id: user.id,
      old: user,
      row: { ...user, ...changes },
      userId: null,
    })
  })
  return password
}

/** Returns account names that the operator may have meant, super administrators first. */
async function namesOf({ read }: Storage): Promise<string> {
  const most = 20
  const users = await read
    .selectFrom('systemuser')
    .select('username')
    .orderBy('super_id')
    .orderBy('id')
    .limit(most + 1)
    .execute()
  const names = users.slice(0, most).map(({ username }) => username)
  if (names.length === 0) return 'There are none yet: npm start creates the first.'
  return `There ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}${users.length > most ? ' and others' : ''}.`
}
