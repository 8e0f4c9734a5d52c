/** The part of pino's logger that the platform uses; Fastify's own logger fits, tests pass a silent one. */
export interface Log {
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  debug(fields: object, message?: string): void
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Returns a throttle for log lines about problems that repeat: it returns true at most once in `intervalMs`. */
export function throttled(intervalMs: number): () => boolean {
  let next = -Infinity
  return () => {
    const now = performance.now()
    if (now < next) return false
    next = now + intervalMs
    return true
  }
}
