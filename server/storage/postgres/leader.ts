import type { Log } from '../../log.ts'
import type { Leadership } from '../types.ts'
import { keepSession } from './session.ts'

/**
 * Leadership by a session's advisory lock: the database gives it to one session at a time, and to the next as soon as that one ends,
 * however it ends. Needs a direct connection: a pooler that shares sessions between transactions breaks it.
 */
export function leadByLock(databaseUrl: string, name: string, log: Log): Leadership {
  let leader = false
  const session = keepSession({
    databaseUrl,
    name: `environment-console ${name}`.slice(0, 63),
    log,
    opened: async () => {},
    async beat(client) {
      if (leader) await client.query('select 1')
      else {
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as taken',
          [LEADERS, name],
        )
        leader = rows[0]?.taken === true
        if (leader) log.info({ lead: name }, 'this process leads')
      }
    },
    lost() {
      if (leader) log.info({ lead: name }, 'this process leads no more')
      leader = false
    },
  })
  return { isLeader: () => leader, close: () => session.close() }
}

/** First half of the lock's key; the second is the name's hash. */
const LEADERS = 7_341_003
