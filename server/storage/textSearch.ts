import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Resource } from '../../resources/kit/define.ts'
import type { Log } from '../log.ts'
import type { Catalogue } from './catalogue.ts'
import { quoted, type EngineName } from './columns.ts'
import { plainText } from './textPattern.ts'
import type { AnyTables } from './types.ts'

/** Both indexes store texts as runs of three characters: for a shorter text they find nothing. */
export const SHORTEST_INDEXED = 3

/**
 * Returns the name of SQLite's index of the searched texts of a table: an FTS5 table of trigrams. It holds no text of
 * its own, only rowids.
 */
export const searchTableOf = (table: string): string => `search_${table}`

/** Events at which the triggers of SQLite's index run. */
const moments = ['insert', 'update', 'delete'] as const

/** Returns the stored columns of an entity that its list is searched by. */
export const searchedColumns = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.search && !field.computed ? [name] : []))

/**
 * Makes the index of a table's searched texts follow its definition: on SQLite an FTS5 table that triggers keep up to
 * date, on PostgreSQL a GIN index of pg_trgm per column, where that extension exists or may be created. Without it
 * texts are found by reading all rows.
 */
export async function followTextSearch(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  resource: Resource,
  catalogue: Catalogue,
  log: Log,
): Promise<void> {
  const columns = searchedColumns(resource)
  if (engine === 'sqlite') return followFts(trx, resource.table, columns, catalogue)
  const operators = columns.length === 0 ? null : await trigramOperators(trx, log)
  await followTrigrams(trx, resource.table, operators === null ? [] : columns, operators ?? '')
}

async function followFts(
  trx: Transaction<AnyTables>,
  table: string,
  columns: readonly string[],
  { tables }: Catalogue,
): Promise<void> {
  const index = searchTableOf(table)
  const there = tables.get(index)
  const known = there ? [...there.keys()] : []
  // FTS5 adds two hidden columns of its own, which the catalogue does not list.
  if (known.join() === columns.join()) return
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(trx)
  if (there) await dropFts(trx, table)
  if (columns.length === 0) return
  const names = columns.map(quoted).join(', ')
  const of = (row: 'old' | 'new'): string => columns.map((column) => `${row}.${quoted(column)}`).join(', ')
  const add = `insert into ${quoted(index)}(rowid, ${names}) values (new.id, ${of('new')});`
  const remove = `insert into ${quoted(index)}(${quoted(index)}, rowid, ${names}) values ('delete', old.id, ${of('old')});`
  const steps = { insert: add, update: remove + add, delete: remove }
  await run(
    `create virtual table ${quoted(index)} using fts5(${names}, content=${quoted(table)}, content_rowid='id', tokenize='trigram')`,
  )
  for (const moment of moments)
    await run(
      `create trigger ${quoted(`${index}_${moment}`)} after ${moment === 'update' ? `update of ${names}` : moment} on ${quoted(table)} begin ${steps[moment]} end`,
    )
  await run(`insert into ${quoted(index)}(${quoted(index)}) values ('rebuild')`)
}

/**
 * Drops the index before a table or a searched column is dropped: SQLite refuses to drop a column that a trigger names.
 * An index of PostgreSQL goes with its column.
 */
export async function dropTextSearch(
  trx: Transaction<AnyTables>,
  { tables }: Catalogue,
  table: string,
  column?: string,
): Promise<void> {
  const indexed = tables.get(searchTableOf(table))
  if (indexed && (column === undefined || indexed.has(column))) await dropFts(trx, table)
}

async function dropFts(trx: Transaction<AnyTables>, table: string): Promise<void> {
  const index = searchTableOf(table)
  for (const moment of moments) await sql.raw(`drop trigger if exists ${quoted(`${index}_${moment}`)}`).execute(trx)
  await sql.raw(`drop table if exists ${quoted(index)}`).execute(trx)
}

const PREFIX = 'trigrams_'

async function followTrigrams(
  trx: Transaction<AnyTables>,
  table: string,
  columns: readonly string[],
  operators: string,
): Promise<void> {
  const wanted = new Map(columns.map((column) => [trigramIndex(table, column), column]))
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema() and tablename = ${table} and starts_with(indexname, ${PREFIX})`.execute(
    trx,
  )
  for (const { name } of rows)
    if (wanted.has(name)) wanted.delete(name)
    else await sql`drop index ${sql.id(name)}`.execute(trx)
  // With fastupdate, entries wait in a pending list, and after many records at once the planner would read all rows for
  // hours.
  for (const [name, column] of wanted)
    await sql
      .raw(
        `create index ${quoted(name)} on ${quoted(table)} using gin (${plainText(quoted(column))} ${operators}) with (fastupdate = off)`,
      )
      .execute(trx)
}

/** Names what the index stores: an index of a column's `lower` has another name, and is replaced. */
const PLAIN_TEXT = 'plain'

/** Names an index. PostgreSQL truncates names at 63 bytes: the hash at the end tells them apart. */
const trigramIndex = (table: string, column: string): string =>
  `${PREFIX}${`${table}_${column}`.slice(0, 44)}_${createHash('sha256')
    .update(JSON.stringify([table, column, PLAIN_TEXT]))
    .digest('hex')
    .slice(0, 8)}`

/**
 * Returns the operator class of pg_trgm with its schema, which need not be on the search path; null where there is
 * none. The extension is one that the owner of a database may create.
 */
async function trigramOperators(trx: Transaction<AnyTables>, log: Log): Promise<string | null> {
  const find = async (): Promise<string | null> => {
    const { rows } = await sql<{ schema: string }>`
      select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(
      trx,
    )
    return rows[0] ? `${quoted(rows[0].schema)}.gin_trgm_ops` : null
  }
  const known = await find()
  if (known !== null) return known
  const { rows } = await sql`
    select 1 from pg_available_extensions where name = 'pg_trgm' and has_database_privilege(current_database(), 'create')`.execute(
    trx,
  )
  if (rows.length === 0) return null
  await sql`savepoint trigrams`.execute(trx)
  try {
    await sql`create extension pg_trgm`.execute(trx)
    return await find()
  } catch (error) {
    await sql`rollback to savepoint trigrams`.execute(trx)
    log.warn({ err: error }, 'the extension pg_trgm could not be created: lists are searched by reading all rows')
    return null
  }
}
