import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Whether a session is that of a wall screen, which reads what the big screen shows and nothing else. */
export const wallSessions: Migration['up'] = async (trx, engine) => {
  await sql.raw(`alter table session add column wall ${wholeNumber[engine]} not null default 0`).execute(trx)
}
