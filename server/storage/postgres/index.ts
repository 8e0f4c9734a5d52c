import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Compilable } from 'kysely'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import type { Engine } from '../engine.ts'
import { postgresHome } from '../homes/postgres/index.ts'
import { refuseWithout } from '../homes/homeFacts.ts'
import type { AnyTables } from '../types.ts'
import { openBroadcast } from './broadcast.ts'
import { poolInTurn } from './inTurn.ts'
import { lapsedLeases, leadByLease } from './lease.ts'
import { SCHEMA } from './locks.ts'
import { openPool } from './pool.ts'
import { startProblem } from './problems.ts'

/** The engine for many users and several processes: PostgreSQL 15 or newer. */
export async function openPostgres(
  { databaseUrl, historyUrl }: { databaseUrl: string; historyUrl: string | null },
  log: Log,
): Promise<Engine> {
  const pool = await openPool(databaseUrl, log)
  const database = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool: poolInTurn(pool) }) })
  const jsonText = jsonTextOn(database)
  const outside = historyUrl === null ? null : await openOutside(historyUrl, { pool, read: database })
  let closing: Promise<void> | null = null
  return {
    name: 'postgres',
    read: database,
    write: database,
    lockSchema: async (trx) => {
      await sql`select pg_advisory_xact_lock(${SCHEMA})`.execute(trx)
    },
    schemaReady: async () => {
      if (outside === null) return refuseWithout(database)
      await database.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${SCHEMA})`.execute(trx)
        await outside.prepare(trx)
      })
    },
    startProblem: (error) => startProblem(error, databaseUrl),
    jsonText,
    history: outside?.home ?? postgresHome({ pool, read: database, jsonText }, log),
    lead: (name, events, moved) => leadByLease(databaseUrl, name, events, moved),
    lapsed: (prefix) => lapsedLeases(database, prefix),
    broadcast: (hear, gap, events) => openBroadcast(databaseUrl, hear, gap, events),
    // Never: connections that break are replaced.
    failed: new Promise(() => {}),
    close: () => (closing ??= endPool(pool).then(() => outside?.close())),
  }
}

/** Opens the home outside the database; its package is loaded only where it is used. */
async function openOutside(historyUrl: string, { pool, read }: { pool: pg.Pool; read: Kysely<AnyTables> }) {
  const { clickhouseHome } = await import('../homes/clickhouse/index.ts')
  return clickhouseHome(historyUrl, { pool, read, jsonText: jsonTextOn })
}

/** Reads rows as JSON text that PostgreSQL writes, on a pool's connections or on that of a transaction. */
const jsonTextOn =
  (reading: Kysely<AnyTables>) =>
  async (query: Compilable): Promise<string> => {
    const { sql: text, parameters } = query.compile()
    const asText = `select coalesce(json_agg(t), '[]')::text as text from (${text}) t`
    const { rows } = await reading.executeQuery<{ text: string }>(CompiledQuery.raw(asText, [...parameters]))
    return rows[0]?.text ?? '[]'
  }

/** Ends a pool. `pool.end` would forget callers that wait for a connection, so they get theirs first. */
async function endPool(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await sleep(20)
  await pool.end()
}
