import { sql } from 'kysely'
import { measuredValue } from '../columns.ts'
import type { Migration } from './index.ts'

/** What people say values should have been: another zero and factor, or one value for all of a span. The raw ones stay. */
export const corrections: Migration['up'] = async (trx, engine) => {
  for (const column of ['zero', 'factor', 'value'])
    await sql.raw(`alter table qualityreview add column ${column} ${measuredValue[engine]}`).execute(trx)
}
