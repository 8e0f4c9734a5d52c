import type pg from 'pg'
import { PARTITIONS } from '../../postgres/locks.ts'
import type { SaveMode } from '../../types.ts'

/** A month of history: its partition, and the span of times in it. */
export interface Partition {
  table: string
  from: number
  until: number
}

/** Returns the month (UTC) of a time, epoch ms. */
export function partitionAt(ts: number): Partition {
  const date = new Date(ts)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const table = `history_${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}`
  return { table, from: Date.UTC(year, month), until: Date.UTC(year, month + 1) }
}

/**
 * Returns the months that saved samples fall in. Neighbouring samples mostly share a month, so it is computed only
 * where it changes.
 */
export function monthsOf(times: readonly number[], saved: readonly SaveMode[]): Partition[] {
  const months = new Map<string, Partition>()
  let current: Partition | null = null
  for (let i = 0; i < times.length; i++) {
    const ts = times[i]
    if (!saved[i] || ts === undefined || (current && ts >= current.from && ts < current.until)) continue
    current = partitionAt(ts)
    months.set(current.table, current)
  }
  return [...months.values()]
}

/**
 * Creates a month's partition unless it exists. It is created separately and then attached, which does not wait for
 * readers of other months, as CREATE TABLE … PARTITION OF would.
 */
export async function makePartition(pool: pg.Pool, { table, from, until }: Partition): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [PARTITIONS])
    const { rows } = await client.query<{ attached: boolean }>(
      'select exists (select from pg_inherits where inhrelid = to_regclass($1)) as attached',
      [table],
    )
    if (!rows[0]?.attached) {
      // A table of that name that is not attached was left behind by a failed attempt of an older version.
      await client.query(`create table if not exists ${table} (like history including all)`)
      await client.query(`alter table history attach partition ${table} for values from (${from}) to (${until})`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Returns the existing partitions, oldest first. */
export async function partitionsOf(pool: pg.Pool): Promise<Partition[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'history'::regclass order by c.relname`,
  )
  return rows.flatMap(({ name }) => {
    const parts = /^history_(\d{4})(\d{2})$/.exec(name)
    return parts ? [partitionAt(Date.UTC(Number(parts[1]), Number(parts[2]) - 1))] : []
  })
}
