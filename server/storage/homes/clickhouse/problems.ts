import { StartError } from '../../../settings.ts'
import { HistoryAway } from '../../unavailable.ts'

/** Where a ClickHouse is, as HISTORY_URL says it. */
export interface Place {
  /** What the client takes. */
  url: string
  username: string
  password: string
  database: string
  /** How the place is named to people: never with the password. */
  name: string
}

/** `clickhouse://user:password@host:8123/database`, by TLS with `clickhouses://`; what is left out is ClickHouse's own default. */
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

/** A place as HISTORY_URL would say it, without user and password. */
export const addressOf = ({ url, name }: Place): string => `clickhouse${url.startsWith('https:') ? 's' : ''}://${name}`

/** The oldest ClickHouse that has all that is used. */
const OLDEST = [24, 8] as const

/** What is wrong with a server's version (as `version()` says it), if anything. */
export function versionProblem(version: string): StartError | null {
  const [year = 0, month = 0] = version.split('.').map(Number)
  return year > OLDEST[0] || (year === OLDEST[0] && month >= OLDEST[1])
    ? null
    : new StartError(
        `HISTORY_URL: the server is ClickHouse ${version}; version ${OLDEST.join('.')} or newer is needed.`,
      )
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Why a start failed, as one sentence; every other error as it is. */
export function startProblem(error: unknown, { name, username, database }: Place): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error
  // A failed call is wrapped; what it says comes from below.
  const cause = error instanceof HistoryAway && error.cause instanceof Error ? error.cause : error
  const said = SENTENCES.get(codeOf(cause))?.(username, database)
  if (said) return new StartError(`HISTORY_URL: the ClickHouse at ${name} ${said}.`)
  return error instanceof HistoryAway ? new StartError(`HISTORY_URL: no ClickHouse answers at ${name}.`) : error
}

/** By ClickHouse's own codes. */
const SENTENCES: ReadonlyMap<string, (user: string, database: string) => string> = new Map([
  ['516', (user: string) => `refuses the sign-in of user "${user}"`],
  ['194', (user: string) => `refuses the sign-in of user "${user}"`],
  ['192', (user: string) => `knows no user "${user}"`],
  ['81', (_user: string, database: string) => `has no database "${database}"`],
  ['497', (user: string, database: string) => `does not let user "${user}" make tables in the database "${database}"`],
])

/**
 * Codes that tell of a mistake in what was asked, which coming again would not mend: syntax, names, types. Whatever else fails (nobody answers, no memory, too
 * many parts, read only, a keeper away) is over when the server is well again.
 */
const OURS: ReadonlySet<string> = new Set(['16', '27', '36', '43', '46', '47', '53', '60', '62', '70', '115', '386'])

/** A failed call of ClickHouse as the rest of the server knows it. */
export const callProblem = (error: unknown, { name }: Place): unknown =>
  error instanceof Error && OURS.has(codeOf(error)) ? error : new HistoryAway(name, { cause: error })
