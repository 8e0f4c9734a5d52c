import type { Compilable, Kysely } from 'kysely'
import { HOUR } from '../dirtyHours.ts'
import type { LastValue, Samples, Tables } from '../types.ts'

/**
 * What a caller is about to read: samples, or hourly rollups, of a device's nodes from `start` to `end` (which may be
 * Infinity), both included, epoch ms. The device's last values come with either.
 */
export interface Wanted {
  device: number
  /** Node maps; null: all that the device ever had. */
  nodemaps: readonly number[] | null
  start: number
  end: number
  /**
   * Which of them. `unrolled`: the samples that no rollup covers (in dirty hours, and at the ends of the span that are
   * no full hours) and the rollups of the other hours. `rolled`: the rollups and no samples. `flagged`: only the
   * samples that have a flag. Left out: all samples and no rollups.
   */
  only?: 'unrolled' | 'rolled' | 'flagged'
  /** Adds, for each node, the sample before the span, or those before and after it, however far away. */
  nearest?: 'before' | 'both'
}

/** Wants the rollups of a device's hours from `since` to before `until`. */
export const rolledWanted = (device: number, since: number, until: number): Wanted => ({
  device,
  nodemaps: null,
  start: since,
  end: until - 1,
  only: 'rolled',
})

/** Wants the samples of an hour of a device. */
export const hourWanted = ({ device_id, hour }: { device_id: number; hour: number }): Wanted => ({
  device: device_id,
  nodemaps: null,
  start: hour,
  end: hour + HOUR - 1,
})

/**
 * Where history is read: the tables `history`, `rollup` and `lastvalue` hold at least what was wanted, and every other
 * table is as usual.
 */
export interface HistoryView {
  read: Kysely<Tables>
  jsonText(query: Compilable): Promise<string>
}

/**
 * The home of the history: samples (`history`), what is computed from them by the hour (`rollup`) and last values, and
 * how they are stored. What is known beside a sample (revisions, marks, flags, dirty hours) lies in tables of the
 * records wherever the samples are. A reader states what it wants, as spans, so that a home outside the database brings
 * only that (docs/decisions/0017 and 0019).
 */
export interface HistoryStore {
  /**
   * Stores samples, last values and what is known beside them, all or nothing; resolves once committed. The first value
   * for a node and time is kept: a later value that differs becomes a revision, and an equal one is dropped.
   */
  storeSamples(samples: Samples): Promise<void>
  /** Deletes history older than a time, and what is kept beside it. */
  dropHistory(before: number): Promise<void>
  /** Runs work that reads what it wants. The view must not be used after the work has ended. */
  readHistory<T>(wanted: readonly Wanted[], work: (view: HistoryView) => Promise<T>): Promise<T>
  /** Does the same within a transaction under way, from the call to its end; may be called again for more. */
  holdHistory<T>(trx: Kysely<T>, wanted: readonly Wanted[]): Promise<void>
  /** Returns the last values of all devices (null), or of some. */
  lastValues(devices: readonly number[] | null): Promise<LastValue[]>
  /**
   * Locks hours until the end of a transaction that marks them as dirty (`marking`, shared) or computes what they hold
   * and unmarks them (`unmarking`, exclusive): what is stored or marked meanwhile is then either seen by the
   * computation, or marked after it.
   */
  lockHours<T>(trx: Kysely<T>, how: 'marking' | 'unmarking'): Promise<void>
  /** Rejects with HistoryAway while a home outside the database of the records does not answer. */
  reachable(): Promise<void>
}

/** What each home does in its own way; `historyStore` makes the history from it. */
export interface HistoryHome extends Omit<HistoryStore, 'dropHistory'> {
  /** Deletes samples older than a time, and nothing else; whole partitions where there are any. */
  dropSamples(before: number): Promise<void>
  /**
   * The last step of every transaction that writes: writes back, before the commit, what the transaction changed in the
   * history it holds.
   */
  settle<T>(trx: Kysely<T>): Promise<void>
}
