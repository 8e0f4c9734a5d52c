import type pg from 'pg'
import type { Log } from '../../../log.ts'
import { partitionsOf } from './partitions.ts'

/**
 * Drops the months that lie wholly before a time (epoch ms), and deletes older rows from the month that contains it.
 */
export async function dropOldHistory(pool: pg.Pool, before: number, log: Log): Promise<void> {
  for (const month of await partitionsOf(pool)) {
    if (month.until <= before) await dropPartition(pool, month.table, log)
    else if (month.from < before) await pool.query(`delete from ${month.table} where ts < $1`, [before])
  }
}

/**
 * Drops a partition. Dropping waits until no transaction reads history, and every later transaction waits behind it, so
 * it gives up soon and is tried again the next time.
 */
async function dropPartition(pool: pg.Pool, table: string, log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '3s'`)
    await client.query(`drop table if exists ${table}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
    log.info({ table }, 'history is being read; this month is dropped later')
  } finally {
    client.release()
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
