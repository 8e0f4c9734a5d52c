import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** When a process took a message to send it: what a dead one left is told from what a living one works on, however old the alarm. */
export const claims: Migration['up'] = async (trx, engine) => {
  await sql.raw(`alter table alarmsendlog add column claimed_at ${wholeNumber[engine]}`).execute(trx)
}
