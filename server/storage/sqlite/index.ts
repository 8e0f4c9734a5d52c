import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type Compilable } from 'kysely'
import type { Log } from '../../log.ts'
import type { Engine } from '../engine.ts'
import { sqliteHome } from '../homes/sqlite/index.ts'
import type { AnyTables } from '../types.ts'
import { cellsOf, readerDialect, writerDialect } from './dialect.ts'
import { Mutex } from './mutex.ts'
import { startProblem } from './problems.ts'
import { startDatabaseThread, type DatabaseThread } from './thread.ts'
import { Writer } from './writer.ts'

/** The embedded engine: SQLite in a data folder, behind one writer thread and two reader threads. */
export async function openSqlite(dataDir: string, log: Log): Promise<Engine> {
  const folder = resolve(dataDir)
  let fail = (_error: Error): void => {}
  const failed = new Promise<Error>((resolve) => {
    fail = resolve
  })
  const onDeath = (error: Error): void => {
    log.error({ err: error }, 'the database has stopped working; restart the server')
    void endAfter(error)
  }
  const endAfter = async (failure: Error): Promise<void> => {
    const threads = await starting.catch(() => null)
    // A failed start is reported by the call below.
    if (threads === null) return
    await endThreads(threads)
    fail(failure)
  }
  const starting = startThreads(folder, onDeath)
  const [writerThread, reader, bulkReader] = await starting.catch((error: unknown) => {
    throw startProblem(error, folder)
  })
  const writer = new Writer(writerThread, new Mutex())
  const write = new Kysely<AnyTables>({ dialect: writerDialect(writer) })
  const read = new Kysely<AnyTables>({
    dialect: readerDialect(() => (bulkReader.pending() < reader.pending() ? bulkReader : reader)),
  })
  const jsonText = async (query: Compilable): Promise<string> => {
    const { sql, parameters } = query.compile()
    // Large reads share one thread, so that the other stays free for small ones.
    return (await bulkReader.send({ kind: 'json', sql, parameters: cellsOf(parameters) })) as string
  }

  return {
    name: 'sqlite',
    read,
    write,
    // The folder is already locked against other processes.
    lockSchema: async () => {},
    schemaReady: async () => {
      // A connection keeps the schema of its last query, and expands `select *` by it: this query makes it read the
      // schema again.
      await Promise.all(
        [reader, bulkReader].map((thread) =>
          thread.send({ kind: 'query', sql: 'select 1 from sqlite_master limit 1', parameters: [], before: [] }),
        ),
      )
    },
    startProblem: (error) => startProblem(error, folder),
    jsonText,
    history: sqliteHome({ writer, read, write, jsonText }),
    // This process holds the folder's lock, so there is no other process to lead or to be told.
    lapsed: async () => [],
    lead: () => ({ isLeader: () => true, fence: () => null, close: async () => {} }),
    broadcast: () => null,
    failed,
    close: async () => {
      // The turn comes when earlier writes are done. A transaction that is not ended in time is given up, and rolled
      // back by closing.
      const turn = await writer.enter(CLOSE_TIMEOUT_MS).then(
        () => true,
        () => false,
      )
      if (turn) await writer.commit().catch(() => {})
      else writer.lose(new Error('the database was closed while a transaction was held'))
      await Promise.all([reader.close(), bulkReader.close()])
      await writerThread.close()
      if (turn) await writer.leave()
    },
  }
}

/** How long closing waits for the write under way, ms. */
const CLOSE_TIMEOUT_MS = 10_000

/** How long the end of the threads is waited for once one of them died, ms. */
const END_TIMEOUT_MS = 5_000

/** The writer, and the two readers. */
type Threads = [DatabaseThread, DatabaseThread, DatabaseThread]

/**
 * Ends all threads after one of them died. The process is about to exit; an exit stops threads wherever they are, and
 * one that is stopped inside the database's native code may end the process by a signal, without its exit code.
 */
async function endThreads(threads: Threads): Promise<void> {
  const ended = Promise.allSettled(threads.map((thread) => thread.close()))
  await Promise.race([ended, sleep(END_TIMEOUT_MS, null, { ref: false })])
}

async function startThreads(folder: string, onDeath: (error: Error) => void): Promise<Threads> {
  // Only the user the server runs as may read the folder: it holds measured data and password hashes.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The writer starts first: it takes the lock and creates the file that the readers open.
  const writer = await startDatabaseThread({ role: 'writer', folder }, onDeath)
  const readers = [
    startDatabaseThread({ role: 'reader', folder }, onDeath),
    startDatabaseThread({ role: 'reader', folder }, onDeath),
  ] as const
  try {
    return [writer, ...(await Promise.all(readers))]
  } catch (error) {
    // The other reader may have started, or be about to: a thread that is left would keep the process from ending.
    const started = (await Promise.allSettled(readers)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    await Promise.allSettled(started.map((thread) => thread.close()))
    await writer.close()
    throw error
  }
}
