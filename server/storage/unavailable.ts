/** The home of the history, outside the database of the records, cannot be reached or has no room for now. The password of its address is never in it. */
export class HistoryAway extends Error {
  override name = 'HistoryAway'
  constructor(place: string, options: ErrorOptions) {
    super(`the history at ${place} cannot be used`, options)
  }
}

/** Whether an error says that the database is out of reach or out of room for now: nothing the caller did, and over when the database is back. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof HistoryAway) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODES.has(code) || CLASSES.test(code) || SENTENCES.test(error.message)
}

/** Whether PostgreSQL refuses what it was given (a value out of range, a broken constraint), and would again. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && REFUSED.test(error.code)

const REFUSED = /^2[23]\w{3}$/
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
/** The driver gives these no code. */
const SENTENCES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/
