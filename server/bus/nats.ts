import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, PermissionViolationError, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Registry } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { ownName } from '../storage/ownName.ts'
import type { Storage } from '../storage/types.ts'
import { batchOf, type Told } from './batches.ts'
import { createCollecting, divided } from './divide.ts'
import type { Bus } from './index.ts'
import type { HeardBatch, Relay } from './relay.ts'
import { createRereading } from './rereading.ts'

/** How often a connection is tried, and how often others are told that samples did not reach them, ms. */
const BEAT = 1000
/** Pause after a user turned out to have no right to the subjects, ms: it may sign in, so each try would say that samples go by NATS. */
const REFUSED = 30_000
/** A server that takes longer counts as away, ms. */
const PATIENCE = 5000
/** Of the bus: samples of this process are stored, and others may not have heard of them. */
const UNTOLD = 'untold'

/**
 * Samples over NATS, each area under a subject of its own: `feed.<installation>.<project>.<area>`. Nothing is kept there, and nothing waits for it: what was missed,
 * because this process or another one was not connected or did not keep up, is read again from the database, every few seconds for as long as that lasts.
 */
export async function overNats({
  nats: { servers, user, password },
  bus,
  registry,
  storage,
  log,
}: {
  nats: NonNullable<Settings['nats']>
  bus: Bus
  registry: Registry
  storage: Storage
  log: Log
}): Promise<Relay> {
  const me = randomBytes(6).toString('hex')
  const prefix = `feed.${await ownName(storage, 'bus.name')}`
  const hearing: ((batches: readonly HeardBatch[]) => void)[] = []
  const missing: (() => void)[] = []
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  let untold = false
  /** How many messages this process has sent, by subject. */
  const sent = new Map<string, number>()

  const hear = (batches: readonly HeardBatch[]): void => {
    for (const listener of hearing) {
      try {
        listener(batches)
      } catch (error) {
        log.error({ err: error }, 'samples of another process could not be taken in')
      }
    }
  }
  const rereading = createRereading({
    storage,
    registry,
    log,
    found: (samples) => hear([{ inbox: null, samples, marked: [], reread: true }]),
  })
  const missed = (): void => {
    for (const listener of missing) listener()
    rereading.ask()
  }
  /** `<sender> <number of its messages on this subject> <batches>` */
  const listener = (): ((message: Msg) => void) => {
    const last = new Map<string, number>()
    const collect = createCollecting()
    return (message) => {
      try {
        const text = message.string()
        const [sender = '', number = ''] = text.split(' ', 2)
        const batches = JSON.parse(text.slice(sender.length + number.length + 2)) as Told[]
        const key = `${sender} ${message.subject}`
        const before = last.get(key)
        last.set(key, Number(number))
        hear(batches.map((told) => batchOf(collect(told), registry)))
        if (before !== undefined && Number(number) !== before + 1) missed()
      } catch (error) {
        log.warn({ err: error, subject: message.subject }, 'a message of NATS cannot be read')
        missed()
      }
    }
  }
  let tried = (): void => {}
  const ready = new Promise<void>((resolve) => {
    tried = resolve
  })
  let complained = false
  let pause = BEAT
  const live = async (): Promise<void> => {
    // Each connection is a new one: what the client would keep for a lost one is old by the time it is back.
    const opened = await connect({
      servers: [...servers],
      ...(user !== null && { user, pass: password ?? '' }),
      name: 'environment-console',
      timeout: PATIENCE,
      reconnect: false,
      pingInterval: PATIENCE,
      noEcho: true,
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
    try {
      const take = listener()
      opened.subscribe(`${prefix}.>`, { callback: (error, message) => (error ? refuse(error) : take(message)) })
      await opened.flush()
      connection = opened
      complained = false
      log.info({ servers, at: opened.getServer() }, 'samples go by NATS')
      tried()
      // What came before, and what this process could not tell.
      missed()
      const error = await opened.closed()
      if (!closing.signal.aborted) throw error ?? new Error('the server ended the connection')
    } catch (error) {
      throw refusals[0] ?? error
    } finally {
      closing.signal.removeEventListener('abort', stop)
      if (connection === opened) {
        connection = null
        untold = true
      }
      await opened.close()
      await listening
    }
  }
  const running = (async () => {
    while (!closing.signal.aborted) {
      pause = BEAT
      await live().catch((error: unknown) => {
        if (!complained && !closing.signal.aborted)
          log.warn(
            { err: error, servers },
            'NATS is out of reach: samples of other processes are read from the database until it is back',
          )
        complained = true
      })
      tried()
      await sleep(pause, null, { signal: closing.signal, ref: false }).catch(() => {})
    }
  })()
  const beat = setInterval(() => {
    if (untold) bus.publish(UNTOLD, null)
    untold = false
    if (connection === null) missed()
  }, BEAT)
  beat.unref()
  bus.on(UNTOLD, missed)

  return {
    home: 'nats',
    connected: () => connection !== null,
    whole: () => connection !== null && !rereading.asked(),
    publish(batches) {
      const open = connection
      if (open === null) return void (untold = true)
      try {
        for (const { area, batches: told } of divided(batches)) {
          const number = (sent.get(area) ?? 0) + 1
          sent.set(area, number)
          open.publish(`${prefix}.${area}`, `${me} ${number} ${JSON.stringify(told)}`)
        }
      } catch (error) {
        untold = true
        log.warn({ err: error }, 'samples could not be told over NATS')
      }
    },
    onHeard: (each) => void hearing.push(each),
    onMissed: (each) => void missing.push(each),
    ready,
    async close() {
      clearInterval(beat)
      if (untold) bus.publish(UNTOLD, null)
      await connection?.flush().catch(() => {})
      closing.abort()
      await running
      await rereading.close()
    },
  }
}
