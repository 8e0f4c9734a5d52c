import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Who was on call when an episode was given to a roster: a contact, who need not be a user. */
export const onCall: Migration['up'] = async (trx, engine) => {
  await sql.raw(`alter table thresholdlog add column on_call_id ${wholeNumber[engine]}`).execute(trx)
}
