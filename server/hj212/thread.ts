import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { StartError } from '../settings.ts'
import type { FromGateway, GatewayData, ToGateway } from './protocol/protocol.ts'

/**
 * Wait before a thread that ended is restarted, ms: doubled from the first to the longest value, and reset once a
 * thread has run for STABLE_AFTER_MS.
 */
const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 30_000
const STABLE_AFTER_MS = 60_000

/** Maximum number of uploads of one thread: ten thousand a second for three years. */
const TICKETS = 2 ** 40

export interface ThreadOptions {
  data: Omit<GatewayData, 'firstTicket'>
  log: Log
  on(message: FromGateway): void
  /** Called when a thread replaced one that ended. It does not know the stations yet. */
  onAgain(): void
  /** Called when a thread ended. It will be restarted. */
  onDown(): void
  /** Called with each thread, for tests that end one. */
  onThread?: ((worker: Worker) => void) | undefined
}

export interface Thread {
  port: number
  up(): boolean
  tell(message: ToGateway): void
  close(work: Promise<unknown>): Promise<void>
}

/**
 * Starts the gateway's thread and restarts it whenever it ends. Later failures to open the port are retried.
 *
 * @throws StartError where the port cannot be opened at the start
 */
export async function startThread({ data, log, on, onAgain, onDown, onThread }: ThreadOptions): Promise<Thread> {
  let worker: Worker | null = null
  let [closing, failures, retrying] = [false, 0, null as NodeJS.Timeout | null]
  let generation = -1
  let exited: Promise<unknown> = Promise.resolve()
  let opening: Promise<unknown> = Promise.resolve()

  const open = async (given: ThreadOptions['data']): Promise<number> => {
    // The ticket range differs for each thread, so an upload of an earlier thread is never mistaken for one of this
    // thread.
    const thread = startWorker({ ...given, firstTicket: ++generation * TICKETS })
    onThread?.(thread)
    const port = await listening(thread, given)
    const since = Date.now()
    worker = thread
    thread.on('message', on)
    thread.on('error', (error) => log.error({ err: error }, 'the HJ 212 gateway failed'))
    exited = new Promise((resolve) =>
      thread.once('exit', (code) => {
        worker = null
        resolve(code)
        if (closing) return
        if (Date.now() - since > STABLE_AFTER_MS) failures = 0
        onDown()
        again({ ...data, port })
      }),
    )
    return port
  }
  /** On the same port as before, including one that the system chose. */
  const again = (given: ThreadOptions['data']): void => {
    const wait = Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS)
    log.error({ againInMs: wait }, 'the HJ 212 gateway has ended and is restarted')
    retrying = setTimeout(() => {
      retrying = null
      opening = open(given).then(
        () => {
          if (!closing) onAgain()
        },
        (error: unknown) => {
          log.warn({ err: error }, 'the HJ 212 gateway could not be started')
          if (!closing) again(given)
        },
      )
    }, wait)
  }
  const port = await open(data)
  return {
    port,
    up: () => worker !== null,
    tell: (message) => worker?.postMessage(message, []),
    async close(work) {
      closing = true
      if (retrying) clearTimeout(retrying)
      // A thread that is starting is closed once it can receive messages.
      await opening
      worker?.postMessage({ kind: 'close' } satisfies ToGateway, [])
      await work
      await exited
    },
  }
}

/**
 * Resolves to the port that the thread listens on.
 *
 * @throws StartError where it cannot listen
 */
function listening(worker: Worker, { host, port }: ThreadOptions['data']): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
    worker.once('message', (message: FromGateway) => {
      if (message.kind === 'listening') return resolve(message.port)
      void worker.terminate()
      const code = message.kind === 'failed' ? message.code : message.kind
      reject(
        new StartError(
          `HJ 212 stations cannot connect to port ${port} of ${host} (${code}): set HJ212_PORT and HJ212_HOST to a free port of this machine, and HJ212_TLS_CERT and HJ212_TLS_KEY to files that fit each other.`,
        ),
      )
    })
  })
}

/**
 * Reads the certificate and key of HJ212_TLS_CERT and HJ212_TLS_KEY; null where stations connect without TLS.
 *
 * @throws StartError where a file cannot be read
 */
export function tlsFiles(files: { cert: string; key: string } | null): GatewayData['tls'] {
  if (files === null) return null
  try {
    return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
  } catch (error) {
    throw new StartError(
      `HJ212_TLS_CERT or HJ212_TLS_KEY cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'error'}).`,
    )
  }
}

/** Starts the thread from its file beside the bundle, or in the source tree. */
function startWorker(workerData: GatewayData): Worker {
  // Not written inside new URL(), where bundlers look for files to process.
  const file = new URL(import.meta.url).pathname.endsWith('.ts') ? './workerFromSource.mjs' : './hj212.js'
  return new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] })
}
