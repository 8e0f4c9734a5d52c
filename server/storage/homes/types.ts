import type { Compilable, Kysely, Transaction } from 'kysely'
import { HOUR } from '../dirtyHours.ts'
import type { Samples, Tables } from '../types.ts'

/** Samples that somebody is about to read: those of a device's nodes from `start` to `end`, both included, epoch ms. */
export interface Wanted {
  device: number
  /** Node maps; null: all that the device ever had. */
  nodemaps: readonly number[] | null
  start: number
  end: number
  /**
   * Which of them: `unrolled` those that no rollup tells, in hours that are behind and at the ends of the span that are no full hours;
   * `flagged` those that have a flag. Without it all.
   */
  only?: 'unrolled' | 'flagged'
  /** Of each node the one before the span too, or those on both sides of it, however far off. */
  nearest?: 'before' | 'both'
}

/** The samples of an hour of a device. */
export const hourWanted = ({ device_id, hour }: { device_id: number; hour: number }): Wanted => ({
  device: device_id,
  nodemaps: null,
  start: hour,
  end: hour + HOUR - 1,
})

/** Where samples are read: what was asked for stands in the table `history`, beside every other table as it is. */
export interface HistoryView {
  read: Kysely<Tables>
  jsonText(query: Compilable): Promise<string>
}

/**
 * The home of the history: what was measured (`history`), and how it gets there. What is known beside a sample (revisions, marks, flags, rollups, last
 * values) are tables of the database wherever the samples themselves live, so that one transaction holds them. Who reads samples says which, by a span
 * each: a home that does not keep them in the database brings just those.
 */
export interface HistoryStore {
  /**
   * Stores samples, history and last values in one transaction; resolves once committed. The first value of a moment stands: a later one that differs
   * becomes a revision, and one that is the same nothing.
   */
  storeSamples(samples: Samples): Promise<void>
  /** Deletes history, and what is kept beside it, older than a time. */
  dropHistory(before: number): Promise<void>
  /** Runs work that reads the samples it wants. Nothing of the view may be used once it has ended. */
  readHistory<T>(wanted: readonly Wanted[], work: (view: HistoryView) => Promise<T>): Promise<T>
  /** The same within a transaction under way, from here to its end; may be called again for more. */
  holdHistory(trx: Transaction<Tables>, wanted: readonly Wanted[]): Promise<void>
  /**
   * For a transaction that marks hours as behind (`marking`, many at a time) or works out what they hold and unmarks them (`unmarking`, alone), to its end:
   * what is stored or marked meanwhile is then either seen, or marked after it.
   */
  lockHours<T>(trx: Kysely<T>, how: 'marking' | 'unmarking'): Promise<void>
}

/** What a home does in its own way; `historyStore` makes the history of it. */
export interface HistoryHome extends Omit<HistoryStore, 'dropHistory'> {
  /** Deletes samples older than a time, and nothing else; whole partitions where there are any. */
  dropSamples(before: number): Promise<void>
}
