import type { Evidence, InboxRow } from '../types.ts'

/** One value as SQLite stores it. */
export type SqliteValue = string | number | null

/** The role of a thread: the one that writes (and holds the folder's lock), or one that only reads. */
export type Role = 'writer' | 'reader'

/** Data that a thread is started with. */
export interface ThreadData {
  role: Role
  /** The data folder; it exists. */
  folder: string
}

export interface Statement {
  sql: string
  parameters: readonly SqliteValue[]
}

/**
 * A request of the main thread. `before` are statements to run first, unanswered, which saves a round trip each; where
 * one fails, none after it is run.
 */
export type Request =
  | { id: number; kind: 'query'; sql: string; parameters: readonly SqliteValue[]; before: readonly Statement[] }
  | { id: number; kind: 'rollback' }
  | { id: number; kind: 'json'; sql: string; parameters: readonly SqliteValue[] }
  | { id: number; kind: 'samples'; columns: SampleColumns; inbox: InboxRow | null; evidence: Evidence | null }
  | { id: number; kind: 'close' }

/** Samples as typed arrays, so that they move between threads without a copy. */
export interface SampleColumns {
  device_id: Float64Array
  nodemap_id: Float64Array
  ts: Float64Array
  value: Float64Array
  save: Uint8Array
}

/** The rows of a query: names of the columns, and the cells of all rows one after the other (one flat array is the cheapest to copy). */
export interface Rows {
  columns: readonly string[]
  cells: SqliteValue[]
  /** Rows changed, by a statement that returns none. */
  changes: number
}

export interface Failure {
  code: string
  message: string
  /** Whether no transaction is open: it was rolled back, or there was none. */
  rolledBack: boolean
}

/** `id` 0 is the reply to the start itself. */
export type Reply = { id: number; ok: true; result: Rows | string | null } | { id: number; ok: false; failure: Failure }

/** Codes of this program beside SQLite's. */
export const LOCKED = 'LOCKED'
export const THREAD_ENDED = 'THREAD_ENDED'
export const CLOSED = 'CLOSED'
