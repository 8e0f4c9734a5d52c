/** Whether an error says that the database is out of reach or out of room for now: nothing the caller did, and over when the database is back. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODES.has(code) || CLASSES.test(code) || SENTENCES.test(error.message)
}

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
