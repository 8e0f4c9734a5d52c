import { sql } from 'kysely'
import type { Storage } from '../storage/types.ts'

/** A counted key, its maximum count, and the length of the window that begins with the first count, ms. */
export interface RateLimit {
  key: string
  max: number
  window: number
}

/** Counters by key, each over a window of time. */
export interface Counters {
  /**
   * Increments all counters atomically. Where one of them is full, none is incremented, and the milliseconds to wait
   * are returned.
   */
  spend(counts: readonly RateLimit[]): Promise<number | null>
  /** Decrements the counters of some keys, and deletes those of others. */
  giveBack(keys: { less: readonly string[]; none: readonly string[] }): Promise<void>
}

export type Store = Pick<Storage, 'engine' | 'write'>

/**
 * Returns the counters of a database, kept in a table: processes of one PostgreSQL share them, and they survive a
 * restart. Without a database they are kept in memory.
 */
export const countersOf = (storage: Store | null, now: () => number = () => Date.now()): Counters => {
  if (storage !== null) return tableCounters(storage, now)
  const memory = memoryCounters(now)
  return { spend: async (counts) => memory.spend(counts), giveBack: async (keys) => memory.giveBack(keys) }
}

/** Most keys in memory; beyond them the oldest are forgotten. */
const MAX_KEYS = 100_000

/** Creates counters of this process alone. */
export function memoryCounters(now: () => number): {
  spend(counts: readonly RateLimit[]): number | null
  giveBack(keys: { less: readonly string[]; none: readonly string[] }): void
} {
  const series = new Map<string, { count: number; until: number }>()
  const sweep = (time: number): void => {
    if (series.size < MAX_KEYS) return
    for (const [key, { until }] of series) if (until <= time) series.delete(key)
    for (const key of [...series.keys()].slice(0, Math.max(0, series.size - MAX_KEYS / 2))) series.delete(key)
  }
  const known = (key: string, time: number): { count: number; until: number } | null => {
    const entry = series.get(key)
    return entry && entry.until > time ? entry : null
  }
  return {
    spend(counts) {
      const time = now()
      sweep(time)
      for (const { key, max } of counts) {
        const entry = known(key, time)
        if (entry && entry.count >= max) return entry.until - time
      }
      for (const { key, window } of counts) {
        const entry = known(key, time)
        if (entry) entry.count++
        else series.set(key, { count: 1, until: time + window })
      }
      return null
    },
    giveBack({ less, none }) {
      for (const key of none) series.delete(key)
      for (const key of less) {
        const entry = series.get(key)
        if (entry) entry.count--
      }
    },
  }
}

/** How often counters whose window has ended are deleted, ms. */
const SWEEP_INTERVAL_MS = 60_000

function tableCounters(storage: Store, now: () => number): Counters {
  let swept = 0
  const sweep = (time: number): void => {
    if (time - swept < SWEEP_INTERVAL_MS) return
    swept = time
    void storage.write((trx) => sweepOf[storage.engine](time).execute(trx)).catch(() => {})
  }
  return {
    async spend(counts) {
      const time = now()
      sweep(time)
      try {
        await storage.write(async (trx) => {
          // Rows are locked in key order, so that concurrent transactions cannot deadlock.
          const rows = counts
            .toSorted((a, b) => (a.key < b.key ? -1 : 1))
            .map(({ key, window }) => sql`(${key}, 1, cast(${time + window} as bigint))`)
          const counted = await sql<{ key: string; count: number; until: number }>`
            insert into tally (key, count, until) values ${sql.join(rows)}
            on conflict (key) do update set count = case when tally.until <= ${time} then 1 else tally.count + 1 end,
              until = case when tally.until <= ${time} then excluded.until else tally.until end
            returning key, count, until`.execute(trx)
          const full = counted.rows.filter(({ key, count }) =>
            counts.some((each) => each.key === key && count > each.max),
          )
          // The exception rolls all increments back.
          if (full.length > 0) throw new Full(Math.max(...full.map(({ until }) => until)) - time)
        })
        return null
      } catch (error) {
        if (error instanceof Full) return error.wait
        throw error
      }
    },
    async giveBack({ less, none }) {
      await storage.write(async (trx) => {
        if (less.length > 0)
          await sql`update tally set count = count - 1 where key in (${lockedOf[storage.engine](less)})`.execute(trx)
        if (none.length > 0) await trx.deleteFrom('tally').where('key', 'in', none).execute()
      })
    },
  }
}

// On the embedded engine one transaction writes at a time: no row has to be locked.
const sweepOf = {
  sqlite: (time: number) => sql`delete from tally where until <= ${time}`,
  // Rows that another transaction is counting in are skipped and deleted by a later sweep.
  postgres: (time: number) =>
    sql`delete from tally where key in (select key from tally where until <= ${time} for update skip locked)`,
}
const lockedOf = {
  sqlite: (keys: readonly string[]) => sql.join(keys),
  postgres: (keys: readonly string[]) =>
    sql`select key from tally where key in (${sql.join(keys)}) order by key for update`,
}

class Full extends Error {
  constructor(readonly wait: number) {
    super('counted enough')
  }
}
