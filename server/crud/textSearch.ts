import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { quoted, type EngineName } from '../storage/columns.ts'
import { likeOf, matchOf, patternOf, plainText } from '../storage/textPattern.ts'
import { SHORTEST_INDEXED, searchTableOf } from '../storage/textSearch.ts'
import type { Storage } from '../storage/types.ts'
import type { Entity } from './entity.ts'

/** With more matching rows than this, the index does not help: reading in the order of the list finds a page sooner. */
const MAX_NARROWED_ROWS = 1000

/**
 * Tests whether a column contains a text, ignoring case and width (kit/fold.ts), with the same result on both engines.
 */
export const containsText = (engine: EngineName, column: string, text: string): Expression<SqlBool> =>
  engine === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} glob ${patternOf(engine, text)}`
    : sql<SqlBool>`lower(${sql.ref(column)}) ~ ${patternOf(engine, text)}`

/** Tests whether any of the columns, or of the texts of referenced records, contains the text. */
export function matches(engine: EngineName, { search, searchBy }: Entity, text: string): RawBuilder<SqlBool> {
  if (search.length + searchBy.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${sql.join([...search.map((column) => containsText(engine, column, text)), ...searchBy.map((one) => namedBy(engine, one, text))], sql` or `)})`
}

/** Returns the values of `matches`, in order. */
export const matchValues = (engine: EngineName, { search, searchBy }: Entity, text: string): string[] =>
  Array<string>(search.length + searchBy.length).fill(patternOf(engine, text))

/**
 * Reads only which of the referenced records match, so that users who may not open them learn nothing else about them.
 */
const namedBy = (
  engine: EngineName,
  { name, table, column }: Entity['searchBy'][number],
  text: string,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(name)} in (select id from ${sql.table(table)} where ${containsText(engine, column, text)})`

/** Selects the rows that `narrowing` found; `ids` is its JSON. */
export const hasIdAmong = (engine: Storage['engine'], ids: string): RawBuilder<SqlBool> =>
  engine === 'sqlite'
    ? sql<SqlBool>`id in (select value from json_each(${ids}))`
    : sql<SqlBool>`id in (select value::bigint from json_array_elements_text(${ids}::json))`

/**
 * Adds to the test whether a PostgreSQL column contains a text the condition that its index supports. It comes second:
 * without the index it is evaluated only for rows that contain the text.
 */
const byIndex = (column: string, text: string, contains: Expression<SqlBool>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${contains} and ${sql.raw(plainText(quoted(column)))} like ${likeOf(text)})`

interface IdRow {
  id: number
}

/** Selects the rows of a table that contain the text in any of these columns, all of which the index holds. */
const foundByIndex = (
  engine: EngineName,
  table: string,
  columns: readonly string[],
  text: string,
): RawBuilder<IdRow> => {
  const holds = (each: (column: string) => Expression<SqlBool>) => sql`(${sql.join(columns.map(each), sql` or `)})`
  if (engine === 'postgres')
    return sql<IdRow>`select id from ${sql.table(table)} where ${holds((column) => byIndex(column, text, containsText(engine, column, text)))}`
  const index = sql.id(searchTableOf(table))
  // A join in this order takes the rows of the index one by one, as far as the caller's limit; `id in (select …)` would
  // list all of them first.
  return sql<IdRow>`select ${sql.ref(`${table}.id`)} from ${index} cross join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${index}.rowid
    where ${index} match ${matchOf(text)} and ${holds((column) => containsText(engine, `${table}.${column}`, text))}`
}

/**
 * Selects the rows that contain a text, or refer to a record that contains it, by the index where it holds the column.
 * A row may come twice. Null where nothing is searched.
 */
export function candidatesOf(
  engine: EngineName,
  { resource, search, searchBy }: Entity,
  text: string,
): RawBuilder<IdRow> | null {
  const named = (one: Entity['searchBy'][number]): RawBuilder<SqlBool> =>
    one.indexed
      ? sql<SqlBool>`${sql.ref(one.name)} in (${foundByIndex(engine, one.table, [one.column], text)})`
      : namedBy(engine, one, text)
  const parts = [
    ...(search.length > 0 ? [foundByIndex(engine, resource.table, search, text)] : []),
    ...searchBy.map((one) => sql`select id from ${sql.table(resource.table)} where ${named(one)}`),
  ]
  return parts.length === 0 ? null : sql<IdRow>`${sql.join(parts, sql` union all `)}`
}

/**
 * Returns a function that finds the ids of rows containing a text, by the index of searched texts
 * (storage/textSearch.ts), as JSON. Null where all rows must be read: the text is shorter than the index supports, or
 * occurs so often that reading in list order is faster.
 */
export function narrowing(storage: Storage, entity: Entity): (text: string) => Promise<string | null> {
  return async (text) => {
    if ([...text].length < SHORTEST_INDEXED) return null
    const candidates = candidatesOf(storage.engine, entity, text)
    if (candidates === null) return null
    const { rows } = await sql<IdRow>`${candidates} limit ${sql.lit(MAX_NARROWED_ROWS + 1)}`.execute(storage.readAny)
    return rows.length > MAX_NARROWED_ROWS ? null : JSON.stringify(rows.map(({ id }) => Number(id)))
  }
}
