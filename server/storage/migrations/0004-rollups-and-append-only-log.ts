import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** The times a reduced line needs of each rollup, history that is there already marked for rolling up, and an operation log that only grows. */
export const rollupsAndAppendOnlyLog: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const statements = [
    ...['first_at', 'last_at', 'min_at', 'max_at'].map(
      (column) => `alter table rollup add column ${column} ${int} not null default 0`,
    ),
    'create index index_dirtyhour_hour on dirtyhour (hour)',
    'insert into dirtyhour (device_id, hour) select distinct device_id, ts - ts % 3600000 from history where true on conflict do nothing',
    ...appendOnly[engine],
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}

const LOGS = ['operationlog', 'operationdetail']

const appendOnly = {
  sqlite: LOGS.flatMap((table) =>
    ['update', 'delete'].map(
      (verb) =>
        `create trigger ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, 'the operation log only grows'); end`,
    ),
  ),
  postgres: [
    `create function operationlog_only_grows() returns trigger language plpgsql as $$ begin raise exception 'the operation log only grows'; end $$`,
    ...LOGS.map(
      (table) =>
        `create trigger ${table}_only_grows before update or delete or truncate on ${table} for each statement execute function operationlog_only_grows()`,
    ),
  ],
}
