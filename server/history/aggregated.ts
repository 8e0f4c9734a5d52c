import { sql, type RawBuilder } from 'kysely'
import { historyFor, PLAIN } from '../quality/samples.ts'
import type { Storage } from '../storage/types.ts'

interface Aggregation {
  /** What stands after FROM: the rows to aggregate for. */
  rows: RawBuilder<unknown>
  /** Columns of those rows, as they are answered. */
  keys: readonly RawBuilder<unknown>[]
  /** Aggregates of history, by name. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** Which samples belong to a row: the history's key, to its end. */
  where: RawBuilder<unknown>
  /** How the history is read (quality/samples.ts); as it is stored without it. */
  samples?: RawBuilder<unknown>
}

/**
 * Aggregates of the history that belongs to each of some rows; null where a row has none. A walk along the history's key a row, however
 * little the database knows of the table: grouping a join instead makes SQLite sort all samples, and PostgreSQL read the whole table for
 * every row where it has not counted it yet, as it has not after a large import. On SQLite it is a walk for every column, which still costs
 * a fourth of the sort.
 */
export function aggregated(
  engine: Storage['engine'],
  { rows, keys, columns, where, samples = historyFor(PLAIN) }: Aggregation,
): RawBuilder<unknown> {
  const named = (of: (column: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(Object.entries(columns).map(([name, column]) => sql`${of(column)} as ${sql.ref(name)}`))
  if (engine === 'sqlite')
    return sql`select ${sql.join(keys)}, ${named((column) => sql`(select ${column} from ${samples} where ${where})`)} from ${rows}`
  return sql`select ${sql.join(keys)}, total.* from ${rows} cross join lateral (select ${named((column) => column)} from ${samples} where ${where}) as total`
}
