import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../../settings.ts'
import { NOW } from '../../postgres/lease.ts'
import { MOVE } from '../../postgres/locks.ts'

/** What the sessions of this command are called; those of the platform begin the same. */
export const SESSION = 'environment-console-move'

/** Lets no other run of the command begin. Answers how to let go; throws StartError where one is under way. */
export async function takeTurn(pool: pg.Pool): Promise<() => void> {
  const client = await pool.connect()
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${MOVE}) as mine`)
  // The lock ends with its session.
  if (rows[0]?.mine === true) return () => client.release(true)
  client.release()
  throw new StartError('This command runs already on this database; wait until it has ended.')
}

/** Every process of the platform keeps a session with the database open, and whoever leads a lease. */
const RUNNING = `
  select 'the lease ' || name || ' is held by ' || holder as what from lease where until > ${NOW}
  union all
  select 'a session "' || application_name || '" from ' || coalesce(host(client_addr), 'this machine') from pg_stat_activity
  where datname = current_database() and application_name like 'environment-console%' and application_name <> '${SESSION}'
  limit 1`

/** Waits for processes of the platform to be gone, as long as one that was just ended may leave traces. Throws StartError while one works. */
export async function refuseRunning(pool: pg.Pool, patience = 6000): Promise<void> {
  for (const until = Date.now() + patience; ; await sleep(Math.min(200, patience))) {
    const { rows } = await pool.query<{ what: string }>(RUNNING)
    const [found] = rows
    if (!found) return
    if (Date.now() >= until)
      throw new StartError(
        `The platform works on this database (${found.what}): stop all of its processes, then run this command again.`,
      )
  }
}
