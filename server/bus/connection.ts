import { setTimeout as sleep } from 'node:timers/promises'
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'

export type NatsSettings = NonNullable<Settings['nats']>

/** How often a connection is tried, ms. */
export const PROBE_INTERVAL_MS = 1000
/** Pause after a user turned out to have no right to the subjects, ms: it may sign in, so each try would say that it is there. */
const REFUSED = 30_000
/** A server that takes longer counts as away, ms. */
export const ANSWER_TIMEOUT_MS = 5000

interface Options {
  nats: NatsSettings
  /** Messages of this connection do not come back on it. */
  noEcho?: boolean
  log: Log
  /** Said once when the servers are out of reach, or a connection is of no use, until one is. */
  away: string
  /**
   * Begins to use a connection; `refuse` ends it. Answers what to do once it has gone. One that fails ends it too.
   */
  begin(connection: NatsConnection, refuse: (error: Error) => void): Promise<() => void | Promise<void>>
}

/**
 * One connection to NATS after the other, for as long as it is open. Each is a new one: what the client would keep for a lost one is old by the time it is
 * back.
 */
export function keepConnected({ nats: { servers, user, password }, noEcho = false, log, away, begin }: Options): {
  /** Resolves once there is a connection in use, or cannot be for now. */
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
