import { countersOf, type RateLimit } from '../http/counters.ts'
import { refuse } from '../http/limiter.ts'
import { networkOf } from '../http/network.ts'
import type { Storage } from '../storage/types.ts'
import { knownNetworks } from './knownNetworks.ts'

const WINDOW_MS = 15 * 60_000

/** Failed tries within the window after which a key has to wait. */
const LIMITS = { pair: 5, account: 30, address: 60 } as const
type Kind = keyof typeof LIMITS

/**
 * Slows down guessing of passwords: per account from one network, per account from anywhere, per network; all processes
 * of a database count together. A try is counted before it is checked, so that parallel tries count too, and is taken
 * back when it succeeds. The count per account leaves out networks that the account has signed in from lately: an
 * attacker elsewhere cannot lock its owner out.
 */
export interface Throttle {
  /** Counts a try; throws 429 with the seconds to wait. */
  spend(account: string, address: string): Promise<void>
  /** Forgets the failures of an account from an address after a successful try, and remembers the network as known. */
  forgive(account: string, address: string): Promise<void>
}

/** @param storage null: counted in memory */
export function createThrottle(
  storage: Pick<Storage, 'engine' | 'read' | 'write'> | null,
  now: () => number = () => Date.now(),
): Throttle {
  const counters = countersOf(storage, now)
  const known = knownNetworks(storage, now)
  const nameOf = (account: string): string => account.slice(0, 100).toLowerCase()
  /** Returns the keys that a try is counted under. */
  const keysOf = async (name: string, network: string): Promise<Partial<Record<Kind, string>>> => ({
    pair: `sign-in pair ${network} ${name}`,
    ...(!(await known.has(name, network)) && { account: `sign-in account ${name}` }),
    address: `sign-in address ${network}`,
  })
  return {
    async spend(account, address) {
      const keys = await keysOf(nameOf(account), networkOf(address))
      refuse(
        await counters.spend(
          Object.entries(keys).map(([kind, key]): RateLimit => ({ key, max: LIMITS[kind as Kind], window: WINDOW_MS })),
        ),
      )
    },
    async forgive(account, address) {
      const [name, network] = [nameOf(account), networkOf(address)]
      const { pair, ...others } = await keysOf(name, network)
      await counters.giveBack({ less: Object.values(others), none: pair === undefined ? [] : [pair] })
      await known.add(name, network)
    },
  }
}
