import { sql, type CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { Row } from '../storage/row.ts'
import type { Storage, AnyTables } from '../storage/types.ts'
import type { Entity } from './entity.ts'
import type { ListQuery } from './listQuery.ts'
import { hasIdAmong, matches, matchValues, narrowing } from './textSearch.ts'
import { createTotals } from './totals.ts'

export interface Lister {
  /** Returns the rows of one page, or all rows of a bare list. */
  rows(query: ListQuery): Promise<Row[]>
  /**
   * Returns the rows of one page, and the number of rows on all pages. The number is right also for a page beyond the
   * last.
   */
  page(query: ListQuery): Promise<{ rows: Row[]; total: number }>
  /** Returns how many rows each area has, without those of areas below it. */
  byArea(query: ListQuery): Promise<{ district_id: number; count: number }[]>
  /** Forgets cached totals. To be called after a record was created, changed or deleted. */
  forgetTotals(): void
  /** Returns the ids of all pages, in order. */
  ids(query: ListQuery): Promise<number[]>
  /** Returns the rows with these ids, in any order. */
  byIds(ids: readonly number[]): Promise<Row[]>
}

/** A query, with the ids to which its search text was narrowed (textSearch.ts). */
type Narrowed = ListQuery & { among: string | null }

type Select = SelectQueryBuilder<AnyTables, string, Row>

/** Maximum number of cached compiled queries. Only id lists of different lengths produce many shapes. */
const MAX_SHAPES = 500

/**
 * Creates the lister of an entity. Queries that differ only in their values are compiled once: the compiled query of
 * each shape is cached and executed with the values of the request, in the order of `valuesOf`.
 */
export function createLister(storage: Storage, entity: Entity): Lister {
  const compiled = new Map<string, CompiledQuery>()
  const totals = createTotals()
  const db = storage.readAny
  const { resource, root } = entity

  const candidates = narrowing(storage, entity)
  const narrowed = async (query: ListQuery): Promise<Narrowed> => ({
    ...query,
    among: query.search === null ? null : await candidates(query.search),
  })

  const base = (query: Narrowed): Select => {
    let select = db.selectFrom(resource.table) as Select
    if (root !== null) select = select.where('id', '!=', sql.lit(root))
    for (const { column, values } of query.conditions) {
      if (values.length === 0) select = select.where(sql.lit(1), '=', sql.lit(0))
      else select = values.length === 1 ? select.where(column, '=', values[0] ?? 0) : select.where(column, 'in', values)
    }
    if (query.search === null) return select
    return select.where(
      query.among === null ? matches(storage.engine, entity, query.search) : hasIdAmong(storage.engine, query.among),
    )
  }
  /** Returns the values in the order in which `base` uses them. */
  const valuesOf = ({ conditions, search, among }: Narrowed): (string | number)[] => [
    ...conditions.flatMap(({ values }) => values),
    ...(among === null ? (search === null ? [] : matchValues(storage.engine, entity, search)) : [among]),
  ]
  const run = async (key: string, query: Narrowed, tail: number[], build: () => CompiledQuery): Promise<Row[]> => {
    const shape = `${key} ${query.search === null ? '' : query.among === null ? 's' : 'n'} ${query.conditions.map(({ column, values }) => `${column}:${values.length}`).join(' ')}`
    const known = compiled.get(shape)
    if (known)
      return (
        await db.executeQuery<Row>({
          ...known,
          parameters: [...valuesOf(query), ...tail],
        })
      ).rows
    const built = build()
    if (compiled.size >= MAX_SHAPES) compiled.clear()
    compiled.set(shape, built)
    return (await db.executeQuery<Row>(built)).rows
  }

  /** Sorts references by the name of the referenced record. Rows with equal values are sorted by id. */
  const ordered = (select: Select, { sort, order }: ListQuery) => {
    if (sort === 'id') return select.orderBy('id', order)
    const target = entity.sortedByName.get(sort)
    if (!target) return select.orderBy(sort, order).orderBy('id', order)
    const named = sql`(select id as name_id, ${sql.ref(target.title)} as name_text from ${sql.table(target.table)})`.as(
      'named',
    )
    const joined = select.leftJoin(named as never, 'name_id' as never, sort as never) as unknown as typeof select
    return joined.orderBy('name_text', order).orderBy('id', order)
  }

  const rows = (query: Narrowed): Promise<Row[]> =>
    run(
      `rows ${query.sort} ${query.order}${query.limit === null ? ' whole' : ''}`,
      query,
      query.limit === null ? [] : [query.limit, query.offset],
      () => {
        const { limit, offset } = query
        if (limit === null) return ordered(base(query).select([...entity.columns]), query).compile()
        // Deferred join: selects ids first, so that the rows skipped for a deep page are not read in full.
        const page = ordered(base(query).select('id'), query).limit(limit).offset(offset)
        return ordered(
          (db.selectFrom(resource.table) as Select).select([...entity.columns]).where('id', 'in', page),
          query,
        ).compile()
      },
    )
  const total = async (query: Narrowed): Promise<number> => {
    const [row] = await run('total', query, [], () => base(query).select(sql<number>`count(*)`.as('total')).compile())
    const count = Number(row?.total ?? 0)
    totals.keep(query, count)
    return count
  }
  const pageOf = ([list, count]: readonly [Row[], number]) => ({ rows: list, total: count })

  return {
    rows: async (query) => rows(await narrowed(query)),
    async page(asked) {
      const query = await narrowed(asked)
      const known = totals.get(query)
      if (known !== null) return { rows: await rows(query), total: known }
      // The total of a search needs a full scan, unless the page is not full, which reveals the total.
      if (query.search === null) return pageOf(await Promise.all([rows(query), total(query)]))
      const found = await rows(query)
      const full = query.limit !== null && found.length >= query.limit
      const isLast = !full && (found.length > 0 || query.offset === 0)
      return pageOf([found, isLast ? query.offset + found.length : await total(query)])
    },
    async byArea(asked) {
      const query = await narrowed(asked)
      const area = resource.scope.district ?? 'id'
      const counted = await run('areas', query, [], () =>
        base(query)
          .select([sql<number>`${sql.ref(area)}`.as('district_id'), sql<number>`count(*)`.as('count')])
          .groupBy(area)
          .compile(),
      )
      return counted.map((row) => ({ district_id: Number(row.district_id ?? 0), count: Number(row.count ?? 0) }))
    },
    forgetTotals: totals.forget,
    async ids(asked) {
      const query = await narrowed(asked)
      const rows = await run(`ids ${query.sort} ${query.order}`, query, [], () =>
        ordered(base(query).select('id'), query).compile(),
      )
      return rows.map((row) => Number(row.id))
    },
    byIds: (ids) =>
      ids.length === 0
        ? Promise.resolve([])
        : (db
            .selectFrom(resource.table)
            .select([...entity.columns])
            .where('id', 'in', [...ids])
            .execute() as Promise<Row[]>),
  }
}
