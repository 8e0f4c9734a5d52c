import { DAY, HOUR } from '../../resources/kit/zone.ts'
import type { Storage } from '../storage/types.ts'

/** The networks from which each account signed in lately. */
export interface KnownNetworks {
  has(account: string, network: string): Promise<boolean>
  add(account: string, network: string): Promise<void>
}

/** An account's network without a sign-in for this long is unknown again, ms. */
const NETWORK_TTL_MS = 90 * DAY
/** Most networks remembered of one account: those used last. */
const MAX_NETWORKS = 50
/** Resolution at which the last time is stored, ms. */
const SEEN_STEP_MS = HOUR

/** Creates the list of known networks, in the database; in memory where there is none. */
export const knownNetworks = (storage: Pick<Storage, 'read' | 'write'> | null, now: () => number): KnownNetworks =>
  storage === null ? inMemory(now) : inTable(storage, now)

function inTable({ read, write }: Pick<Storage, 'read' | 'write'>, now: () => number): KnownNetworks {
  const seenAt = async (account: string, network: string): Promise<number | undefined> =>
    (
      await read
        .selectFrom('knownnetwork')
        .select('seen_at')
        .where('account', '=', account)
        .where('network', '=', network)
        .executeTakeFirst()
    )?.seen_at
  return {
    has: async (account, network) => ((await seenAt(account, network)) ?? -Infinity) > now() - NETWORK_TTL_MS,
    async add(account, network) {
      const seen_at = now()
      if (((await seenAt(account, network)) ?? -Infinity) > seen_at - SEEN_STEP_MS) return
      await write(async (trx) => {
        await trx
          .insertInto('knownnetwork')
          .values({ account, network, seen_at })
          .onConflict((conflict) => conflict.columns(['account', 'network']).doUpdateSet({ seen_at }))
          .execute()
        const mine = await trx
          .selectFrom('knownnetwork')
          .select(['network', 'seen_at'])
          .where('account', '=', account)
          .orderBy('seen_at', 'desc')
          .execute()
        const old = mine
          .filter((row, at) => at >= MAX_NETWORKS || row.seen_at <= seen_at - NETWORK_TTL_MS)
          .map((row) => row.network)
        if (old.length > 0)
          await trx.deleteFrom('knownnetwork').where('account', '=', account).where('network', 'in', old).execute()
      })
    },
  }
}

function inMemory(now: () => number): KnownNetworks {
  const lastSeen = new Map<string, number>()
  const keyOf = (account: string, network: string): string => JSON.stringify([account, network])
  return {
    has: async (account, network) => (lastSeen.get(keyOf(account, network)) ?? -Infinity) > now() - NETWORK_TTL_MS,
    add: async (account, network) => void lastSeen.set(keyOf(account, network), now()),
  }
}
