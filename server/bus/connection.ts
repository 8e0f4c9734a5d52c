import { setTimeout as sleep } from 'node:timers/promises'
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'

export type NatsSettings = NonNullable<Settings['nats']>

/** Interval between connection attempts, ms. */
export const PROBE_INTERVAL_MS = 1000
/**
 * Pause after a user turned out to have no right to the subjects, ms. Such a user may still sign in, so every attempt
 * would log a connection.
 */
const REFUSED = 30_000
/** Timeout after which a server counts as away, ms. */
export const ANSWER_TIMEOUT_MS = 5000

interface Options {
  nats: NatsSettings
  /** Whether messages of this connection are kept from coming back on it. */
  noEcho?: boolean
  log: Log
  /**
   * Logged once when no server can be reached or the connection cannot be used, and again only after one was in use.
   */
  away: string
  /**
   * Begins to use a connection; `refuse` ends it. Returns what to do once the connection has gone. A rejection ends the
   * connection too.
   */
  begin(connection: NatsConnection, refuse: (error: Error) => void): Promise<() => void | Promise<void>>
}

/**
 * Keeps one connection to NATS at a time, and replaces a lost one, until it is closed. Each is a new connection: the
 * state that the client would keep for a lost one is stale by the time the server is back.
 */
export function keepConnected({ nats: { servers, user, password }, noEcho = false, log, away, begin }: Options): {
  /** Resolves once a connection is in use, or the first attempt has failed. */
  ready: Promise<void>
  close(): Promise<void>
} {
  const closing = new AbortController()
  let tried = (): void => {}
  const ready = new Promise<void>((resolve) => {
    tried = resolve
  })
  let complained = false
  let pause = PROBE_INTERVAL_MS
  const live = async (): Promise<void> => {
    const opened = await connect({
      servers: [...servers],
      ...(user !== null && { user, pass: password ?? '' }),
      name: 'environment-console',
      timeout: ANSWER_TIMEOUT_MS,
      reconnect: false,
      pingInterval: ANSWER_TIMEOUT_MS,
      noEcho,
    })
    const refusals: Error[] = []
    const refuse = (error: Error): void => {
      refusals.push(error)
      if (error instanceof PermissionViolationError) pause = REFUSED
      void opened.close()
    }
    const listening = (async () => {
      for await (const status of opened.status()) if (status.type === 'error') refuse(status.error)
    })()
    const stop = (): void => void opened.close()
    closing.signal.addEventListener('abort', stop)
    if (closing.signal.aborted) stop()
    let leave: () => void | Promise<void> = () => {}
    try {
      leave = await begin(opened, refuse)
      complained = false
      tried()
      const error = await opened.closed()
      if (!closing.signal.aborted) throw error ?? new Error('the server ended the connection')
    } catch (error) {
      throw refusals[0] ?? error
    } finally {
      closing.signal.removeEventListener('abort', stop)
      await leave()
      await opened.close()
      await listening
    }
  }
  const running = (async () => {
    while (!closing.signal.aborted) {
      pause = PROBE_INTERVAL_MS
      await live().catch((error: unknown) => {
        if (!complained && !closing.signal.aborted) log.warn({ err: error, servers }, away)
        complained = true
      })
      tried()
      await sleep(pause, null, { signal: closing.signal, ref: false }).catch(() => {})
    }
  })()
  return {
    ready,
    async close() {
      closing.abort()
      await running
    },
  }
}
