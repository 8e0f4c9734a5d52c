import type { Log } from '../log.ts'
import type { Feed, Ingest, Registry, Sessions } from '../platform.ts'
import type { Bus, Relay } from '../platform/processes.ts'
import { createBatchPublisher } from './batches.ts'
import { GAP } from './index.ts'

interface Services {
  log: Log
  bus: Bus
  relay: Relay
  registry: Registry
  sessions: Sessions
  feed: Feed
}

/** Message kinds on the bus. */
const CHANGED = 'changed'
const SESSIONS = 'sessions'

/**
 * Lets the processes of one database show the same state: samples reach the live state and the feed of every process,
 * changed records are read again by all, and a session that ends or a user who changes is forgotten by all. Returns the
 * registry and the sessions that tell the other processes. Pass the ingest to `follow`, and call `close` after the
 * ingest is closed and before the relay is: it publishes the last gathered samples.
 */
export function acrossProcesses({ log, bus, relay, registry, sessions, feed }: Services): {
  registry: Registry
  sessions: Sessions
  follow(ingest: Ingest): void
  close(): void
} {
  const follow = (table: string, id: number | readonly number[] | null): void => {
    registry
      .changed(table, id)
      .catch((error: unknown) => log.warn({ err: error, table }, 'a change made by another process could not be read'))
  }
  relay.onHeard((batches) => {
    const samples = batches.flatMap((batch) => batch.samples)
    registry.received(samples)
    registry.receivedMarked(batches.flatMap((batch) => batch.marked))
    feed.publish(samples)
  })
  bus.on(CHANGED, (payload) => {
    const { table, id } = payload as { table: string; id: number | number[] | null }
    follow(table, id)
  })
  bus.on(SESSIONS, (payload) => sessions.forget((payload as { user: number }).user))
  bus.on(GAP, () => {
    // Calibrations come before devices: last values are read by them.
    for (const table of ['project', 'devicetype', 'district', 'calibration', 'device']) follow(table, null)
  })
  const forget = (user: number): void => bus.publish(SESSIONS, { user })
  const { listener, flush } = createBatchPublisher((batches) => relay.publish(batches))

  return {
    registry: {
      ...registry,
      changed(table, id) {
        bus.publish(CHANGED, { table, id })
        return registry.changed(table, id)
      },
    },
    sessions: {
      ...sessions,
      async end(token) {
        const signedIn = await sessions.find(token)
        await sessions.end(token)
        if (signedIn) forget(signedIn.user.id)
      },
      async renew(token) {
        const signedIn = await sessions.find(token)
        const until = await sessions.renew(token)
        if (signedIn) forget(signedIn.user.id)
        return until
      },
      forget(userId) {
        sessions.forget(userId)
        forget(userId)
      },
    },
    follow(ingest) {
      if (relay.home !== 'none') ingest.onCommitted(listener)
    },
    close: flush,
  }
}
