import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { silentLog } from '../../log.ts'
import { StartError } from '../../settings.ts'
import { readCatalogue } from '../catalogue.ts'
import { quoted } from '../columns.ts'
import { makePartition, monthsOf } from '../homes/postgres/partitions.ts'
import { openStorage, type SchemaWatch } from '../index.ts'
import { openPool } from '../postgres/pool.ts'
import type { AnyTables } from '../types.ts'
import type { Row, Source, Table } from './source.ts'
import { UNFINISHED } from './unfinished.ts'

/**
 * How far a move is, by table: the number of rows in the target, and the key of the last one; null: all rows are there.
 * A table that is not begun is missing.
 */
export type Progress = Record<string, { rows: number; after: Row[string][] | null }>

/** The PostgreSQL that records are moved into. */
export interface Target {
  pool: pg.Pool
  /** The tables of the schema: other tables of the source do not belong to the platform. */
  tables: ReadonlySet<string>
  progress: Progress
  /** Months of history whose partition is known to exist. */
  months: Set<string>
}

/**
 * Creates the schema of the source in an empty PostgreSQL, and opens it; a database with an unfinished move of the same
 * source is opened as it is. Throws StartError for every other database.
 */
export async function openTarget(source: Source, databaseUrl: string): Promise<Target> {
  let tables: ReadonlySet<string> = new Set()
  const watch: SchemaWatch = {
    isMove: true,
    refused: () => false,
    before: (trx) => begin(trx, source),
    after: async (trx) => void (tables = await addColumns(trx, source)),
  }
  await (await openStorage({ dataDir: '', databaseUrl }, silentLog, source.definitions, watch)).close()
  const pool = await openPool(databaseUrl, silentLog)
  const { rows } = await pool.query<{ progress: string }>(`select progress from ${UNFINISHED}`)
  return { pool, tables, progress: JSON.parse(rows[0]?.progress ?? '{}') as Progress, months: new Set() }
}

async function begin(trx: Transaction<AnyTables>, { tables, mark, file }: Source): Promise<void> {
  const there = (await readCatalogue(trx, 'postgres')).tables
  if (there.has(UNFINISHED)) {
    const { rows } = await sql<{ source: string }>`select source from ${sql.id(UNFINISHED)}`.execute(trx)
    if (rows[0]?.source === mark) return
    throw new StartError(
      `--to: a move into this database was begun, but not from ${file} as it is now: another DATA_DIR, or the platform has worked with it since. Take an empty database, or empty this one (dropdb, createdb), and run this command again.`,
    )
  }
  const taken = [...tables.keys()].find((name) => there.has(name))
  if (taken !== undefined)
    throw new StartError(
      `--to: this database holds a platform already (its table "${taken}" is there), and nothing is moved over it. Take an empty database, or empty this one (dropdb, createdb).`,
    )
  await sql`create table ${sql.id(UNFINISHED)} (source text primary key, progress text not null)`.execute(trx)
  await sql`insert into ${sql.id(UNFINISHED)} (source, progress) values (${mark}, '{}')`.execute(trx)
}

/** PostgreSQL's types of whole numbers and measured values; everything else is text. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['integer', 'bigint'],
  ['real', 'double precision'],
])

/** Adds columns that are in no definition, so that they keep what they hold. Returns the tables that exist. */
async function addColumns(trx: Transaction<AnyTables>, source: Source): Promise<Set<string>> {
  const { tables } = await readCatalogue(trx, 'postgres')
  for (const { name, columns } of source.tables.values())
    for (const [column, type] of columns)
      if (tables.has(name) && !tables.get(name)?.has(column))
        await sql`alter table ${sql.id(name)} add column ${sql.id(column)} ${sql.raw(TYPES.get(type) ?? 'text')}`.execute(
          trx,
        )
  return new Set(tables.keys())
}

/**
 * Writes rows, and how far the move is with them, in one transaction. Throws StartError where the stored rows differ
 * from the given ones.
 */
export async function writePage(
  { pool, progress, months }: Target,
  { name, columns }: Table,
  rows: readonly Row[],
  now: Progress[string],
): Promise<void> {
  if (name === 'history')
    for (const month of monthsOf(
      rows.map(({ ts }) => Number(ts)),
      rows.map(() => 1),
    )) {
      if (!months.has(month.table)) await makePartition(pool, month)
      months.add(month.table)
    }
  const [table, names] = [quoted(name), [...columns.keys()].map(quoted).join(', ')]
  const given = JSON.stringify(rows)
  const client = await pool.connect()
  let isDone = false
  try {
    // A crash may lose the last pages, and with each of them the record that it is there.
    await client.query('begin; set local synchronous_commit = off')
    // Some rows come into being by themselves: the root of all areas with the schema, the names in alarm records by a
    // trigger.
    if (!progress[name] && (await client.query(`select from ${table} limit 1`)).rowCount)
      await client.query(`delete from ${table}`)
    const { rows: stored } = await client.query<Row>(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json) returning ${names}`,
      [given],
    )
    if (JSON.stringify(stored) !== given)
      throw new StartError(
        `PostgreSQL has stored rows of ${name} otherwise than they were given; the move has stopped.`,
      )
    await client.query(`update ${UNFINISHED} set progress = $1`, [JSON.stringify({ ...progress, [name]: now })])
    await client.query('commit')
    progress[name] = now
    isDone = true
  } finally {
    // A transaction that failed ends with its connection.
    client.release(!isDone)
  }
}

/**
 * Makes each table go on with its ids after the last one given, drops the mark of the move, and gives the planner
 * statistics.
 */
export async function finish({ pool, tables }: Target, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [table, id] of ids)
    if (tables.has(table)) await pool.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [quoted(table), id])
  await pool.query('analyze')
  await pool.query(`drop table ${UNFINISHED}`)
}
