import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { resources } from '../../../resources/index.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { silentLog } from '../../log.ts'
import { StartError } from '../../settings.ts'
import { readCatalogue } from '../catalogue.ts'
import { openStorage } from '../index.ts'
import { DATABASE_FILE } from '../sqlite/files.ts'
import { searchTableOf } from '../textSearch.ts'
import type { Storage } from '../types.ts'

export type Row = Record<string, string | number | null>

/** A table that is moved. */
export interface Table {
  name: string
  /** What each column holds: `integer`, `real` or `text`. */
  columns: ReadonlyMap<string, string>
  /** The columns of its primary key: every table has one. */
  key: readonly string[]
}

/** The SQLite of a data folder; no other process can work with it before `storage` is closed. */
export interface Source {
  storage: Storage
  file: string
  tables: ReadonlyMap<string, Table>
  /** The definitions of the entities' tables; those of entity files as they were at the last start. */
  definitions: readonly Resource[]
  /** Identifies the file in its present state: it differs for every other file, and for this file at another time. */
  mark: string
}

/** Tables that each database has for itself: its migration steps, and the leases of its processes. */
const OWN: ReadonlySet<string> = new Set(['migration', 'migration_lock', 'lease'])

/**
 * Opens the SQLite of a data folder and brings its schema up to date.
 *
 * @throws StartError where there is no SQLite, or a process works with it
 */
export async function openSource(dataDir: string): Promise<Source> {
  const file = join(resolve(dataDir), DATABASE_FILE)
  if (!existsSync(file))
    throw new StartError(`DATA_DIR: there is no ${file}. Set DATA_DIR to the folder that the records lie in.`)
  const open = (): Promise<Storage> => openStorage({ dataDir, databaseUrl: null }, silentLog)
  // Closing writes everything that was brought up to date into the file, and opening it again changes nothing.
  await (await open()).close()
  const { size, mtimeMs } = await stat(file)
  const storage = await open()
  try {
    const [tables, definitions] = [await tablesOf(storage), await definitionsOf(storage)]
    return { storage, file, tables, definitions, mark: `${size} ${mtimeMs}` }
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Returns every table that holds records or history; the indexes of texts are made again in the target. */
async function tablesOf({ readAny }: Pick<Storage, 'readAny'>): Promise<Map<string, Table>> {
  const { tables } = await readCatalogue(readAny, 'sqlite')
  const { rows } = await sql<{ table: string; column: string }>`
    select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and c.pk > 0 order by m.name, c.pk`.execute(readAny)
  const keyOf = (name: string): string[] => rows.flatMap(({ table, column }) => (table === name ? [column] : []))
  const moved = [...tables].filter(
    ([name]) => !OWN.has(name) && !name.startsWith('sqlite_') && !name.startsWith(searchTableOf('')),
  )
  return new Map(moved.map(([name, columns]) => [name, { name, columns: kindsOf(columns), key: keyOf(name) }]))
}

/** Measured values have two type names in SQLite. */
const kindsOf = (columns: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...columns].map(([name, type]) => [name, type === 'double precision' ? 'real' : type]))

async function definitionsOf({ readAny }: Pick<Storage, 'readAny'>): Promise<Resource[]> {
  const { rows } = await sql<{ definition: string }>`select definition from entityfile`.execute(readAny)
  return [...resources, ...rows.map(({ definition }) => JSON.parse(definition) as Resource)]
}

/** Reads the next rows of a table in the order of its key, after the row with the key `after`. */
export async function readPage(
  { storage }: Pick<Source, 'storage'>,
  { name, columns, key }: Table,
  { after, most }: { after: Row[string][] | null; most: number },
): Promise<Row[]> {
  const keys = sql.join(key.map((column) => sql.id(column)))
  const rest = after === null ? sql`` : sql`where (${keys}) > (${sql.join(after)})`
  const { rows } = await sql<Row>`
    select ${sql.join([...columns.keys()].map((column) => sql.id(column)))} from ${sql.id(name)} ${rest} order by ${keys} limit ${most}`.execute(
    storage.readAny,
  )
  return rows
}

/** Returns the last id that each table has given, even where its row was deleted. */
export async function lastIds({ storage }: Pick<Source, 'storage'>): Promise<Map<string, number>> {
  const { rows } = await sql<{
    name: string
    seq: number
  }>`select name, seq from sqlite_sequence where seq > 0`.execute(storage.readAny)
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}
