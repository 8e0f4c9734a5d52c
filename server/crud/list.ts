import { sql, type CompiledQuery, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Storage, AnyTables } from '../storage/types.ts'
import type { Entity } from './entity.ts'
import type { ListQuery } from './listQuery.ts'
import type { Row } from './row.ts'

export interface Lister {
  /** The rows of one page, or all of a bare list. */
  rows(query: ListQuery): Promise<Row[]>
  /** How many rows there are on all pages, counted by a query of its own: right past the last page too. */
  total(query: ListQuery): Promise<number>
}

/** More shapes than this are not kept: only lists of ids by their length make many. */
const MAX_SHAPES = 500

/**
 * Lists one entity. Queries that differ in their values only are compiled once: what a shape compiled to is kept, and executed with
 * the values of the request, which stand in the order of `valuesOf`.
 */
export function createLister(storage: Storage, entity: Entity): Lister {
  const compiled = new Map<string, CompiledQuery>()
  const db = storage.readAny
  const { resource, root } = entity

  const base = (query: ListQuery): SelectQueryBuilder<AnyTables, string, object> => {
    let select = db.selectFrom(resource.table) as SelectQueryBuilder<AnyTables, string, object>
    if (root !== null) select = select.where('id', '!=', sql.lit(root))
    for (const { column, values } of query.conditions) {
      if (values.length === 0) select = select.where(sql.lit(1), '=', sql.lit(0))
      else select = values.length === 1 ? select.where(column, '=', values[0] ?? 0) : select.where(column, 'in', values)
    }
    return query.search === null ? select : select.where(matches(entity.search, query.search))
  }
  const run = async (key: string, query: ListQuery, tail: number[], build: () => CompiledQuery): Promise<Row[]> => {
    const shape = `${key} ${query.search === null ? '' : 's'} ${query.conditions.map(({ column, values }) => `${column}${values.length}`).join(' ')}`
    const known = compiled.get(shape)
    if (known) return (await db.executeQuery<Row>({ ...known, parameters: [...valuesOf(query, entity.search.length), ...tail] })).rows
    const built = build()
    if (compiled.size >= MAX_SHAPES) compiled.clear()
    compiled.set(shape, built)
    return (await db.executeQuery<Row>(built)).rows
  }

  return {
    rows: (query) =>
      run(`rows ${query.sort} ${query.order}`, query, query.limit === null ? [] : [query.limit, query.offset], () => {
        const ordered = base(query).select([...entity.columns]).orderBy(query.sort, query.order)
        const total = query.sort === 'id' ? ordered : ordered.orderBy('id', query.order)
        return (query.limit === null ? total : total.limit(query.limit).offset(query.offset)).compile()
      }),
    async total(query) {
      const [row] = await run('total', query, [], () => base(query).select(sql<number>`count(*)`.as('total')).compile())
      return Number(row?.total ?? 0)
    },
  }
}

const valuesOf = (query: ListQuery, columns: number): (string | number)[] => [
  ...query.conditions.flatMap(({ values }) => values),
  ...(query.search === null ? [] : Array<string>(columns).fill(pattern(query.search))),
]

/** Any of the columns contains the text, in upper or lower case; % and _ are plain letters. */
function matches(columns: readonly string[], text: string): Expression<SqlBool> {
  if (columns.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${sql.ref(column)}) like lower(${pattern(text)}) escape '\\'`),
    sql` or `,
  )})`
}

const pattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`
