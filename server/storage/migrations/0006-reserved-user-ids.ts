import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * `super_id` 1 and 2 are roles (super administrator, project administrator) before they are ids of parent users. No user is ever given
 * one of those two ids, so that nobody gains a role by being somebody's child.
 */
export const reservedUserIds: Migration['up'] = async (trx, engine) => {
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('systemuser', 'id'), 2) where not exists (select 1 from systemuser where id > 2)`.execute(
      trx,
    )
    return
  }
  await sql`insert into sqlite_sequence (name, seq) select 'systemuser', 2 where not exists (select 1 from sqlite_sequence where name = 'systemuser')`.execute(
    trx,
  )
  await sql`update sqlite_sequence set seq = 2 where name = 'systemuser' and seq < 2`.execute(trx)
}
