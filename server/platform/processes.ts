import type { LiveSample } from '../platform.ts'
import type { Storage } from '../storage/types.ts'

/** Messages between the processes of one database. A no-op for a single process (on SQLite, always). */
export interface Bus {
  /** Whether no other process can exist. */
  alone: boolean
  /** Sends a message to the other processes, never to this one. `payload` is JSON data of any size. */
  publish(kind: string, payload: unknown): void
  /**
   * Listens to messages of other processes. The kind `gap` tells that messages may have been lost: the listener has to
   * read again what matters to it.
   */
  on(kind: string, listener: (payload: unknown) => void): void
  /**
   * Keeps messages back from now on. The returned function delivers them, to the listeners of that moment, and ends
   * that.
   */
  hold(): () => void
  /** Resolves once the bus has subscribed. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Samples of one commit, or of several commits without a row in the alarm inbox. */
export interface Batch {
  /** The commit's row in the alarm inbox; null where it has none, and while parts of the commit are still to come. */
  inbox: string | null
  samples: LiveSample[]
  /** Values outside the range of their nodes. */
  marked: LiveSample[]
}

/** A batch that another process accepted, or last values that were read again because some may have been missed. */
export interface HeardBatch extends Batch {
  reread?: true
}

/**
 * Carries committed samples from the process that accepted them to the others, over PostgreSQL or NATS. A no-op where
 * there is only one process.
 */
export interface Relay {
  /** The carrier of the samples. */
  readonly home: 'none' | 'postgres' | 'nats'
  /** Whether the relay is connected; over PostgreSQL the bus keeps the connection. */
  connected(): boolean
  /** Whether samples that other processes accept arrive here without a gap at present. */
  whole(): boolean
  /** Sends batches to the other processes, never to this one. */
  publish(batches: readonly Batch[]): void
  onHeard(listener: (batches: readonly HeardBatch[]) => void): void
  /**
   * Calls back every second as long as samples may be missed, and once after that. Over PostgreSQL it never calls: the
   * bus reports its gaps itself.
   */
  onMissed(listener: () => void): void
  /** Resolves once samples are received, or cannot be received for now. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Work that one process of a database does for all of them, repeatedly, one run at a time. */
export interface Job {
  name: string
  /**
   * Time from the end of one run to the start of the next, ms. Jobs with an hour or more delete old rows: they first
   * run a minute after the process started (schedule/).
   */
  everyMs: number
  /**
   * Performs one run. It has to end soon after the signal aborts, when this process stops or ceases to lead. A run that
   * throws is logged and tried again. `lead` refuses writes once another process leads; without it, as in tests, the
   * job writes unconditionally.
   */
  run(signal: AbortSignal, lead?: Storage): Promise<void>
}

/** The leader's jobs. An added job runs from then on, in whichever process leads. */
export interface Schedules {
  add(job: Job): void
  /** Whether this process leads. */
  leads(): boolean
  close(): Promise<void>
}
