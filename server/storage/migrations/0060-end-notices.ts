import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * Messages that tell the end of an alarm are marked, so that these alone are cancelled where the alarm fires again. Before, what waited for its moment
 * without having been tried was such a notice.
 */
export const endNotices: Migration['up'] = async (trx, engine) => {
  const statements = [
    `alter table alarmsendlog add column is_end ${wholeNumber[engine]} not null default 0`,
    `update alarmsendlog set is_end = 1 where send_ok < 0 and attempts = 0 and next_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
