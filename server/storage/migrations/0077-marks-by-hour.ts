import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Hours to be judged are taken by their age first (environment/marks.ts). */
export const marksByHour: Migration['up'] = async (trx) => {
  await sql.raw('create index index_environmentdirty_hour on environmentdirty (hour, device_id)').execute(trx)
}
