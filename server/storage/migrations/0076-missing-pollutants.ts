import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Which pollutants days of air were judged without, comma-joined; null of days judged before, of which nobody knows. */
export const missingPollutants: Migration['up'] = async (trx) => {
  await sql.raw('alter table environmentday add column missing text').execute(trx)
}
