import { sql, type RawBuilder } from 'kysely'
import { historyFor, PLAIN } from '../quality/samples.ts'
import type { Storage } from '../storage/types.ts'

interface Aggregation {
  /** What follows FROM: the rows to aggregate for. */
  rows: RawBuilder<unknown>
  /** Columns of those rows that the query returns. */
  keys: readonly RawBuilder<unknown>[]
  /** Aggregates over the history, by name. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** Which samples belong to a row; conditions on the whole key of the history. */
  where: RawBuilder<unknown>
  /** How the history is read (quality/samples.ts); by default as it is stored. */
  samples?: RawBuilder<unknown>
}

/**
 * Builds a query that aggregates the history of each row; where the row has no history, aggregates are null and counts
 * 0. It scans the history's key once for each row, whatever statistics the planner has: as a grouped join, SQLite would
 * sort all samples, and PostgreSQL would read the whole table for every row while it has no statistics of it, as after
 * a large import. On SQLite each column is a scan of its own, which still costs a fourth of the sort.
 */
export function aggregateHistory(
  engine: Storage['engine'],
  { rows, keys, columns, where, samples = historyFor(PLAIN) }: Aggregation,
): RawBuilder<unknown> {
  const named = (of: (column: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(Object.entries(columns).map(([name, column]) => sql`${of(column)} as ${sql.ref(name)}`))
  if (engine === 'sqlite')
    return sql`select ${sql.join(keys)}, ${named((column) => sql`(select ${column} from ${samples} where ${where})`)} from ${rows}`
  return sql`select ${sql.join(keys)}, total.* from ${rows} cross join lateral (select ${named((column) => column)} from ${samples} where ${where}) as total`
}
