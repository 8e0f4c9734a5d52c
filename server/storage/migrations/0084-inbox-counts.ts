import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * The index by which pages and groups of the inbox are counted knows also whose an episode is, and its condition. All of them are keys, none is included: only of
 * keys PostgreSQL keeps each value once for all rows that have it, and passes over those that are not asked for at once. What differs from row to row, as a
 * time does, would undo that; `silent_since` is empty but where an alarm lasts without data.
 */
export const inboxCounts: Migration['up'] = async (trx) => {
  const statements = [
    'drop index thresholdlog_count',
    'create index thresholdlog_count on thresholdlog (project_id, alert_level, district_id, assignee_id, roster_id, work, is_alarm, silent_since)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
