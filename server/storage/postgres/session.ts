import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { serialiseQueries, type QueryClient } from './inTurn.ts'

export interface SessionOptions {
  databaseUrl: string
  /** Name in the database's list of sessions: what this session is for. */
  name: string
  log: Log
  /** Called with every new connection, before it is used. */
  opened(client: QueryClient): Promise<void>
  /** Called every PROBE_INTERVAL_MS while connected; a call that fails or takes too long ends the connection. */
  beat(client: QueryClient): Promise<void>
  /** Called once for every connection that was open and is gone. */
  lost(): void
  /** Called with each message on a channel that `opened` listens to. */
  hear?(message: string): void
}

export interface PinnedSession {
  /** The open connection; null while there is none. */
  client(): QueryClient | null
  close(): Promise<void>
}

/** How often a session is checked, and the pause between two attempts to connect, ms. */
const PROBE_INTERVAL_MS = 1000
/** Pause before the first attempt after a session that lasted, ms. */
const REOPEN_DELAY_MS = 250
/** Timeout after which a query counts as a broken connection, ms. */
const QUERY_TIMEOUT_MS = 5000

/** With these settings the server notices within half a minute that this process is gone without notice. */
export const KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * Keeps one connection of its own, outside the pool, for what is bound to a session: locks and subscriptions. It
 * reconnects until it is closed. A network that swallows packets is noticed by `beat` here and by keep-alive on the
 * server.
 */
export function keepSession(options: SessionOptions): PinnedSession {
  const { databaseUrl, name, log, opened, beat, lost, hear } = options
  const closing = new AbortController()
  let current: QueryClient | null = null
  let complained = false
  let openedAt = Infinity

  const live = async (): Promise<void> => {
    openedAt = Infinity
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      options: KEEP_ALIVE,
    })
    const broken = new AbortController()
    client.on('error', () => broken.abort())
    client.on('end', () => broken.abort())
    client.on('notification', ({ payload }) => payload !== undefined && hear?.(payload))
    const asked = serialiseQueries(client)
    try {
      await client.connect()
      current = asked
      await opened(asked)
      complained = false
      openedAt = performance.now()
      while (!closing.signal.aborted && !broken.signal.aborted) {
        await beat(asked)
        await sleep(PROBE_INTERVAL_MS, null, { signal: AbortSignal.any([closing.signal, broken.signal]) }).catch(
          () => {},
        )
      }
    } finally {
      if (current !== null) {
        current = null
        lost()
      }
      await client.end().catch(() => {})
    }
  }
  const running = (async () => {
    while (!closing.signal.aborted) {
      await live().catch((error: unknown) => {
        if (!complained && !closing.signal.aborted)
          log.warn({ err: error, session: name }, 'a session of the database broke; connecting again')
        complained = true
      })
      const hasLasted = performance.now() - openedAt > PROBE_INTERVAL_MS
      await sleep(hasLasted ? REOPEN_DELAY_MS : PROBE_INTERVAL_MS, null, { signal: closing.signal }).catch(() => {})
    }
  })()
  return {
    client: () => current,
    close: async () => {
      closing.abort()
      await running
    },
  }
}
