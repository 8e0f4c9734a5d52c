import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { isUnanswered } from '../unanswered.ts'
import type { Rows, SqliteValue, Statement } from './protocol.ts'
import { rowsOf } from './statements.ts'
import type { DatabaseThread } from './thread.ts'
import type { Writer } from './writer.ts'

/** Kysely's dialect over the writer thread, for transactions only. */
export const writerDialect = (writer: Writer): Dialect => dialect(() => new WriterDriver(writer))

/** Kysely's dialect over the reader threads: each query goes to the thread that `pick` returns. */
export const readerDialect = (pick: () => DatabaseThread): Dialect => dialect(() => new ReaderDriver(pick))

const dialect = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (database) => new SqliteIntrospector(database),
})

/**
 * Checks parameters for the threads, which accept text, numbers and null: libsql panics on a boolean, and PostgreSQL
 * refuses one in a flag's column as well. Throws TypeError for anything else.
 */
export function cellsOf(parameters: readonly unknown[]): readonly SqliteValue[] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`a ${typeof value} cannot be stored; text, numbers and null can`)
  }
  return parameters as readonly SqliteValue[]
}

abstract class Connection implements DatabaseConnection {
  protected abstract runQuery(statement: Statement): Promise<Rows>

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.runQuery({ sql, parameters: cellsOf(parameters) })
    const rows = rowsOf(result) as R[]
    if (query.kind === 'SelectQueryNode') return { rows }
    return { rows, numAffectedRows: BigInt(result.columns.length > 0 ? rows.length : result.changes) }
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface asks for it; large reads leave as JSON text instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported: read in pages, or with jsonText')
  }
}

/**
 * The turn of one transaction at the writer. It begins with its first statement, and a transaction without statements
 * costs nothing.
 */
class Turn extends Connection {
  readonly #writer: Writer
  #state: 'outside' | 'begun' | 'open' | 'over' = 'outside'
  /** Statements that wait for the next statement that has an answer, or for the end. */
  readonly #unanswered: Statement[] = []
  /** Some of the unanswered statements may have failed: a caller that caught the error cannot know what was written. */
  #isSpoilt = false
  /** Whether the turn ended early, so that the next in line shares the commit. */
  left = false

  constructor(writer: Writer) {
    super()
    this.#writer = writer
  }

  begin(): void {
    this.#state = 'begun'
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isUnanswered(query) || this.#state === 'outside' || this.#state === 'over') return super.executeQuery<R>(query)
    this.#unanswered.push({ sql: query.sql, parameters: cellsOf(query.parameters) })
    return { rows: [] }
  }

  async commit(): Promise<void> {
    // Run before the commit, which other transactions may share: one that fails is undone alone.
    const last = this.#unanswered.pop()
    if (last) await this.runQuery(last)
    if (this.#isSpoilt) throw new Error('a statement of the transaction failed, and its result was never awaited')
    const open = this.#state === 'open'
    if (open && !this.#writer.isOpen) throw new Error('the transaction was rolled back by the database')
    this.#state = 'over'
    if (!open) return
    const { left, committed } = this.#writer.finish()
    this.left = left
    await committed
  }

  async rollback(): Promise<void> {
    const open = this.#state === 'open'
    this.#state = 'over'
    if (open) await this.#writer.undo()
  }

  protected runQuery(statement: Statement): Promise<Rows> {
    const unanswered = this.#unanswered.splice(0)
    const answer = this.#ask(statement, unanswered)
    if (unanswered.length === 0) return answer
    return answer.catch((error: unknown) => {
      this.#isSpoilt = true
      throw error
    })
  }

  #ask(statement: Statement, unanswered: readonly Statement[]): Promise<Rows> {
    if (this.#state === 'begun') {
      this.#state = 'open'
      return this.#writer.query(statement, [{ sql: this.#writer.begin(), parameters: [] }, ...unanswered])
    }
    if (this.#state !== 'open') return Promise.reject(new Error('writing needs a transaction'))
    if (!this.#writer.isOpen) return Promise.reject(new Error('the transaction was rolled back by the database'))
    return this.#writer.query(statement, unanswered)
  }
}

class WriterDriver implements Driver {
  readonly #writer: Writer
  constructor(writer: Writer) {
    this.#writer = writer
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#writer.enter()
    return new Turn(this.#writer)
  }

  async beginTransaction(turn: Turn): Promise<void> {
    turn.begin()
  }

  commitTransaction(turn: Turn): Promise<void> {
    return turn.commit()
  }

  rollbackTransaction(turn: Turn): Promise<void> {
    return turn.rollback()
  }

  async releaseConnection(turn: Turn): Promise<void> {
    if (!turn.left) await this.#writer.leave()
  }

  async destroy(): Promise<void> {}
}

class ReaderConnection extends Connection {
  readonly #pick: () => DatabaseThread
  constructor(pick: () => DatabaseThread) {
    super()
    this.#pick = pick
  }

  protected async runQuery(statement: Statement): Promise<Rows> {
    return (await this.#pick().send({ kind: 'query', ...statement, before: [] })) as Rows
  }
}

class ReaderDriver implements Driver {
  readonly #connection: ReaderConnection
  constructor(pick: () => DatabaseThread) {
    this.#connection = new ReaderConnection(pick)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('storage.read takes no transactions: use storage.write')
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
