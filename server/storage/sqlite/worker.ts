import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import type { Failure, Reply, Request, Rows, ThreadData } from './protocol.ts'
import { samplesWriter } from '../homes/sqlite/samples.ts'
import { statementsOf } from './statements.ts'

/** Opens the connection, and reports the outcome before anything else. */
function start(port: MessagePort, data: ThreadData): void {
  let reply: Reply
  try {
    serve(port, data)
    reply = { id: 0, ok: true, result: null }
  } catch (error) {
    reply = { id: 0, ok: false, failure: { ...failureOf(error), rolledBack: true } }
  }
  port.postMessage(reply)
  if (!reply.ok) port.close()
}

/** Answers requests in the order they come, on one connection that the thread owns. */
function serve(port: MessagePort, { folder, role }: ThreadData): void {
  const { database, close } = openConnection(folder, role)
  const statements = statementsOf(database)
  let storeSamples: ReturnType<typeof samplesWriter> | null = null

  const answer = (request: Request): Rows | string | null => {
    switch (request.kind) {
      case 'query':
        for (const { sql, parameters } of request.before) statements.run(sql, parameters)
        return statements.run(request.sql, request.parameters)
      case 'rollback':
        // SQLite may have rolled back by itself, for example after a full disk.
        if (database.inTransaction) database.exec('rollback')
        return null
      case 'json':
        return statements.json(request.sql, request.parameters)
      case 'samples':
        // Prepared on first use: the tables do not exist yet when the thread starts.
        storeSamples ??= samplesWriter(database)
        storeSamples(request.columns, request.inbox, request.evidence)
        return null
      case 'close':
        close()
        return null
    }
  }

  port.on('message', (request: Request) => {
    let reply: Reply
    try {
      reply = { id: request.id, ok: true, result: answer(request) }
    } catch (error) {
      reply = { id: request.id, ok: false, failure: { ...failureOf(error), rolledBack: !database.inTransaction } }
    }
    port.postMessage(reply)
    if (request.kind === 'close') port.close()
  })
}

function failureOf(error: unknown): Omit<Failure, 'rolledBack'> {
  const { message, code } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { message: String(error), code: undefined }
  return { message, code: typeof code === 'string' && code !== '' ? plainCode(code) : 'SQLITE_ERROR' }
}

/**
 * Returns the plain code of an error. libsql names few of SQLite's extended codes and numbers the others: the low byte
 * of such a number is the plain code.
 */
function plainCode(code: string): string {
  const number = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1]
  return number === undefined ? code : (PLAIN.get(Number(number) & 0xff) ?? code)
}

const PLAIN: ReadonlyMap<number, string> = new Map([
  [3, 'SQLITE_PERM'],
  [5, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
])

if (parentPort) start(parentPort, workerData as ThreadData)
