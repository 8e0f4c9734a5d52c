import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Sessions of disabled users, which until now lived on once the user was enabled. */
export const disabledSessions: Migration['up'] = async (trx) => {
  await sql.raw('delete from session where user_id in (select id from systemuser where disabled = 1)').execute(trx)
}
