import { CompiledQuery, Kysely, Migrator, sql, type DatabaseConnection, type Dialect, type Transaction } from 'kysely'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { StartError } from '../settings.ts'
import { readCatalogue } from './catalogue.ts'
import type { EngineName } from './columns.ts'
import { migrations } from './migrations/index.ts'
import type { AnyTables, Tables } from './types.ts'

/**
 * Runs the migrations that this database has not seen yet, in order of their names, by Kysely's Migrator and within the
 * transaction of the start. A migration with a smaller number than one that already ran is run too: numbers are
 * assigned when work begins, and work ends in another order.
 */
export async function migrate(trx: Transaction<Tables>, engine: EngineName): Promise<void> {
  await adopt(trx, engine)
  const { error } = await new Migrator({
    db: within(trx, engine),
    provider: {
      getMigrations: async () =>
        Object.fromEntries(migrations.map(({ name, up }) => [name, { up: () => up(trx, engine) }])),
    },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
    allowUnorderedMigrations: true,
    disableTransactions: true,
  }).migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Converts the table of versions up to 0.2, (name, ran_at in epoch ms), into the Migrator's form, (name, timestamp in
 * ISO 8601). The table and the names in it stay, so that an older program still sees steps it does not know, and stops.
 *
 * @throws StartError where the database knows a step that this program does not
 */
async function adopt(trx: Transaction<Tables>, engine: EngineName): Promise<void> {
  const columns = (await readCatalogue(trx as unknown as Transaction<AnyTables>, engine)).tables.get('migration')
  if (!columns) return
  if (columns.has('ran_at')) for (const step of adoption[engine]) await sql.raw(step).execute(trx)
  const known = new Set(migrations.map(({ name }) => name))
  const ran = await trx.selectFrom('migration').select('name').execute()
  const unknown = ran.find(({ name }) => !known.has(name))
  if (unknown)
    throw new StartError(
      `The database was written by a newer version of this program (it knows the step "${unknown.name}"); start that version.`,
    )
}

const adoption: Record<EngineName, readonly string[]> = {
  sqlite: [
    'alter table migration rename column ran_at to timestamp',
    `update migration set timestamp = strftime('%Y-%m-%dT%H:%M:%fZ', timestamp / 1000.0, 'unixepoch')`,
  ],
  postgres: [
    'alter table migration rename column ran_at to timestamp',
    `alter table migration alter column timestamp type varchar(255)
       using to_char(to_timestamp(timestamp / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  ],
}

/**
 * Wraps the transaction as a database with a single connection: the Migrator would otherwise open a connection of its
 * own, outside of what the start has done so far.
 */
function within(trx: Transaction<Tables>, engine: EngineName): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: (query) => trx.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters])),
    streamQuery: () => {
      throw new Error('migrations are not streamed')
    },
  }
  const createDriver: Dialect['createDriver'] = () => ({
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  })
  return new Kysely({ dialect: { createDriver, ...parts[engine] } })
}

const parts: Record<EngineName, Omit<Dialect, 'createDriver'>> = {
  sqlite: {
    createAdapter: () => unlocked(new SqliteAdapter()),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  },
  postgres: {
    createAdapter: () => unlocked(new PostgresAdapter()),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  },
}

/** The start already holds the schema's lock (Engine.lockSchema). */
const unlocked = <T extends ReturnType<Dialect['createAdapter']>>(adapter: T): T =>
  Object.assign(adapter, { acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} })
