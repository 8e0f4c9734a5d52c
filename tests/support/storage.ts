import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Resource } from '../../resources/kit/define.ts'
import { silentLog, type Log } from '../../server/log.ts'
import { openClient, type ClickHouse } from '../../server/storage/homes/clickhouse/client.ts'
import { placeOf } from '../../server/storage/homes/clickhouse/problems.ts'
import { rolledWanted } from '../../server/storage/homes/types.ts'
import { openStorage } from '../../server/storage/index.ts'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'
import type { Storage, Tables } from '../../server/storage/types.ts'

const server = process.env.TEST_DATABASE_URL
const history = process.env.TEST_CLICKHOUSE_URL

/** Whether a history can be kept in ClickHouse: one runs beside PostgreSQL (TEST_CLICKHOUSE_URL, TEST_DATABASE_URL). */
export const hasClickhouse = Boolean(server && history)

/** Address of the NATS server that can carry samples (TEST_NATS_URL), beside PostgreSQL; null without one. */
export const natsUrl: string | null = (server && process.env.TEST_NATS_URL) || null

/** The engines over which API tests loop; PostgreSQL is included where TEST_DATABASE_URL is set. */
export const engines: readonly ('sqlite' | 'postgres')[] = server ? ['sqlite', 'postgres'] : ['sqlite']

/** Where a history is kept: in an engine's own tables, or in a ClickHouse beside PostgreSQL. */
export type Home = 'sqlite' | 'postgres' | 'clickhouse'

/** The homes over which tests of histories loop; ClickHouse is included where it is available (`hasClickhouse`). */
export const homes: readonly Home[] = hasClickhouse ? [...engines, 'clickhouse'] : engines

export interface TestPlace {
  settings: { dataDir: string; databaseUrl: string | null; historyUrl?: string }
  /** Removes the folder and the database. */
  remove(): Promise<void>
}

/**
 * Makes a place for a database: a new folder and, on PostgreSQL, a new database with a random name. Use `empty` where a
 * test is about what a first start makes, `schema` where it only needs the tables: they are copied (templates.ts), or,
 * without a template, left to the code that opens the database first.
 */
export async function testPlace(
  engine: 'sqlite' | 'postgres',
  holding: 'empty' | 'schema' = 'empty',
): Promise<TestPlace> {
  const { SQLITE_TEMPLATE, POSTGRES_TEMPLATE } = holding === 'schema' ? process.env : {}
  const dataDir = await mkdtemp(join(tmpdir(), 'console-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') {
    if (SQLITE_TEMPLATE) await copyFile(SQLITE_TEMPLATE, join(dataDir, DATABASE_FILE))
    return { settings: { dataDir, databaseUrl: null }, remove: removeFolder }
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes less processor time than copying through the WAL, which is the default.
  const copied = POSTGRES_TEMPLATE ? ` template ${POSTGRES_TEMPLATE} strategy file_copy` : ''
  await administer(`create database ${name}${copied}`)
  const remove = async (): Promise<void> => {
    await administer(`drop database if exists ${name} with (force)`)
    await removeFolder()
  }
  return { settings: { dataDir, databaseUrl: databaseUrl(name) }, remove }
}

/** Makes a place with the schema for a history of one of the homes. */
export async function homePlace(home: Home): Promise<TestPlace> {
  if (home !== 'clickhouse') return testPlace(home, 'schema')
  const place = await testPlace('postgres', 'schema')
  try {
    const outside = await clickhousePlace()
    const remove = async (): Promise<void> => {
      await place.remove()
      await outside.remove()
    }
    return { settings: { ...place.settings, historyUrl: outside.historyUrl }, remove }
  } catch (error) {
    await place.remove()
    throw error
  }
}

/** Runs a test's query over all samples, rollups and last values of a device, wherever the history is kept. */
export const readDevice = <T>(
  storage: Storage,
  device: number,
  query: (read: Kysely<Tables>) => Promise<T>,
): Promise<T> =>
  storage.readHistory(
    [{ device, nodemaps: null, start: 0, end: Infinity }, rolledWanted(device, 0, Infinity)],
    ({ read }) => query(read),
  )

/** Makes an empty database with a random name in the tests' ClickHouse. */
export async function clickhousePlace(): Promise<{
  historyUrl: string
  ask: ClickHouse['rows']
  remove(): Promise<void>
}> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = await openClient(placeOf(history ?? ''))
  try {
    await server.run(`create database ${name}`)
  } catch (error) {
    await server.close()
    throw error
  }
  const url = new URL(history ?? '')
  url.pathname = `/${name}`
  const mine = await openClient(placeOf(url.href))
  const remove = async (): Promise<void> => {
    await server.run(`drop database if exists ${name}`)
    await mine.close()
    await server.close()
  }
  return { historyUrl: url.href, ask: mine.rows, remove }
}

/** The address of a database of the tests' PostgreSQL. */
export function databaseUrl(name: string): string {
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Opens a storage in a place of its own, with the platform's tables and those of the definitions. */
export async function openTestStorage(
  home: Home,
  definitions?: readonly Resource[],
  log: Log = silentLog,
): Promise<{ storage: Storage; settings: TestPlace['settings']; dispose(): Promise<void> }> {
  const { settings, remove } = await homePlace(home)
  try {
    const storage = await openStorage(settings, log, definitions)
    const dispose = async (): Promise<void> => {
      await storage.close()
      await remove()
    }
    return { storage, settings, dispose }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Runs a statement on the database server's own database. */
export async function administer(statement: string): Promise<void> {
  await (kept.testAdministration ??= administration()).query(statement)
}

/** Kept across the files of a worker: connecting costs more than most statements. */
const kept = globalThis as { testAdministration?: pg.Pool }

function administration(): pg.Pool {
  const pool = new pg.Pool({ connectionString: server, max: 2, allowExitOnIdle: true, idleTimeoutMillis: 60_000 })
  // The pool replaces a connection that breaks.
  pool.on('error', () => {})
  return pool
}
