import type { Compilable, Kysely } from 'kysely'
import { HOUR } from '../dirtyHours.ts'
import type { LastValue, Samples, Tables } from '../types.ts'

/**
 * What somebody is about to read: samples, or rollups by their hour, of a device's nodes from `start` to `end` (which may be Infinity), both
 * included, epoch ms. The device's last values come with either.
 */
export interface Wanted {
  device: number
  /** Node maps; null: all that the device ever had. */
  nodemaps: readonly number[] | null
  start: number
  end: number
  /**
   * Which of them: `unrolled` those that no rollup tells, in hours that are behind and at the ends of the span that are no full hours, and the rollups of the
   * other hours; `rolled` no samples, but the rollups; `flagged` those samples that have a flag. Without it all samples, and no rollup.
   */
  only?: 'unrolled' | 'rolled' | 'flagged'
  /** Of each node the one before the span too, or those on both sides of it, however far off. */
  nearest?: 'before' | 'both'
}

/** The rollups of a device's hours from a time to before another. */
export const rolledWanted = (device: number, since: number, until: number): Wanted => ({
  device,
  nodemaps: null,
  start: since,
  end: until - 1,
  only: 'rolled',
})

/** The samples of an hour of a device. */
export const hourWanted = ({ device_id, hour }: { device_id: number; hour: number }): Wanted => ({
  device: device_id,
  nodemaps: null,
  start: hour,
  end: hour + HOUR - 1,
})

/** Where they are read: what was asked for stands in the tables `history`, `rollup` and `lastvalue`, beside every other table as it is. */
export interface HistoryView {
  read: Kysely<Tables>
  jsonText(query: Compilable): Promise<string>
}

/**
 * The home of the history: samples (`history`), what is worked out of them by the hour (`rollup`), last values, and how they get there. What is known beside
 * a sample (revisions, marks, flags, hours that are behind) are tables of the records wherever those live. Who reads says what, by a span each: a home outside
 * the database brings just that (docs/decisions/0017 and 0019).
 */
export interface HistoryStore {
  /**
   * Stores samples, last values and what is known beside them, all or nothing; resolves once committed. The first value of a moment stands: a later
   * one that differs becomes a revision, and one that is the same nothing.
   */
  storeSamples(samples: Samples): Promise<void>
  /** Deletes history, and what is kept beside it, older than a time. */
  dropHistory(before: number): Promise<void>
  /** Runs work that reads what it wants. Nothing of the view may be used once it has ended. */
  readHistory<T>(wanted: readonly Wanted[], work: (view: HistoryView) => Promise<T>): Promise<T>
  /** The same within a transaction under way, from here to its end; may be called again for more. */
  holdHistory<T>(trx: Kysely<T>, wanted: readonly Wanted[]): Promise<void>
  /** The last values of all devices, or of some. */
  lastValues(devices: readonly number[] | null): Promise<LastValue[]>
  /**
   * For a transaction that marks hours as behind (`marking`, many at a time) or works out what they hold and unmarks them (`unmarking`, alone), to its end:
   * what is stored or marked meanwhile is then either seen, or marked after it.
   */
  lockHours<T>(trx: Kysely<T>, how: 'marking' | 'unmarking'): Promise<void>
  /** Fails (HistoryAway) while the home, where it is outside the database of the records, does not answer. */
  reachable(): Promise<void>
}

/** What a home does in its own way; `historyStore` makes the history of it. */
export interface HistoryHome extends Omit<HistoryStore, 'dropHistory'> {
  /** Deletes samples older than a time, and nothing else; whole partitions where there are any. */
  dropSamples(before: number): Promise<void>
  /** The last thing of every transaction that writes: what it made of the history that it held is written before its commit. */
  settle<T>(trx: Kysely<T>): Promise<void>
}
