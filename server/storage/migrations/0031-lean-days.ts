import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Days without their parts, which follow from the hours: a year of a thousand stations is read whole, and every byte of a row with it. */
export const leanDays: Migration['up'] = async (trx) => {
  await sql.raw('alter table environmentday drop column parts').execute(trx)
}
