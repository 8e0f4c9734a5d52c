import { sql, type Transaction } from 'kysely'
import type { Log } from '../log.ts'
import type { EngineName } from './columns.ts'
import type { AnyTables } from './types.ts'

/**
 * Verifies at start that the triggers that make the operation log append-only (created by migration 0004) exist
 * unchanged and are enabled. Missing ones are created again and logged as an error: the operation log could have been
 * changed since the last start.
 */
export async function guardLog(trx: Transaction<AnyTables>, engine: EngineName, log: Log): Promise<void> {
  const missing = await guards[engine](trx)
  if (missing.length > 0)
    log.error(
      { triggers: missing },
      'the operation log was not protected against changes: these triggers were missing, changed or switched off; they were restored',
    )
}

/** Each recreates what is missing, and returns the names. */
const guards: Record<EngineName, (trx: Transaction<AnyTables>) => Promise<string[]>> = {
  async sqlite(trx) {
    const { rows } = await sql<{
      name: string
      sql: string
    }>`select name, sql from sqlite_master where type = 'trigger'`.execute(trx)
    const standing = new Map(rows.map((row) => [row.name, plain(row.sql)]))
    const wanted = LOGS.flatMap((table) =>
      ['update', 'delete'].map(
        (verb) =>
          [
            `${table}_no_${verb}`,
            `create trigger ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, 'the operation log only grows'); end`,
          ] as const,
      ),
    )
    return remake(
      trx,
      wanted,
      ([name, statement]) => standing.get(name) === plain(statement),
      ([name]) => `drop trigger if exists ${name}`,
    )
  },
  async postgres(trx) {
    const body = ` begin raise exception 'the operation log only grows'; end `
    const functions = await sql<{
      body: string
    }>`select prosrc as body from pg_proc where proname = ${FUNCTION} and pronamespace = current_schema()::regnamespace`.execute(
      trx,
    )
    const intact = functions.rows.length === 1 && functions.rows[0]?.body === body
    if (!intact)
      await sql
        .raw(`create or replace function ${FUNCTION}() returns trigger language plpgsql as $$${body}$$`)
        .execute(trx)
    // tgtype 58: before (2), delete (8), update (16) and truncate (32), for each statement; tgenabled O and A: enabled.
    const { rows } = await sql<{ name: string }>`
      select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where c.relnamespace = current_schema()::regnamespace and t.tgname = c.relname || '_only_grows' and p.proname = ${FUNCTION}
        and t.tgtype = 58 and t.tgenabled in ('O', 'A') and t.tgqual is null and t.tgattr::text = ''`.execute(trx)
    const standing = new Set(rows.map(({ name }) => name))
    const wanted = LOGS.map(
      (table) =>
        [
          `${table}_only_grows`,
          `create trigger ${table}_only_grows before update or delete or truncate on ${table} for each statement execute function ${FUNCTION}()`,
        ] as const,
    )
    const restored = await remake(
      trx,
      wanted,
      ([name]) => standing.has(name),
      ([name], at) => `drop trigger if exists ${name} on ${LOGS[at]}`,
    )
    return intact ? restored : [FUNCTION, ...restored]
  },
}

const LOGS = ['operationlog', 'operationdetail'] as const
const FUNCTION = 'operationlog_only_grows'

type Trigger = readonly [name: string, statement: string]

async function remake(
  trx: Transaction<AnyTables>,
  wanted: readonly Trigger[],
  stands: (trigger: Trigger) => boolean,
  drop: (trigger: Trigger, at: number) => string,
): Promise<string[]> {
  const restored: string[] = []
  for (const [at, trigger] of wanted.entries()) {
    if (stands(trigger)) continue
    for (const statement of [drop(trigger, at), trigger[1]]) await sql.raw(statement).execute(trx)
    restored.push(trigger[0])
  }
  return restored
}

/** Normalizes case and white space, to compare a statement as SQLite keeps it with one written here. */
const plain = (statement: string): string => statement.toLowerCase().replaceAll(/\s+/g, ' ').trim()
