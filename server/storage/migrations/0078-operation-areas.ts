import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** Where the record of an entry lies; null of records that lie in no area, and of entries of before: the log only grows. */
export const operationAreas: Migration['up'] = async (trx, engine) => {
  await sql.raw(`alter table operationlog add column district_id ${wholeNumber[engine]}`).execute(trx)
}
