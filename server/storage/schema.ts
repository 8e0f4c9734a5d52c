import { sql, type Transaction } from 'kysely'
import type { Resource } from '../../resources/kit/define.ts'
import type { Log } from '../log.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import { databaseColumnsOf, idColumn, quoted, wholeNumber, type DatabaseColumn, type EngineName } from './columns.ts'
import { reserveId } from './identity.ts'
import { followIndexes } from './indexes.ts'
import { followTextSearch } from './textSearch.ts'
import type { AnyTables } from './types.ts'
import { isUnavailable } from './unavailable.ts'

/**
 * Makes the entities' tables follow their definitions: missing tables and columns are added, and indexes follow both
 * ways. A column that has another type than its definition, or is in no definition, keeps its data and is logged;
 * changing such a column is a migration's work.
 */
export async function applyDefinitions(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  definitions: readonly Resource[],
  log: Log,
): Promise<void> {
  const catalogue = await readCatalogue(trx, engine)
  for (const resource of definitions)
    try {
      await applyDefinition(trx, engine, resource, catalogue, log)
    } catch (error) {
      throw isUnavailable(error) ? error : new DefinitionRefused(resource, error)
    }
}

/** Thrown where the database refuses a definition; `cause` is the database's own error. */
export class DefinitionRefused extends Error {
  override name = 'DefinitionRefused'
  constructor(
    readonly resource: Resource,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

async function applyDefinition(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  resource: Resource,
  catalogue: Catalogue,
  log: Log,
): Promise<void> {
  const { tree, table } = resource
  const columns = databaseColumnsOf(resource, engine)
  const existing = catalogue.tables.get(table)
  if (existing) await addColumns(trx, table, columns, existing, log)
  else await createTable(trx, engine, table, columns)
  if (tree && tree.root > 0) await reserveId(trx, engine, table, tree.root)
  await followIndexes(trx, resource, catalogue, log)
  await followTextSearch(trx, engine, resource, catalogue, log)
}

async function createTable(
  trx: Transaction<AnyTables>,
  engine: EngineName,
  table: string,
  columns: readonly DatabaseColumn[],
): Promise<void> {
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
  columns: readonly DatabaseColumn[],
  existing: ReadonlyMap<string, string>,
  log: Log,
): Promise<void> {
  for (const column of columns) {
    const type = existing.get(column.name)
    if (type === undefined) {
      await sql.raw(`alter table ${quoted(table)} add column ${columnDefinition(column)}`).execute(trx)
      log.info({ table, column: column.name }, 'column added')
    } else if (type !== column.type) {
      log.warn(
        { table, column: column.name, is: type, defined: column.type },
        'the column has another type than its definition; left as it is',
      )
    }
  }
  const defined = new Set(['id', 'created_at', 'updated_at', ...columns.map(({ name }) => name)])
  for (const name of existing.keys())
    if (!defined.has(name)) log.info({ table, column: name }, 'the column is in no definition; left as it is')
}

const columnDefinition = (column: DatabaseColumn): string =>
  `${quoted(column.name)} ${column.type}${column.default === null ? '' : ` default ${literal(column.default)}`}`
const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
