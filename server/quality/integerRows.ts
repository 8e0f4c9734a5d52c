import { sql, type RawBuilder } from 'kysely'
import type { EngineName } from '../storage/columns.ts'
import type { Tables } from '../storage/types.ts'

/**
 * Passes whole numbers as rows of a query in a single parameter: a parameter for each value would cost more than the
 * query.
 */
export function integerRows(
  engine: EngineName,
  columns: readonly string[],
  rows: readonly (readonly number[])[],
): RawBuilder<unknown> {
  const text = JSON.stringify(rows)
  const cells = sql.join(
    columns.map((column, at) => sql`cast(value ->> ${sql.lit(at)} as bigint) as ${sql.ref(column)}`),
  )
  return engine === 'sqlite'
    ? sql`(select ${cells} from json_each(${text}))`
    : sql`(select ${cells} from jsonb_array_elements(cast(${text} as jsonb)) as list (value))`
}

/**
 * Joins a table along its key, row by row of the preceding table, regardless of the query planner
 * (history/aggregate.ts says why).
 */
export const joinInOrder = (
  engine: EngineName,
  table: keyof Tables,
  name: string,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`cross join ${sql.table(table)} as ${sql.ref(name)} on ${where}`
    : sql`cross join lateral (select * from ${sql.table(table)} as ${sql.ref(name)} where ${where} offset 0) as ${sql.ref(name)}`
