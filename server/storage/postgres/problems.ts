import { StartError } from '../../settings.ts'

/**
 * Turns the reason why no connection could be opened into a StartError of one sentence, which never contains the
 * password.
 */
export function connectProblem(error: unknown, databaseUrl: string): unknown {
  if (error instanceof StartError) return error
  const problem = startProblem(error, databaseUrl)
  if (problem instanceof StartError || !(error instanceof Error)) return problem
  const url = new URL(databaseUrl)
  return new StartError(`DATABASE_URL: ${url.host || 'localhost'} answers: ${withoutPassword(error.message, url)}.`)
}

/** The oldest PostgreSQL version that is tested. */
const OLDEST = 15

/** Returns what is wrong with a server's version (server_version, server_version_num); null where it is new enough. */
export const versionProblem = (version: string, number: number): StartError | null =>
  number >= OLDEST * 10_000
    ? null
    : new StartError(`DATABASE_URL: the server is PostgreSQL ${version}; version ${OLDEST} or newer is needed.`)

/**
 * Turns a database error whose cause lies outside this program into a StartError of one sentence; returns other errors
 * as they are.
 */
export function startProblem(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error
  const url = new URL(databaseUrl)
  const server = url.host || 'localhost'
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username)
  // A host with several addresses fails with one error for each.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  const code = 'code' in first && typeof first.code === 'string' ? first.code : ''
  const sentence = sentences.get(code)?.({ server, database, user: decodeURIComponent(url.username) })
  return sentence ? new StartError(`DATABASE_URL: ${sentence}.`) : error
}

interface Names {
  server: string
  database: string
  user: string
}

const unreachable = ({ server }: Names): string => `no PostgreSQL answers at ${server}`
const refused = ({ server, user }: Names): string => `the PostgreSQL at ${server} refuses the sign-in of user "${user}"`
const notAllowed = ({ database, user }: Names): string =>
  `user "${user}" may not make tables in the database "${database}"`

const sentences: ReadonlyMap<string, (names: Names) => string> = new Map([
  ['ECONNREFUSED', unreachable],
  ['ECONNRESET', unreachable],
  ['ETIMEDOUT', unreachable],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['ENOTFOUND', ({ server }) => `the host of ${server} is not known`],
  ['EAI_AGAIN', ({ server }) => `the host of ${server} is not known`],
  ['28P01', refused],
  ['28000', refused],
  ['3D000', ({ server, database }) => `the PostgreSQL at ${server} has no database "${database}"`],
  ['42501', notAllowed],
  ['53300', ({ server }) => `the PostgreSQL at ${server} takes no more connections`],
  ['57P03', ({ server }) => `the PostgreSQL at ${server} is still starting; try again in a moment`],
])

function withoutPassword(text: string, url: URL): string {
  const line = text.split('\n')[0]?.replace(/[.\s]+$/, '') ?? ''
  return [url.password, decodeURIComponent(url.password)]
    .filter(Boolean)
    .reduce((clean, password) => clean.replaceAll(password, '***'), line)
}
