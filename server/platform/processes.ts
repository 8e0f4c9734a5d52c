import type { LiveSample } from '../platform.ts'
import type { Storage } from '../storage/types.ts'

/** Messages between the processes of one database. A no-op for a single process (on SQLite, always). */
export interface Bus {
  /** There can be no other process. */
  alone: boolean
  /** Tells the other processes, never this one. `payload` is JSON data of any size. */
  publish(kind: string, payload: unknown): void
  /** Hears what other processes publish. `gap` is the kind that comes when messages may have been lost: read again what matters. */
  on(kind: string, listener: (payload: unknown) => void): void
  /** Resolves once subscribed. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Samples of one commit, or of several that have nothing in the alarm inbox. */
export interface Batch {
  /** Its row in the alarm inbox; null where it has none, and where parts of the commit are still to come. */
  inbox: string | null
  samples: LiveSample[]
  /** Values that their nodes cannot measure. */
  marked: LiveSample[]
}

/** A batch that another process took, or last values that were read again since some may have been missed. */
export interface HeardBatch extends Batch {
  reread?: true
}

/** Carries committed samples from the process that took them to the others: over PostgreSQL, or over NATS. Carries nothing where there is one process. */
export interface Relay {
  /** What it goes by. */
  readonly home: 'none' | 'postgres' | 'nats'
  /** Whether it is connected; over PostgreSQL the bus sees to that. */
  connected(): boolean
  /** Whether what other processes take is known here in a moment. */
  whole(): boolean
  /** Tells the other processes, never this one. */
  publish(batches: readonly Batch[]): void
  onHeard(listener: (batches: readonly HeardBatch[]) => void): void
  /** Calls back every second as long as samples may be missed, and once after that. Over PostgreSQL the bus tells of its gaps. */
  onMissed(listener: () => void): void
  /** Resolves once samples are heard, or cannot be for now. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Work that one process of a database does for all: again and again, never twice at a time. */
export interface Job {
  name: string
  /** From the end of one run to the start of the next, ms. An hour or more has what drops old rows: it begins a minute after the process (schedule/). */
  everyMs: number
  /**
   * One run. Ends soon after the signal aborts: this process stops, or leads no more. One that throws is logged and tried again. `lead` refuses
   * writes once another process leads; without it, as in tests, a job writes as anybody may.
   */
  run(signal: AbortSignal, lead?: Storage): Promise<void>
}

/** The leader's jobs. Those added run from now on, wherever the leader is. */
export interface Schedules {
  add(job: Job): void
  /** Whether this process leads. */
  leads(): boolean
  close(): Promise<void>
}
