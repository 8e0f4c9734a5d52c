import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../../settings.ts'
import { NOW } from '../../postgres/lease.ts'
import { MOVE } from '../../postgres/locks.ts'

/** Name of this command's database sessions; the names of the platform's sessions have the same beginning. */
export const SESSION = 'environment-console-move'

/**
 * Keeps other runs of the command from starting. Returns a function that lets go; throws StartError where a run is
 * under way.
 */
export async function takeTurn(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect()
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${MOVE}) as mine`)
  // The lock ends with its session.
  if (rows[0]?.mine === true) return () => client.release(true)
  client.release()
  throw new StartError('This command runs already on this database; wait until it has ended.')
}

/**
 * Finds a trace of the platform: every process keeps a session with the database open, and a leader also holds a lease.
 */
const FIND_RUNNING = `
  select 'the lease ' || name || ' is held by ' || holder as what from lease where until > ${NOW}
  union all
  select 'a session "' || application_name || '" from ' || coalesce(host(client_addr), 'this machine') from pg_stat_activity
  where datname = current_database() and application_name like 'environment-console%' and application_name <> '${SESSION}'
  limit 1`

/**
 * Waits until no process of the platform works on the database, for up to `patience` ms, as long as a process that just
 * ended may leave traces. Throws StartError while one works.
 */
export async function refuseRunning(pool: pg.Pool, patience = 6000): Promise<void> {
  for (const until = Date.now() + patience; ; await sleep(Math.min(200, patience))) {
    const { rows } = await pool.query<{ what: string }>(FIND_RUNNING)
    const [found] = rows
    if (!found) return
    if (Date.now() >= until)
      throw new StartError(
        `The platform works on this database (${found.what}): stop all of its processes, then run this command again.`,
      )
  }
}
