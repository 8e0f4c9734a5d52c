import { StartError } from '../../../settings.ts'
import { HistoryAway } from '../../unavailable.ts'

/** The address of a ClickHouse, parsed from HISTORY_URL. */
export interface Place {
  /** The URL for the client. */
  url: string
  username: string
  password: string
  database: string
  /** The name of the place in messages; it never contains the password. */
  name: string
}

/**
 * Parses `clickhouse://user:password@host:8123/database`, or `clickhouses://` for TLS; parts left out take ClickHouse's
 * own defaults.
 */
export function placeOf(historyUrl: string): Place {
  const { protocol, hostname, port, username, password, pathname } = new URL(historyUrl)
  const secure = protocol === 'clickhouses:'
  const host = `${hostname || 'localhost'}:${port || (secure ? '8443' : '8123')}`
  const database = decodeURIComponent(pathname.slice(1)) || 'default'
  return {
    url: `${secure ? 'https' : 'http'}://${host}`,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database,
    name: `${host}/${database}`,
  }
}

/** Returns a place in the form of HISTORY_URL, without user and password. */
export const addressOf = ({ url, name }: Place): string => `clickhouse${url.startsWith('https:') ? 's' : ''}://${name}`

/** The oldest ClickHouse version that has every feature used here. */
const OLDEST = [24, 8] as const

/** Returns what is wrong with a server's version (as `version()` reports it); null where it is new enough. */
export function versionProblem(version: string): StartError | null {
  const [year = 0, month = 0] = version.split('.').map(Number)
  return year > OLDEST[0] || (year === OLDEST[0] && month >= OLDEST[1])
    ? null
    : new StartError(
        `HISTORY_URL: the server is ClickHouse ${version}; version ${OLDEST.join('.')} or newer is needed.`,
      )
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Turns the cause of a failed start into a StartError of one sentence; returns other errors as they are. */
export function startProblem(error: unknown, { name, username, database }: Place): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error
  // A failed call is wrapped in HistoryAway; the code is that of its cause.
  const cause = error instanceof HistoryAway && error.cause instanceof Error ? error.cause : error
  const said = SENTENCES.get(codeOf(cause))?.(username, database)
  if (said) return new StartError(`HISTORY_URL: the ClickHouse at ${name} ${said}.`)
  return error instanceof HistoryAway ? new StartError(`HISTORY_URL: no ClickHouse answers at ${name}.`) : error
}

/** Sentences by ClickHouse's own error codes. */
const SENTENCES: ReadonlyMap<string, (user: string, database: string) => string> = new Map([
  ['516', (user: string) => `refuses the sign-in of user "${user}"`],
  ['194', (user: string) => `refuses the sign-in of user "${user}"`],
  ['192', (user: string) => `knows no user "${user}"`],
  ['81', (_user: string, database: string) => `has no database "${database}"`],
  ['497', (user: string, database: string) => `does not let user "${user}" make tables in the database "${database}"`],
])

/**
 * Codes of mistakes in the query itself, which trying again would not mend: syntax, names, types. Every other failure
 * (no answer, no memory, too many parts, read only, a keeper away) is over once the server is well again.
 */
const OURS: ReadonlySet<string> = new Set(['16', '27', '36', '43', '46', '47', '53', '60', '62', '70', '115', '386'])

/** Turns the error of a failed call of ClickHouse into the one that the rest of the server handles. */
export const callProblem = (error: unknown, { name }: Place): unknown =>
  error instanceof Error && OURS.has(codeOf(error)) ? error : new HistoryAway(name, { cause: error })
