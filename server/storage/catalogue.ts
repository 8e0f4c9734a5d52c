import { sql, type Transaction } from 'kysely'
import type { EngineName } from './columns.ts'
import type { AnyTables } from './types.ts'

/** What the database holds: the type of every column by table, and the names of all indexes. */
export interface Catalogue {
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  indexes: ReadonlySet<string>
}

export async function readCatalogue(trx: Transaction<AnyTables>, engine: EngineName): Promise<Catalogue> {
  const columns = await columnQueries[engine].execute(trx)
  const indexes = await indexQueries[engine].execute(trx)
  const tables = new Map<string, Map<string, string>>()
  for (const { table, column, type } of columns.rows) {
    const known = tables.get(table) ?? new Map<string, string>()
    tables.set(table, known.set(column, type.toLowerCase()))
  }
  return { tables, indexes: new Set(indexes.rows.map(({ name }) => name)) }
}

interface ColumnRow {
  table: string
  column: string
  type: string
}

const columnQueries = {
  sqlite: sql<ColumnRow>`select m.name as "table", c.name as "column", c.type from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
  postgres: sql<ColumnRow>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
}

const indexQueries = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'index'`,
  postgres: sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()`,
}
