import { Socket } from 'node:net'
import pg from 'pg'

/**
 * How long a connection may be silent before the database is asked for its session, ms: longer than the pool keeps an
 * idle connection, so that only connections in use are checked.
 */
export const MAX_SILENCE_MS = 15_000
/** Timeout of the answer, ms, and of the connection before it. */
const ANSWER_TIMEOUT_MS = 10_000

interface Watch {
  databaseUrl: string
  /** Name in the database's list of sessions. */
  name: string
  silence: number
}

/**
 * Breaks a new connection of a pool as soon as its session is gone: where a host vanishes without notice, TCP keeps
 * trying for a quarter of an hour, and a query that waits for its answer keeps waiting. A statement that takes long is
 * silent as well, so the database is asked on a separate connection; where it has the session, the connection stays.
 * Resolves once the connection may be used.
 */
export async function breakWhenGone(client: pg.PoolClient, watch: Watch): Promise<void> {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  let pid: number | null = null
  const look = async (): Promise<void> => {
    const { bytesRead } = stream
    const lives = pid !== null && (await hasSession(watch, pid))
    if (lives || stream.bytesRead !== bytesRead) stream.setTimeout(watch.silence)
    else stream.destroy(new Error('Connection terminated: it was silent, and the database has no such session'))
  }
  stream.on('timeout', () => void look())
  stream.setTimeout(watch.silence)
  // Not the pid that the driver was told as it connected: behind a pooler that is the pooler's own.
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  pid = rows[0]?.pid ?? null
}

/** Whether the database has a session. False also where it does not answer. */
async function hasSession({ databaseUrl, name }: Watch, pid: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pid from pg_stat_activity where pid = $1', [pid])
    return rows.length > 0
  } catch (error) {
    // A refusal is an answer too, for example that the database takes no more connections.
    return error instanceof pg.DatabaseError
  } finally {
    await client.end().catch(() => {})
  }
}
