import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** The inbox leaves out what fired within a maintenance window: its indexes know that too, or each row would be read for it. */
export const episodeIndexes: Migration['up'] = async (trx) => {
  const columns =
    'alarm_time, work, is_alarm, alert_level, project_id, district_id, assignee_id, snoozed_until, silent_since, handled_at, roster_id, suppressed'
  const statements = [
    'drop index thresholdlog_inbox',
    'drop index thresholdlog_open',
    `create index thresholdlog_inbox on thresholdlog (${columns})`,
    `create index thresholdlog_open on thresholdlog (${columns}) where work < 2`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
