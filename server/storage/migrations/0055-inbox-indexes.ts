import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * The inbox by indexes alone, on both engines: its order with the id, by which PostgreSQL reads a page backwards; whose names were searched for; a narrow one to
 * count by, and one for each order that lists are sorted by.
 */
export const inboxIndexes: Migration['up'] = async (trx, engine) => {
  const asked =
    'work, is_alarm, alert_level, project_id, district_id, assignee_id, snoozed_until, silent_since, handled_at, roster_id, suppressed, device_id, threshold_id, nodemap_id'
  // In SQLite every index ends with the id by itself.
  const columns = engine === 'postgres' ? `(alarm_time, id) include (${asked})` : `(alarm_time, ${asked})`
  // Newest first, what has not come last, by the id: in SQLite that is an index read backwards.
  const latest = (column: string): string =>
    engine === 'postgres' ? `(${column} desc nulls last, id desc)` : `(${column})`
  const statements = [
    'drop index thresholdlog_inbox',
    'drop index thresholdlog_open',
    `create index thresholdlog_inbox on thresholdlog ${columns}`,
    `create index thresholdlog_open on thresholdlog ${columns} where work < 2`,
    'create index thresholdlog_count on thresholdlog (project_id, alert_level, district_id, work)',
    'create index thresholdlog_level on thresholdlog (alert_level, id)',
    'create index thresholdlog_device_name on thresholdlog (device_name, id)',
    `create index thresholdlog_ended on thresholdlog ${latest('recovered_at')}`,
    'drop index thresholdlog_handled',
    `create index thresholdlog_handled on thresholdlog ${latest('handled_at')}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
