import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { signedInOf } from './auth.ts'
import { countersOf, memoryCounters, type Store } from './counters.ts'

interface Limits {
  max: number
  /** Length of the window, ms, from the first count of a series. */
  window: number
}

/** Limits how often one key (an address, a user, a phone) may do something in a window of time. */
export interface Limiter<Taken = Promise<void>> {
  /** Counts one more; throws 429 with the seconds to wait where the limit is reached. */
  take(key: string): Taken
}

/** Creates a limit that all processes of a database share; `name` separates its keys from those of other limits. */
export function sharedLimiter(
  storage: Store,
  name: string,
  limits: Limits,
  now: () => number = () => Date.now(),
): Limiter {
  const counters = countersOf(storage, now)
  return { take: async (key) => refuse(await counters.spend([{ ...limits, key: `${name} ${key}` }])) }
}

/** Creates a limit of this process alone, for calls that would strain only the process itself. */
export function createLimiter(limits: Limits, now: () => number = () => Date.now()): Limiter<void> {
  const counters = memoryCounters(now)
  return { take: (key) => refuse(counters.spend([{ ...limits, key }])) }
}

/**
 * Returns the `onRequest` hook of a call whose body may be large: it limits how often a user may make the call, before
 * the body is read.
 */
export function callsOfUser(limits: Limits): (request: FastifyRequest) => Promise<void> {
  const perUser = createLimiter(limits)
  return async (request) => perUser.take(String(signedInOf(request).user.id))
}

/**
 * Throws 429 where a caller has to wait.
 * @param wait ms; null where the limit is not reached
 */
export function refuse(wait: number | null): void {
  if (wait !== null) throw new ApiError(429, 'error.tooMany', { seconds: Math.max(1, Math.ceil(wait / 1000)) })
}
