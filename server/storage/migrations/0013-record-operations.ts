import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** What was done to one record is asked for by itself: by whom a switch was turned last, and what became of it. */
export const recordOperations: Migration['up'] = async (trx) => {
  await sql.raw('create index index_operationlog_record on operationlog (operation_table, record_id, id)').execute(trx)
}
