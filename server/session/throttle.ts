import { ApiError } from '../errors.ts'

const WINDOW = 15 * 60_000
const MAX_KEYS = 20_000

/** Failed tries within the window after which a key has to wait. */
const LIMITS = { pair: 5, account: 30, address: 60 } as const

/**
 * Slows guessing down: per account from one address, per account from anywhere, per address. A try counts before it is looked at, so
 * that many at once count too, and is forgiven when it succeeds. In memory: another process counts for itself.
 */
export interface Throttle {
  /** Counts a try; throws 429 with the seconds to wait. */
  spend(account: string, address: string): void
  /** The try succeeded: forget the failures of this account from this address. */
  forgive(account: string, address: string): void
}

export function createThrottle(now: () => number = () => Date.now()): Throttle {
  const tries = new Map<string, { count: number; until: number }>()
  const keysOf = (account: string, address: string): [key: string, limit: number][] => {
    const name = account.slice(0, 100).toLowerCase()
    return [
      [`pair ${address} ${name}`, LIMITS.pair],
      [`account ${name}`, LIMITS.account],
      [`address ${address}`, LIMITS.address],
    ]
  }
  const sweep = (): void => {
    if (tries.size < MAX_KEYS) return
    for (const [key, entry] of tries) if (entry.until < now()) tries.delete(key)
    // Still full: many addresses at once. Forget the oldest half rather than grow without end.
    for (const key of [...tries.keys()].slice(0, Math.max(0, tries.size - MAX_KEYS / 2))) tries.delete(key)
  }
  return {
    spend(account, address) {
      sweep()
      const time = now()
      const keys = keysOf(account, address)
      for (const [key, limit] of keys) {
        const entry = tries.get(key)
        if (entry && entry.until > time && entry.count >= limit) throw new ApiError(429, 'error.tooMany', { seconds: Math.ceil((entry.until - time) / 1000) })
      }
      for (const [key] of keys) {
        const entry = tries.get(key)
        if (entry && entry.until > time) entry.count++
        else tries.set(key, { count: 1, until: time + WINDOW })
      }
    },
    forgive(account, address) {
      for (const [key] of keysOf(account, address)) {
        const entry = tries.get(key)
        if (!entry) continue
        if (key.startsWith('pair ')) tries.delete(key)
        else entry.count--
      }
    },
  }
}
