import { countersOf, type Count, type Store } from '../http/counters.ts'
import { refuse } from '../http/limiter.ts'

const WINDOW = 15 * 60_000

/** Failed tries within the window after which a key has to wait. */
const LIMITS = { pair: 5, account: 30, address: 60 } as const

/**
 * Slows guessing down: per account from one address, per account from anywhere, per address; all processes of a database count together.
 * A try counts before it is looked at, so that many at once count too, and is forgiven when it succeeds.
 */
export interface Throttle {
  /** Counts a try; throws 429 with the seconds to wait. */
  spend(account: string, address: string): Promise<void>
  /** The try succeeded: forget the failures of this account from this address. */
  forgive(account: string, address: string): Promise<void>
}

/** @param storage null: counted in memory */
export function createThrottle(storage: Store | null, now: () => number = () => Date.now()): Throttle {
  const counters = countersOf(storage, now)
  const keysOf = (account: string, address: string): Record<keyof typeof LIMITS, string> => {
    const name = account.slice(0, 100).toLowerCase()
    return { pair: `sign-in pair ${address} ${name}`, account: `sign-in account ${name}`, address: `sign-in address ${address}` }
  }
  return {
    async spend(account, address) {
      const keys = keysOf(account, address)
      refuse(await counters.spend(Object.entries(LIMITS).map(([kind, max]): Count => ({ key: keys[kind as keyof typeof LIMITS], max, window: WINDOW }))))
    },
    async forgive(account, address) {
      const keys = keysOf(account, address)
      await counters.giveBack({ less: [keys.account, keys.address], none: [keys.pair] })
    },
  }
}
