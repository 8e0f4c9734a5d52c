import { Worker, type Transferable } from 'node:worker_threads'
import { CLOSED, THREAD_ENDED, type Failure, type Reply, type Request, type Rows, type ThreadData } from './protocol.ts'

type WithoutId<R> = R extends Request ? Omit<R, 'id'> : never
export type ThreadRequest = WithoutId<Request>

/**
 * An error of the database, with SQLite's code (like SQLITE_CONSTRAINT_UNIQUE) or one of this program's (see
 * protocol.ts).
 */
export class SqliteError extends Error {
  override name = 'SqliteError'
  readonly code: string
  readonly rolledBack: boolean
  /** The statement, without its values, after those that were sent before it in the same message. */
  readonly sql: string | undefined
  constructor({ code, message, rolledBack }: Failure, sql?: string) {
    super(message)
    this.code = code
    this.rolledBack = rolledBack
    this.sql = sql
  }
}

/** A running database thread. */
export interface DatabaseThread {
  /** Sends a request to the thread; replies arrive in the order of the requests. */
  send(request: ThreadRequest, transfer?: readonly Transferable[]): Promise<Rows | string | null>
  /** Number of requests in flight. */
  pending(): number
  /**
   * Waits for the requests in flight, closes the connection and ends the thread. Of a thread that died, it waits for the
   * end.
   */
  close(): Promise<void>
}

interface Waiting {
  resolve(result: Rows | string | null): void
  reject(error: Error): void
  request: ThreadRequest | null
}

/** Returns the statements of a request, without their values. */
function textOf(request: ThreadRequest | null): string | undefined {
  if (request === null || !('sql' in request)) return undefined
  const before = request.kind === 'query' ? request.before : []
  return [...before, request].map(({ sql }) => sql).join('; ')
}

/** Starts a thread and waits until its connection is open. `onDeath` is called when it ends unexpectedly. */
export async function startDatabaseThread(data: ThreadData, onDeath: (error: Error) => void): Promise<DatabaseThread> {
  const worker = startWorker(data)
  const waiting = new Map<number, Waiting>()
  let last = 0
  let ended: SqliteError | null = null
  let closing = false
  let closed: Promise<void> | null = null
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  const end = (cause: string): void => {
    if (ended) return
    const failure = closing
      ? { code: CLOSED, message: 'the database is closed' }
      : { code: THREAD_ENDED, message: `the database ${data.role} thread ended: ${cause}` }
    ended = new SqliteError({ ...failure, rolledBack: true })
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
    if (!closing) onDeath(ended)
  }

  const send: DatabaseThread['send'] = (request, transfer = []) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++last
      waiting.set(id, { resolve, reject, request })
      try {
        worker.postMessage({ ...request, id } satisfies Request, transfer)
      } catch (error) {
        waiting.delete(id)
        reject(error as Error)
      }
    })

  const started = new Promise<void>((resolve, reject) => {
    waiting.set(0, { resolve: () => resolve(), reject, request: null })
  })
  worker.on('message', (reply: Reply) => {
    const pending = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) pending?.resolve(reply.result)
    else pending?.reject(new SqliteError(reply.failure, textOf(pending.request)))
  })
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => end(`exit code ${code}`))
  // A failed start is not a crash: it rejects the caller's promise.
  await started.catch((error: unknown) => {
    closing = true
    throw error
  })

  const close = async (): Promise<void> => {
    if (ended) return exited
    const answer = send({ kind: 'close' })
    closing = true
    await answer.finally(() => exited)
  }
  return { send, pending: () => waiting.size, close: () => (closed ??= close()) }
}

/** Starts the worker. Its file lies beside this one: worker.js beside the bundle, TypeScript in the source tree. */
function startWorker(workerData: ThreadData): Worker {
  // The name is kept out of new URL(), where bundlers look for files to process.
  const file = new URL(import.meta.url).pathname.endsWith('.ts') ? './workerFromSource.mjs' : './worker.js'
  return new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] })
}
