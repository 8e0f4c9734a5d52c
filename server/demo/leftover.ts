import type { Transaction } from 'kysely'
import { user as userResource } from '../../resources/user.ts'
import { logOperations } from '../crud/operations.ts'
import type { UserRow } from '../platform.ts'
import { hashPassword, md5Of, newUserToken, verifyPassword } from '../session/passwords.ts'
import { endSessions } from '../session/sessions.ts'
import { strongAdminPassword } from '../session/weakPasswords.ts'
import type { AnyTables, Storage } from '../storage/types.ts'
import { demoAccounts } from './accounts.ts'
import { readFact, writeFact } from './facts.ts'

/** Time at which the city was seeded, epoch ms; it tells that the database had a demo. */
export const SINCE = 'demo.since'
/** Ids of the accounts that were disabled when the demo ended, as JSON. */
const CLOSED = 'demo.closed'

/**
 * Disables accounts that still have their public password, and ends their sessions. Call it where a database that began
 * with the demo is started without it. `admin` gets ADMIN_PASSWORD instead, where that is set. Returns the names of the
 * disabled accounts, in order; none where there was no demo.
 */
export async function closeDemoAccounts(storage: Storage, adminPassword: string | null): Promise<string[]> {
  const left = await leftOver(storage)
  const [administrator] = left.filter(({ username }) => username === 'admin')
  const given =
    administrator && adminPassword !== null && !demoAccounts.some(({ password }) => password === adminPassword)
      ? await hashPassword(md5Of(await strongAdminPassword(adminPassword, 'admin')))
      : null
  const closed = left.filter((user) => given === null || user !== administrator)
  const closing = closed.filter(({ disabled }) => disabled !== 1)
  if (given !== null && administrator)
    await change(storage, [administrator], { password: given, disabled: 0, user_token: newUserToken() })
  if (closing.length > 0) {
    await change(storage, closing, { disabled: 1 })
    await writeFact(
      storage,
      CLOSED,
      JSON.stringify([...new Set([...(await closedBefore(storage)), ...closing.map(({ id }) => id)])]),
    )
  }
  return closed.map(({ username }) => username ?? '')
}

/**
 * Enables the accounts that closeDemoAccounts disabled, when the demo runs again, except those that have got a password
 * of their own.
 */
export async function reopenDemoAccounts(storage: Storage): Promise<void> {
  const closed = await closedBefore(storage)
  if (closed.length === 0) return
  const left = await leftOver(storage)
  const reopening = left.filter(({ id, disabled }) => disabled === 1 && closed.includes(id))
  if (reopening.length > 0) await change(storage, reopening, { disabled: 0 })
  await writeFact(storage, CLOSED, '[]')
}

const closedBefore = async (storage: Storage): Promise<number[]> =>
  JSON.parse((await readFact(storage, CLOSED)) ?? '[]') as number[]

/**
 * Returns the accounts that have a password of the demo: those with the demo's names, and those that were seeded and
 * renamed later.
 */
async function leftOver(storage: Storage): Promise<UserRow[]> {
  const since = await readFact(storage, SINCE)
  if (since === null) return []
  const names = demoAccounts.map(({ username }) => username)
  const users = await storage.read
    .selectFrom('systemuser')
    .selectAll()
    .where((either) => either.or([either('username', 'in', names), either('created_at', '=', Number(since))]))
    .orderBy('id')
    .execute()
  const open = await Promise.all(users.map(hasDemoPassword))
  return users.filter((_user, i) => open[i])
}

async function hasDemoPassword({ password }: UserRow): Promise<boolean> {
  for (const account of demoAccounts) if (await verifyPassword(md5Of(account.password), password)) return true
  return false
}

/** Changes accounts on behalf of the platform: the operation log shows no user. */
async function change(
  storage: Storage,
  users: readonly UserRow[],
  changes: Partial<Pick<UserRow, 'password' | 'disabled' | 'user_token'>>,
): Promise<void> {
  const ids = users.map(({ id }) => id)
  await storage.writeAny(async (trx: Transaction<AnyTables>) => {
    await trx
      .updateTable('systemuser')
      .set({ ...changes, updated_at: Date.now() })
      .where('id', 'in', ids)
      .execute()
    for (const id of ids) await endSessions(trx, id)
    await logOperations(
      trx,
      users.map((user) => ({
        resource: userResource,
        type: 'edit' as const,
        id: user.id,
        old: user,
        row: { ...user, ...changes },
        userId: null,
      })),
    )
  })
}
