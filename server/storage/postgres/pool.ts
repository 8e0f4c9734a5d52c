import pg from 'pg'
import { throttled, type Log } from '../../log.ts'
import { connectProblem, versionProblem } from './problems.ts'
import { KEEP_ALIVE } from './session.ts'
import { breakWhenGone, MAX_SILENCE_MS } from './silence.ts'

/** How long one log line about broken connections covers those that follow, ms. */
const LOG_INTERVAL_MS = 10_000

/**
 * Opens a pool of connections to a database that answered and is new enough; `name` is shown in the database's list of
 * sessions. A connection whose session is gone breaks after `silence` (ms) plus the time of an answer.
 *
 * @throws StartError where the database does not answer or is too old
 */
export async function openPool(
  databaseUrl: string,
  log: Log,
  name = 'environment-console',
  silence = MAX_SILENCE_MS,
): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: name,
    // JIT compiling takes longer than any query here runs, and waiting for the processes of a parallel plan takes
    // longer than they save: a count of 200,000 alarms took 20 ms of work and 30 to 40 of waiting. Plans of some
    // millions of rows are still parallel.
    options: `-c jit=off -c parallel_setup_cost=20000 ${KEEP_ALIVE}`,
    types: { getTypeParser },
    verify: (client, ready) => void breakWhenGone(client, { databaseUrl, name, silence }).then(() => ready(), ready),
  })
  // The pool replaces a connection that breaks; without a listener the error would end the process. The pool's own
  // listener covers idle connections, this one covers a connection between the queries of its user, whose next query
  // fails. A database that restarts breaks all connections: one log line says so.
  const mayTell = throttled(LOG_INTERVAL_MS)
  const broke = (error: Error): void => {
    if (mayTell())
      log.warn({ err: error.message }, 'connections to the database broke; they are opened again when needed')
  }
  pool.on('connect', (client) => client.on('error', broke))
  pool.on('error', broke)
  try {
    const { rows } = await pool.query<{ version: string; number: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    )
    const problem = versionProblem(rows[0]?.version ?? 'of an unknown version', rows[0]?.number ?? 0)
    if (problem) throw problem
    return pool
  } catch (error) {
    await pool.end()
    throw connectProblem(error, databaseUrl)
  }
}

/**
 * Parses int8 and numeric as numbers: ids, times and counts stay far below 2^53. It applies to this pool only, never to
 * the whole process.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return NUMBERS.has(oid) ? Number : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown)
}

const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
