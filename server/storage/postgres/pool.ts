import pg from 'pg'
import { throttled, type Log } from '../../log.ts'
import { connectProblem, versionProblem } from './problems.ts'
import { KEEP_ALIVE } from './session.ts'
import { breakWhenGone, SILENCE } from './silence.ts'

/** So long one line about broken connections stands for those that follow, ms. */
const LOG_INTERVAL_MS = 10_000

/**
 * A pool of connections, `name` in the database's list of sessions, to a database that answered and is new enough. One whose session is
 * gone breaks after `silence` (ms) and an answer's time. Throws StartError.
 */
export async function openPool(
  databaseUrl: string,
  log: Log,
  name = 'environment-console',
  silence = SILENCE,
): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: name,
    // Compiling takes longer than any query here runs, and waiting for the processes of a parallel plan longer than what they spare: a count of 200,000 alarms
    // took 20 ms of work and 30 to 40 of waiting. Plans of some millions of rows are still parallel.
    options: `-c jit=off -c parallel_setup_cost=20000 ${KEEP_ALIVE}`,
    types: { getTypeParser },
    verify: (client, ready) => void breakWhenGone(client, { databaseUrl, name, silence }).then(() => ready(), ready),
  })
  // A connection that breaks is replaced by the pool; without a listener it would end the process. The pool's own listens while no query uses
  // it, ours between the queries of whoever does, which hear of it by the next. A database that restarts breaks all of them: one line says so.
  const mayTell = throttled(LOG_INTERVAL_MS)
  const broke = (error: Error): void => {
    if (mayTell())
      log.warn({ err: error.message }, 'connections to the database broke; they are made anew as they are needed')
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

/** int8 and numeric as numbers: ids, times and counts stay far below 2^53. Of this pool only, never of the whole process. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return NUMBERS.has(oid) ? Number : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown)
}

const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
