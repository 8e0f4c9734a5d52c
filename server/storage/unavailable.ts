/**
 * Thrown where the home of the history, outside the database of the records, cannot be reached or has no room for now.
 * It never contains the password of its address.
 */
export class HistoryAway extends Error {
  override name = 'HistoryAway'
  constructor(place: string, options: ErrorOptions) {
    super(`the history at ${place} cannot be used`, options)
  }
}

/**
 * Whether an error says that the database is out of reach or out of room for now: the caller did nothing wrong, and the
 * failure ends when the database is back.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof HistoryAway) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODES.has(code) || CLASSES.test(code) || SENTENCES.test(error.message)
}

/**
 * Whether a database refuses what it was given (a value out of range, a violated constraint), and would refuse it
 * again.
 */
export function isRefused(error: unknown): boolean {
  const said = error instanceof HistoryAway ? error.cause : error
  return said instanceof Error && 'code' in said && typeof said.code === 'string' && REFUSED.test(said.code)
}

/**
 * PostgreSQL's error classes for that, except for a value whose month another process has just dropped (23514), and
 * ClickHouse's codes for values that it cannot read or that do not fit.
 */
const REFUSED = /^(2[12]\w{3}|23(?!514)\w{3}|6|27|41|69|72|321|349|469)$/
const CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'SQLITE_FULL',
])
/** PostgreSQL's connection failures, lack of resources (a full disk, too many connections), and shutting down or starting up. */
const CLASSES = /^(08|53|57P0)/
/** The driver gives these errors no code. */
const SENTENCES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/
