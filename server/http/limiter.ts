import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { signedInOf } from './auth.ts'
import { countersOf, memoryCounters, type Store } from './counters.ts'

interface Limits {
  max: number
  /** Milliseconds, from the first of a series on. */
  window: number
}

/** Counts what one key (an address, a user, a phone) does in a window of time. */
export interface Limiter<Taken = Promise<void>> {
  /** Counts one more; throws 429 with the seconds to wait where that is too many. */
  take(key: string): Taken
}

/** A limit that all processes of a database keep together; `name` tells its keys from those of other limits. */
export function sharedLimiter(
  storage: Store,
  name: string,
  limits: Limits,
  now: () => number = () => Date.now(),
): Limiter {
  const counters = countersOf(storage, now)
  return { take: async (key) => refuse(await counters.spend([{ ...limits, key: `${name} ${key}` }])) }
}

/** A limit that every process keeps for itself, where it guards nothing but the process. */
export function createLimiter(limits: Limits, now: () => number = () => Date.now()): Limiter<void> {
  const counters = memoryCounters(now)
  return { take: (key) => refuse(counters.spend([{ ...limits, key }])) }
}

/** The `onRequest` of a call whose body may be large: how often a user may make it, refused before that is read. */
export function callsOfUser(limits: Limits): (request: FastifyRequest) => Promise<void> {
  const perUser = createLimiter(limits)
  return async (request) => perUser.take(String(signedInOf(request).user.id))
}

/** Throws 429 where there is time to wait. */
export function refuse(wait: number | null): void {
  if (wait !== null) throw new ApiError(429, 'error.tooMany', { seconds: Math.max(1, Math.ceil(wait / 1000)) })
}
