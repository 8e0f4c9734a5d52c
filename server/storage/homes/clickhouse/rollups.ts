import { changedIn, goneFrom, type Run } from './bring.ts'
import type { ClickHouse } from './client.ts'
import { lineOf } from './lines.ts'
import { columnsOf } from './tables.ts'

/**
 * Writes the rollups that a transaction made in the temporary table, before its commit unmarks their hours; a deleted
 * rollup is written as one with a count of 0. The rank is the time of the database of the records, taken while the
 * hours are locked: a leader that was stopped and wakes up took it before its successor did, and cannot overwrite what
 * the successor wrote.
 */
export async function writeRollups(run: Run, clickhouse: ClickHouse): Promise<void> {
  const changed = await changedIn(run, 'rollup')
  const gone = await goneFrom(run, 'rollup')
  if (changed.length + gone.length === 0) return
  const [now] = await run<{ rank: number }>('select (extract(epoch from clock_timestamp()) * 1e6)::bigint as rank')
  const lines = [...changed, ...gone.map((row) => ({ ...row, count: 0 }))].map((row: Record<string, number | null>) =>
    lineOf([...columnsOf('rollup').map((column) => row[column] ?? null), now?.rank ?? 0]),
  )
  await clickhouse.insert('rollup', lines)
}
