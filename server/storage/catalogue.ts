import { sql, type Kysely } from 'kysely'
import type { EngineName } from './columns.ts'
import type { AnyTables } from './types.ts'

/** What the database holds: the type of every column by table, and the indexes over whole columns. */
export interface Catalogue {
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  indexes: readonly IndexInfo[]
}

/** An index, with its columns in order. */
export interface IndexInfo {
  name: string
  table: string
  columns: readonly string[]
  unique: boolean
}

export async function readCatalogue(trx: Kysely<AnyTables>, engine: EngineName): Promise<Catalogue> {
  const columns = await columnQueries[engine].execute(trx)
  const indexes = await indexQueries[engine].execute(trx)
  const tables = new Map<string, Map<string, string>>()
  for (const { table, column, type } of columns.rows) {
    const known = tables.get(table) ?? new Map<string, string>()
    tables.set(table, known.set(column, type.toLowerCase()))
  }
  return { tables, indexes: indexesOf(indexes.rows) }
}

function indexesOf(rows: readonly IndexRow[]): IndexInfo[] {
  const byName = new Map<string, { name: string; table: string; columns: string[]; unique: boolean }>()
  for (const { name, table, column, unique } of rows) {
    const known = byName.get(name)
    if (known) known.columns.push(column)
    else byName.set(name, { name, table, columns: [column], unique: Number(unique) === 1 })
  }
  return [...byName.values()]
}

/** One column of an index, in the order of the index. */
interface IndexRow {
  name: string
  table: string
  column: string
  unique: number
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

/** Indexes over expressions or over a part of the rows belong to no definition. */
const indexQueries = {
  sqlite: sql<IndexRow>`
    select i.name as name, m.name as "table", c.name as "column", i."unique" as "unique"
    from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) c
    where m.type = 'table' and i.partial = 0 and i.origin = 'c' order by i.name, c.seqno`,
  postgres: sql<IndexRow>`
    select i.relname as name, t.relname as "table", a.attname as "column", case when x.indisunique then 1 else 0 end as "unique"
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join lateral unnest(x.indkey::smallint[]) with ordinality as k (attnum, place) on true
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and not x.indisprimary and x.indpred is null and x.indexprs is null order by i.relname, k.place`,
}
