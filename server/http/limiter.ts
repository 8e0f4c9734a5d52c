import { ApiError } from '../errors.ts'

/** More keys than this are not remembered: the oldest are forgotten. */
const MAX_KEYS = 20_000

/** Counts what one key (an address, a user, a phone) does in a window of time. In memory: another process counts for itself. */
export interface Limiter {
  /** Counts one more; throws 429 with the seconds to wait where that is too many. */
  take(key: string): void
}

/** @param window milliseconds, from the first of a series on */
export function createLimiter({ max, window }: { max: number; window: number }, now: () => number = () => Date.now()): Limiter {
  const series = new Map<string, { count: number; until: number }>()
  const sweep = (): void => {
    if (series.size < MAX_KEYS) return
    for (const [key, { until }] of series) if (until <= now()) series.delete(key)
    for (const key of [...series.keys()].slice(0, Math.max(0, series.size - MAX_KEYS / 2))) series.delete(key)
  }
  return {
    take(key) {
      sweep()
      const time = now()
      const known = series.get(key)
      if (!known || known.until <= time) {
        series.set(key, { count: 1, until: time + window })
        return
      }
      if (known.count >= max) throw new ApiError(429, 'error.tooMany', { seconds: Math.ceil((known.until - time) / 1000) })
      known.count++
    },
  }
}
