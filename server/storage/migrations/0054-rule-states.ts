import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** Where a rule stands beyond one limit and its hold: worse limits, the minimum off, silence; JSON, null for most (alarms/watching/stored.ts). */
export const ruleStates: Migration['up'] = async (trx) => {
  await sql.raw('alter table alarmstate add column more text').execute(trx)
}
