import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { parseIds, parseKeys } from '../../resources/kit/access.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import type { Sessions, SignedIn, UserRow } from '../platform.ts'
import type { AnyTables, Storage } from '../storage/types.ts'

/** A session ends after this idle time … */
const IDLE_TIMEOUT_MS = 12 * HOUR
/** … and in any case this long after it began or was last renewed. */
export const SESSION_TTL_MS = 30 * 24 * HOUR
/** Longest life of a renewed session, from the sign-in: once a year an operator types the password of a wall screen. */
const MAX_SESSION_MS = 365 * 24 * HOUR
/** Resolution of `seen_at`: one write in this time rather than one for each request. */
const SEEN_STEP_MS = 5 * 60_000
/** Time to live of the session cache, ms; another process may end a session meanwhile. */
const CACHE_TTL_MS = 10_000
const MAX_CACHED = 10_000

interface Cached {
  signedIn: SignedIn
  until: number
}

/** Creates the sessions over the `session` table: tokens of 256 random bits, stored as SHA-256. */
export function createSessions(storage: Storage, now: () => number = () => Date.now()): Sessions {
  const cache = new Map<string, Cached>()
  // Guards against a race: a session that ended or changed while it was read must not be cached in its old state.
  let changes = 0
  const watchers = new Set<(matches: (signedIn: SignedIn) => boolean) => void>()
  const forgetWhere = (matches: (signedIn: SignedIn) => boolean): void => {
    changes++
    for (const [token, { signedIn }] of cache) if (matches(signedIn)) cache.delete(token)
    for (const watcher of watchers) watcher(matches)
  }

  async function read(hash: string): Promise<(Omit<SignedIn, 'token'> & { seen_at: number }) | null> {
    const time = now()
    const session = await storage.read
      .selectFrom('session')
      .select(['user_id', 'seen_at', 'wall'])
      .where('token_hash', '=', hash)
      .where('expires_at', '>', time)
      .where('seen_at', '>', time - IDLE_TIMEOUT_MS)
      .executeTakeFirst()
    if (!session) return null
    const user = await storage.read
      .selectFrom('systemuser')
      .selectAll()
      .where('id', '=', session.user_id)
      .executeTakeFirst()
    return !user || user.disabled === 1
      ? null
      : { caller: callerOf(user), user, wall: session.wall === 1, seen_at: session.seen_at }
  }
  async function load(token: string): Promise<SignedIn | null> {
    const hash = tokenHash(token)
    const found = await read(hash)
    if (!found) return null
    const { seen_at, ...who } = found
    const time = now()
    if (time - seen_at > SEEN_STEP_MS)
      await storage
        .write((trx) => trx.updateTable('session').set({ seen_at: time }).where('token_hash', '=', hash).execute())
        // Where writes fail, as on a full disk, reading calls still work.
        .catch(() => {})
    return { ...who, token }
  }

  return {
    async find(token) {
      const known = cache.get(token)
      if (known && known.until > now()) return known.signedIn
      if (known) cache.delete(token)
      if (token.length > 200) return null
      const before = changes
      const signedIn = await load(token)
      if (signedIn && before === changes) {
        if (cache.size >= MAX_CACHED) cache.clear()
        cache.set(token, { signedIn, until: now() + CACHE_TTL_MS })
      }
      return signedIn
    },
    async begin(userId, address) {
      const token = newToken()
      const time = now()
      await storage.write(async (trx) => {
        await trx
          .deleteFrom('session')
          .where((either) =>
            either.or([either('expires_at', '<=', time), either('seen_at', '<=', time - IDLE_TIMEOUT_MS)]),
          )
          .execute()
        await trx
          .insertInto('session')
          .values({
            token_hash: tokenHash(token),
            user_id: userId,
            created_at: time,
            seen_at: time,
            expires_at: time + SESSION_TTL_MS,
            address,
          })
          .execute()
      })
      return token
    },
    async renew(token) {
      const hash = tokenHash(token)
      const expires = await storage.write(async (trx) => {
        const session = await trx
          .selectFrom('session')
          .select(['created_at', 'expires_at'])
          .where('token_hash', '=', hash)
          .executeTakeFirst()
        if (!session) return null
        const until = Math.max(
          session.expires_at,
          Math.min(now() + SESSION_TTL_MS, session.created_at + MAX_SESSION_MS),
        )
        await trx.updateTable('session').set({ expires_at: until, wall: 1 }).where('token_hash', '=', hash).execute()
        return until
      })
      forgetWhere((signedIn) => signedIn.token === token)
      return expires
    },
    async peek(hash) {
      return (await read(hash))?.caller ?? null
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    async end(token) {
      await storage.write((trx) => trx.deleteFrom('session').where('token_hash', '=', tokenHash(token)).execute())
      forgetWhere((signedIn) => signedIn.token === token)
    },
    forget(userId) {
      forgetWhere((signedIn) => signedIn.user.id === userId)
    },
  }
}

/**
 * Ends all sessions of a user and the push subscriptions of their browsers in the same transaction: a lost phone
 * receives no more notifications. Call `forget` once it is committed.
 *
 * @param except the browser that the user is at: its token, and the endpoint of its push subscription, '' for none
 */
export async function endSessions(
  trx: Transaction<AnyTables>,
  userId: number,
  except?: { token: string; endpoint: string },
): Promise<void> {
  const sessions = trx.deleteFrom('session').where('user_id', '=', userId)
  await (except ? sessions.where('token_hash', '!=', tokenHash(except.token)) : sessions).execute()
  const pushes = trx.deleteFrom('pushsubscription').where('user_id', '=', userId)
  await (except ? pushes.where('endpoint', '!=', except.endpoint) : pushes).execute()
}

/** Generates a secret of 256 random bits, for bearer tokens of users and devices. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a secret. The secret is random, so a plain hash cannot be guessed back. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The columns of a user on which access decisions depend. */
export const CALLER_COLUMNS = ['id', 'super_id', 'project_id', 'menu_control', 'distr_map', 'typemap'] as const

/** Returns the part of a user on which access decisions depend. */
export const callerOf = (user: Pick<UserRow, (typeof CALLER_COLUMNS)[number]>): SignedIn['caller'] => ({
  id: user.id,
  super_id: user.super_id,
  project_id: user.project_id,
  keys: parseKeys(user.menu_control),
  districts: parseIds(user.distr_map),
  types: parseIds(user.typemap),
})
