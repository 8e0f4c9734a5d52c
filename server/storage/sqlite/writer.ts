import type { Transferable } from 'node:worker_threads'
import type { Mutex } from './mutex.ts'
import type { Rows, Statement } from './protocol.ts'
import { SqliteError, type ThreadRequest, type DatabaseThread } from './thread.ts'

/** How long a write waits for the writes before it, ms. */
const TURN_TIMEOUT_MS = 60_000
/** Most writes that share a commit, and the longest time the first of them waits for it, ms. */
const MEMBERS = 64
const MAX_AGE_MS = 10

/**
 * The single writing connection. Queued writes share a commit (group commit): each runs in a savepoint of one transaction, and
 * all resolve once it is on disk. A failing one is rolled back alone; where the commit fails, all of them fail.
 */
export class Writer {
  readonly #thread: DatabaseThread
  readonly #mutex: Mutex
  readonly #now: () => number
  /** Whether SQLite has a transaction open, and when it began (epoch ms). */
  #open = false
  #since = 0
  /** Finished members that wait for the commit. */
  #done: { resolve(): void; reject(error: unknown): void }[] = []

  constructor(thread: DatabaseThread, mutex: Mutex, now = Date.now) {
    this.#thread = thread
    this.#mutex = mutex
    this.#now = now
  }

  /** Waits for a turn; end it with `leave`. */
  enter(patience = TURN_TIMEOUT_MS): Promise<void> {
    return this.#mutex.lock(patience)
  }

  /** Ends a turn, and commits for the finished members where the queue is empty. */
  async leave(): Promise<void> {
    // Members that waited for a failing commit have been rejected.
    if (this.#mutex.waiting === 0) await this.commit().catch(() => {})
    this.#mutex.unlock()
  }

  /** Takes a turn for a request that is a transaction by itself. */
  async alone(question: ThreadRequest, transfer?: readonly Transferable[]): Promise<void> {
    await this.enter()
    try {
      await this.commit().catch(() => {})
      await this.#thread.send(question, transfer)
    } finally {
      await this.leave()
    }
  }

  /** Returns the statement that a member's part begins with. */
  begin(): string {
    if (this.#open) return 'savepoint member'
    this.#open = true
    this.#since = this.#now()
    return 'begin immediate'
  }

  get isOpen(): boolean {
    return this.#open
  }

  async query(statement: Statement, before: readonly Statement[] = []): Promise<Rows> {
    try {
      return (await this.#thread.send({ kind: 'query', ...statement, before })) as Rows
    } catch (error) {
      // After a full disk, for example, SQLite rolls back by itself: every member of the transaction has lost its part.
      if (error instanceof SqliteError && error.rolledBack) this.lose(error)
      throw error
    }
  }

  /**
   * Commits a member's part; `committed` resolves once it is on disk. Ends the member's turn (`left`) where the next in
   * line may share the commit.
   */
  finish(): { left: boolean; committed: Promise<void> } {
    const shared = this.#mutex.waiting > 0 && this.#done.length < MEMBERS && this.#now() - this.#since < MAX_AGE_MS
    if (!shared) return { left: false, committed: this.commit() }
    const committed = new Promise<void>((resolve, reject) => this.#done.push({ resolve, reject }))
    this.#mutex.unlock()
    return { left: true, committed }
  }

  /** Rolls back a member's part. */
  async undo(): Promise<void> {
    if (!this.#open) return
    if (this.#done.length > 0) await this.query({ sql: 'rollback to member', parameters: [] })
    else {
      this.#open = false
      await this.#thread.send({ kind: 'rollback' })
    }
  }

  /** Commits the finished members. Only for a caller that has the turn and nothing of its own under way. */
  async commit(): Promise<void> {
    if (!this.#open) return
    try {
      await this.#thread.send({ kind: 'query', sql: 'commit', parameters: [], before: [] })
    } catch (error) {
      this.lose(error)
      await this.#thread.send({ kind: 'rollback' }).catch(() => {})
      throw error
    }
    this.#open = false
    for (const { resolve } of this.#done.splice(0)) resolve()
  }

  /** Rejects the finished members: their parts were rolled back after all. */
  lose(error: unknown): void {
    this.#open = false
    for (const { reject } of this.#done.splice(0)) reject(error)
  }
}
