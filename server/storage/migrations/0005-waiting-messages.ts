import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Messages that wait to be sent are found without a walk over the whole send log. */
export const waitingMessages: Migration['up'] = async (trx) => {
  await sql.raw('create index index_alarmsendlog_waiting on alarmsendlog (id) where send_ok < 0').execute(trx)
}
