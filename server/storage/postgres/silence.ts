import { Socket } from 'node:net'
import pg from 'pg'

/**
 * So long nothing may come or go on a connection before it is asked for, ms: longer than the pool keeps an unused one, so that it is
 * only asked for those in use.
 */
export const SILENCE = 15_000
/** How long the database has for the answer, ms, and before that for the connection. */
const ANSWER_TIMEOUT_MS = 10_000

interface Watch {
  databaseUrl: string
  /** In the database's list of sessions. */
  name: string
  silence: number
}

/**
 * Breaks a new connection of a pool as soon as its session is gone: where a host vanishes without a word TCP goes on for a quarter of an hour,
 * with what waits for the answer. A statement that takes long is silent as well: the database is asked, on a connection of its own,
 * and its session goes on. Resolves once the connection may be used.
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
  // Not what the driver was told as it connected: behind a pooler that is the pooler's own.
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  pid = rows[0]?.pid ?? null
}

/** Whether the database has a session. False too where it does not answer. */
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
    // A refusal is an answer too: it takes no more connections, say.
    return error instanceof pg.DatabaseError
  } finally {
    await client.end().catch(() => {})
  }
}
