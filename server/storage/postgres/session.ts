import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { inTurn, type Asked } from './inTurn.ts'

export interface SessionOptions {
  databaseUrl: string
  /** What this session is for, in the database's list of sessions. */
  name: string
  log: Log
  /** Called with every new connection, before it is used. */
  opened(client: Asked): Promise<void>
  /** Called every PROBE_INTERVAL_MS while connected; one that fails or takes long ends the connection. */
  beat(client: Asked): Promise<void>
  /** Called once for every connection that opened and is gone. */
  lost(): void
  /** Called with what comes on a channel that `opened` listens to. */
  hear?(message: string): void
}

export interface PinnedSession {
  /** The open connection; null while there is none. */
  client(): Asked | null
  close(): Promise<void>
}

/** How often a session is looked at, and how long it waits before it connects again, ms. */
const PROBE_INTERVAL_MS = 1000
/** A query that takes longer counts as a broken connection, ms. */
const QUERY_TIMEOUT_MS = 5000

/** The server finds out within half a minute that this process is gone without a word. */
export const KEEP_ALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * One connection of its own, outside the pool, for what lives and dies with a session: locks and subscriptions. It connects again for as
 * long as it is open; a network that swallows packets is noticed by the beat here and by keep-alive on the server.
 */
export function keepSession(options: SessionOptions): PinnedSession {
  const { databaseUrl, name, log, opened, beat, lost, hear } = options
  const closing = new AbortController()
  let current: Asked | null = null
  let complained = false

  const live = async (): Promise<void> => {
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
    const asked = inTurn(client)
    try {
      await client.connect()
      current = asked
      await opened(asked)
      complained = false
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
      await sleep(PROBE_INTERVAL_MS, null, { signal: closing.signal }).catch(() => {})
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
