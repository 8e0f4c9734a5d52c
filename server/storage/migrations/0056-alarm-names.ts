import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * The names that alarm records hold, each once: there are as many as devices, rules and nodes, not as alarms, so that a text is searched for among thousands of
 * names (alarms/episodes/search.ts). Kept by a trigger, whoever writes the record. Notes are people's own, and lie in an index of their own.
 */
export const alarmNames: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  const names =
    '(1, new.device_id, new.device_name), (2, new.threshold_id, new.threshold_name), (3, new.nodemap_id, new.nodemap_name)'
  const known = ['device', 'threshold', 'nodemap'].map(
    (kind, index) => `select distinct ${index + 1}, ${kind}_id, ${kind}_name from thresholdlog`,
  )
  const trigger =
    engine === 'sqlite'
      ? [
          `create trigger thresholdlog_names after insert on thresholdlog begin insert or ignore into alarmname values ${names}; end`,
          'create index thresholdlog_note on thresholdlog (note) where note is not null',
        ]
      : [
          `create function alarm_names() returns trigger language plpgsql as $$ begin insert into alarmname values ${names} on conflict do nothing; return null; end $$`,
          'create trigger thresholdlog_names after insert on thresholdlog for each row execute function alarm_names()',
          'create index thresholdlog_note on thresholdlog (id) include (note) where note is not null',
        ]
  const statements = [
    `create table alarmname (kind ${int} not null, ref_id ${int} not null, name text not null, primary key (kind, ref_id, name))${keyed}`,
    `insert into alarmname ${known.join(' union all ')}`,
    ...trigger,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
