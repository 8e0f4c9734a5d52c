import { sql, type Transaction } from 'kysely'
import type { Resource } from '../../resources/kit/define.ts'
import type { Log } from '../log.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import { columnsOf, idColumn, wholeNumber, type Column, type EngineName } from './columns.ts'
import type { AnyTables } from './types.ts'

/**
 * Makes the entities' tables follow their definitions, by adding only: missing tables, columns and indexes. A column whose type
 * changed or that no definition names any more keeps its data and is logged; changing those is a migration's work.
 */
export async function applyDefinitions(trx: Transaction<AnyTables>, engine: EngineName, definitions: readonly Resource[], log: Log): Promise<void> {
  const catalogue = await readCatalogue(trx, engine)
  for (const resource of definitions) {
    const columns = columnsOf(resource, engine)
    const existing = catalogue.tables.get(resource.table)
    if (existing) await addColumns(trx, resource.table, columns, existing, log)
    else await createTable(trx, engine, resource.table, columns)
    for (const index of indexesOf(resource)) await addIndex(trx, resource.table, index, catalogue, log)
  }
}

async function createTable(trx: Transaction<AnyTables>, engine: EngineName, table: string, columns: readonly Column[]): Promise<void> {
  const lines = [
    idColumn[engine],
    `created_at ${wholeNumber[engine]} not null`,
    `updated_at ${wholeNumber[engine]} not null`,
    ...columns.map(columnDefinition),
  ]
  await sql.raw(`create table ${quoted(table)} (${lines.join(', ')})`).execute(trx)
}

async function addColumns(
  trx: Transaction<AnyTables>,
  table: string,
  columns: readonly Column[],
  existing: ReadonlyMap<string, string>,
  log: Log,
): Promise<void> {
  for (const column of columns) {
    const type = existing.get(column.name)
    if (type === undefined) {
      await sql.raw(`alter table ${quoted(table)} add column ${columnDefinition(column)}`).execute(trx)
      log.info({ table, column: column.name }, 'column added')
    } else if (type !== column.type) {
      log.warn({ table, column: column.name, is: type, defined: column.type }, 'the column has another type than its definition; left as it is')
    }
  }
  const defined = new Set(['id', 'created_at', 'updated_at', ...columns.map(({ name }) => name)])
  for (const name of existing.keys()) if (!defined.has(name)) log.info({ table, column: name }, 'the column is in no definition; left as it is')
}

interface Index {
  columns: readonly string[]
  unique: boolean
}

/**
 * References and the project are looked up all the time. `unique` compares the stored text exactly (as the names of things are shown),
 * on the whole platform or within the project; rows without a value do not collide (empty text is stored as null).
 */
function indexesOf(resource: Resource): Index[] {
  const project = resource.scope.project
  const indexes = new Map<string, Index>()
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.computed) continue
    if (field.unique) {
      const columns = field.unique === 'project' && project !== null && project !== 'id' ? [project, name] : [name]
      indexes.set(`unique ${columns.join()}`, { columns, unique: true })
    } else if ((field.type === 'ref' && !field.many) || name === project) indexes.set(name, { columns: [name], unique: false })
  }
  return [...indexes.values()]
}

async function addIndex(trx: Transaction<AnyTables>, table: string, { columns, unique }: Index, catalogue: Catalogue, log: Log): Promise<void> {
  const name = `${unique ? 'unique' : 'index'}_${table}_${columns.join('_')}`.slice(0, LONGEST_NAME)
  if (catalogue.indexes.has(name)) return
  if (unique && (await hasDuplicates(trx, table, columns))) {
    log.warn({ table, columns }, 'rows hold the same value where the definition wants it unique; not enforced until they differ')
    return
  }
  const list = columns.map(quoted).join(', ')
  await sql.raw(`create ${unique ? 'unique ' : ''}index ${quoted(name)} on ${quoted(table)} (${list})`).execute(trx)
}

async function hasDuplicates(trx: Transaction<AnyTables>, table: string, columns: readonly string[]): Promise<boolean> {
  const given = columns.map((column) => `${quoted(column)} is not null`).join(' and ')
  const list = columns.map(quoted).join(', ')
  const { rows } = await sql.raw(`select 1 from ${quoted(table)} where ${given} group by ${list} having count(*) > 1 limit 1`).execute(trx)
  return rows.length > 0
}

const columnDefinition = (column: Column): string => `${quoted(column.name)} ${column.type}${column.default === null ? '' : ` default ${literal(column.default)}`}`
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)

/** PostgreSQL cuts names there. */
const LONGEST_NAME = 63
