import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Resource } from '../../resources/kit/define.ts'
import type { Log } from '../log.ts'
import type { Catalogue, IndexInfo } from './catalogue.ts'
import { quoted } from './columns.ts'
import type { AnyTables } from './types.ts'

/** An index that a definition asks for. */
interface WantedIndex {
  columns: readonly string[]
  unique: boolean
}

/**
 * Returns the indexes that a definition asks for. References and the project are looked up all the time. `unique`
 * compares the stored text exactly (as the names of things are shown), on the whole platform or within the project;
 * rows without a value do not collide (empty text is stored as null).
 */
function indexesOf(resource: Resource): WantedIndex[] {
  const project = resource.scope.project
  const wanted: WantedIndex[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.computed) continue
    if (field.unique) wanted.push({ columns: uniqueColumns(resource, name), unique: true })
    else if ((field.type === 'ref' && !field.many) || name === project) wanted.push({ columns: [name], unique: false })
  }
  return wanted
}

/** Returns the columns of a unique key: the field's, and the project's where the field is unique within a project. */
export function uniqueColumns({ scope, fields }: Resource, name: string): string[] {
  const project = scope.project
  return fields[name]?.unique === 'project' && project !== null && project !== 'id' && project !== name
    ? [project, name]
    : [name]
}

/**
 * Makes a table's indexes follow its definition, both ways: missing ones are created, and a unique index that is not in
 * the definition is dropped. Indexes are identified by what they index, never by name alone. Duplicate values prevent a
 * unique index: entity files with them are refused earlier (server/entities); for a built-in definition the log names
 * the rows.
 */
export async function followIndexes(
  trx: Transaction<AnyTables>,
  resource: Resource,
  catalogue: Catalogue,
  log: Log,
): Promise<void> {
  const { table } = resource
  const wanted = indexesOf(resource)
  const there = catalogue.indexes.filter((index) => index.table === table)
  for (const index of there)
    if (index.name.startsWith('unique_') && index.unique && !wanted.some((one) => isSame(one, index)))
      await dropIndex(trx, index)
  for (const index of wanted) {
    if (there.some((one) => isSame(index, one))) continue
    const twice = index.unique ? await duplicates(trx, table, index.columns) : []
    if (twice.length > 0)
      log.warn(
        { table, columns: index.columns, records: twice.map(({ ids }) => ids) },
        'rows hold the same value in a field that the definition makes unique; this is not enforced until they differ',
      )
    else
      await sql
        .raw(
          `create ${index.unique ? 'unique ' : ''}index ${quoted(indexName(table, index))} on ${quoted(table)} (${index.columns.map(quoted).join(', ')})`,
        )
        .execute(trx)
  }
}

const isSame = (wanted: WantedIndex, index: IndexInfo): boolean =>
  wanted.unique === index.unique && wanted.columns.join() === index.columns.join()

/**
 * Names an index. Joined names may be equal for different tables and columns (a_b + c, a + b_c), and PostgreSQL
 * truncates names: the hash at the end tells them apart.
 */
function indexName(table: string, { columns, unique }: WantedIndex): string {
  const key = createHash('sha256')
    .update(JSON.stringify([table, columns, unique]))
    .digest('hex')
    .slice(0, 8)
  return `${`${unique ? 'unique' : 'index'}_${table}_${columns.join('_')}`.slice(0, MAX_NAME_LENGTH - key.length - 1)}_${key}`
}

/** PostgreSQL truncates longer names. */
const MAX_NAME_LENGTH = 63

export const dropIndex = (trx: Transaction<AnyTables>, { name }: IndexInfo): Promise<unknown> =>
  sql`drop index ${sql.id(name)}`.execute(trx)

/** Most duplicate values reported, and most rows of each. */
const MAX_DUPLICATES = 5

/**
 * Returns values that more than one row holds, each with the ids of some of its rows. Rows without a value do not
 * count.
 */
export async function duplicates(
  trx: Transaction<AnyTables>,
  table: string,
  columns: readonly string[],
): Promise<{ value: string; ids: number[] }[]> {
  const condition = sql.join(
    columns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` and `,
  )
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${condition}
    group by ${sql.join(columns.map((column) => sql.ref(column)))} having count(*) > 1 order by min(id) limit ${sql.lit(MAX_DUPLICATES)}`.execute(
    trx,
  )
  const found: { value: string; ids: number[] }[] = []
  for (const row of rows) {
    let holders = trx.selectFrom(table).select('id').orderBy('id').limit(MAX_DUPLICATES)
    for (const column of columns) holders = holders.where(column, '=', row[column] as string | number)
    found.push({ value: String(row[columns.at(-1) ?? '']), ids: (await holders.execute()).map(({ id }) => Number(id)) })
  }
  return found
}
