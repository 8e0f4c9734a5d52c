import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Wanted } from '../types.ts'
import type { ClickHouse } from './client.ts'
import { arraysOf } from './lines.ts'
import { fullHours, planOf, type DirtyHour, type Plan } from './plan.ts'
import { keyQueries, lastQueries, nearestQueries, stretchQueries, type Key } from './queries.ts'
import { columnsOf, insertRows, TABLES, type TableName } from './tables.ts'

/** Runs a statement within a transaction of the database of the records. */
export type Run = <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>

export const runOn =
  <T>(trx: Kysely<T>): Run =>
  async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await trx.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows

export const runAt =
  (client: pg.ClientBase): Run =>
  async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<R>(text, [...values])).rows

/**
 * Returns the name of a second temporary table that keeps rows as they were brought, so that only changed rows are
 * written back.
 */
export const broughtOf = (table: TableName): string => `brought_${table}`

/**
 * Creates tables private to this connection, which PostgreSQL finds before the tables of the same names. They are
 * created once per connection and emptied at the end of each transaction: creating them every time would bloat the
 * catalogue.
 */
const MAKE = Object.keys(TABLES)
  .flatMap((table) => [
    [table, table],
    [broughtOf(table as TableName), table],
  ])
  .map(
    ([name, like]) =>
      `create temporary table if not exists ${name} (like ${like} including defaults including indexes) on commit delete rows`,
  )
  .join('; ')

export const makeTables = (run: Run): Promise<unknown> => run(MAKE)

/** Brings rows from ClickHouse into the temporary table of the same name; with `kept` also into the second table. */
export async function bring(
  { run, clickhouse }: { run: Run; clickhouse: ClickHouse },
  table: TableName,
  { queries, kept }: { queries: readonly string[]; kept: boolean },
): Promise<void> {
  const columns = columnsOf(table).length
  for (const query of queries)
    for await (const lines of clickhouse.blocks(query)) {
      const arrays = arraysOf(lines, columns)
      if (kept) await run(insertRows(table, broughtOf(table)), arrays)
      await run(insertRows(table), arrays)
    }
}

/** Brings what some readers want. With `kept`, changed rollups can be written back (`changedIn`). */
export async function bringWanted(
  to: { run: Run; clickhouse: ClickHouse },
  wanted: readonly Wanted[],
  kept: boolean,
): Promise<void> {
  await makeTables(to.run)
  const plan = planOf(wanted, await dirtyIn(to.run, wanted))
  const flagged = await flaggedIn(to.run, plan)
  await bring(to, 'lastvalue', { queries: lastQueries(plan.devices), kept: false })
  await bring(to, 'rollup', { queries: stretchQueries('rollup', plan.rollups), kept })
  await bring(to, 'history', {
    queries: [
      ...stretchQueries('history', plan.samples),
      ...nearestQueries('before', plan.before),
      ...nearestQueries('after', plan.after),
      ...keyQueries(flagged),
    ],
    kept: false,
  })
}

/** Returns the dirty hours within spans that read samples only where no rollup covers them. */
async function dirtyIn(run: Run, wanted: readonly Wanted[]): Promise<DirtyHour[]> {
  const spans = wanted.flatMap((one) => (one.only === 'unrolled' ? { device: one.device, ...fullHours(one) } : []))
  if (spans.length === 0) return []
  return run<DirtyHour>(
    `select distinct dirtyhour.device_id, hour from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as span (device_id, since, until)
      join dirtyhour on dirtyhour.device_id = span.device_id and hour >= since and hour < until`,
    [spans.map(({ device }) => device), spans.map(({ from }) => from), spans.map(({ until }) => until)],
  )
}

async function flaggedIn(run: Run, { flagged }: Plan): Promise<Key[]> {
  const keys: Key[] = []
  for (const { device, nodemaps, start, end } of flagged)
    keys.push(
      ...(await run<Key>(
        `select device_id, nodemap_id, ts from historyflag where device_id = $1 and ts >= $2 and ts <= $3 and ($4::bigint[] is null or nodemap_id = any($4::bigint[]))`,
        [device, start, end, nodemaps],
      )),
    )
  return keys
}

/**
 * Returns the rows of a temporary table that differ from what was brought, or were not brought at all; cells in the
 * order of its columns.
 */
export async function changedIn(run: Run, table: TableName): Promise<Record<string, number | null>[]> {
  const columns = columnsOf(table).join(', ')
  return run(`select ${columns} from ${table} except all select ${columns} from ${broughtOf(table)}`)
}

/** Returns the rows that were brought and have been deleted since. */
export async function goneFrom(run: Run, table: TableName): Promise<Record<string, number | null>[]> {
  const own = TABLES[table].key.map((column) => `own.${column} = brought.${column}`).join(' and ')
  return run(
    `select ${columnsOf(table).join(', ')} from ${broughtOf(table)} as brought where not exists (select from ${table} as own where ${own})`,
  )
}
