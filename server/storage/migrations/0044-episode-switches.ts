import { sql } from 'kysely'
import { idColumn, measuredValue, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * What alarms switched: which episode did, or was the first of the chain that did, from what to what, what the device reported then, and its undoing. The
 * operation log has the same commands, without the episode, and only grows.
 */
export const episodeSwitches: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const real = measuredValue[engine]
  const columns = [
    idColumn[engine],
    `thresholdlog_id ${int} not null`,
    `root_id ${int} not null`,
    `sendlog_id ${int}`,
    `operation_id ${int}`,
    `device_id ${int} not null`,
    `nodemap_id ${int} not null`,
    'device_name text not null',
    'node_name text not null',
    `from_value ${real}`,
    `to_value ${real} not null`,
    `at ${int} not null`,
    'result text',
    `reported ${real}`,
    `ended_at ${int}`,
    'reason text',
    `undo_at ${int}`,
    `undo_by ${int}`,
    `undo_operation_id ${int}`,
    'undo_result text',
    `undo_reported ${real}`,
    `undo_ended_at ${int}`,
  ]
  const statements = [
    `create table episodeswitch (${columns.join(', ')})`,
    'create index episodeswitch_thresholdlog on episodeswitch (thresholdlog_id)',
    'create index episodeswitch_root on episodeswitch (root_id)',
    'create index episodeswitch_operation on episodeswitch (operation_id)',
    'create index episodeswitch_undo on episodeswitch (undo_operation_id) where undo_operation_id is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
