import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Compilable } from 'kysely'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import type { Engine } from '../engine.ts'
import { postgresHome } from '../homes/postgres/index.ts'
import type { AnyTables } from '../types.ts'
import { openBroadcast } from './broadcast.ts'
import { lapsedLeases, leadByLease } from './lease.ts'
import { SCHEMA } from './locks.ts'
import { openPool } from './pool.ts'
import { startProblem } from './problems.ts'

/** The engine for many users and several processes: PostgreSQL 15 or newer. */
export async function openPostgres(databaseUrl: string, log: Log): Promise<Engine> {
  const pool = await openPool(databaseUrl, log)
  const database = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) })
  const jsonText = async (query: Compilable): Promise<string> => {
    const compiled = query.compile()
    const { rows } = await pool.query<{ text: string }>(
      `select coalesce(json_agg(t), '[]')::text as text from (${compiled.sql}) t`,
      [...compiled.parameters],
    )
    return rows[0]?.text ?? '[]'
  }
  let closing: Promise<void> | null = null
  return {
    name: 'postgres',
    read: database,
    write: database,
    lockSchema: async (trx) => {
      await sql`select pg_advisory_xact_lock(${SCHEMA})`.execute(trx)
    },
    schemaReady: async () => {},
    startProblem: (error) => startProblem(error, databaseUrl),
    jsonText,
    history: postgresHome({ pool, read: database, jsonText }, log),
    lead: (name, events, moved) => leadByLease(databaseUrl, name, events, moved),
    lapsed: (prefix) => lapsedLeases(database, prefix),
    broadcast: (hear, gap, events) => openBroadcast(databaseUrl, hear, gap, events),
    // Connections that break are replaced.
    failed: new Promise(() => {}),
    close: () => (closing ??= endPool(pool)),
  }
}

/** A pool that ends forgets those who wait for a connection: they get theirs first. */
async function endPool(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await sleep(20)
  await pool.end()
}
