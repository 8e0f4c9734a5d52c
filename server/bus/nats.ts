import { randomBytes } from 'node:crypto'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Registry } from '../platform.ts'
import type { Bus, HeardBatch, Relay } from '../platform/processes.ts'
import { ownName } from '../storage/ownName.ts'
import type { Storage } from '../storage/types.ts'
import { batchOf, type BusBatch } from './batches.ts'
import { PROBE_INTERVAL_MS, keepConnected, type NatsSettings } from './connection.ts'
import { createPartCollector, divideByArea } from './divide.ts'
import { createRereading } from './rereading.ts'

/** Message kind on the bus: this process stored samples that other processes may not have received. */
const UNTOLD = 'untold'

/**
 * Carries samples over NATS, each area under a subject of its own: `feed.<installation>.<project>.<area>`. NATS keeps
 * nothing, and nothing waits for it: samples that were missed, because this process or another one was not connected or
 * did not keep up, are read again from the database, every few seconds for as long as that lasts.
 */
export async function overNats({
  nats,
  bus,
  registry,
  storage,
  hears,
  log,
}: {
  nats: NatsSettings
  bus: Bus
  registry: Registry
  storage: Storage
  /** Whether this process receives the samples of other processes; otherwise it only publishes its own. */
  hears: boolean
  log: Log
}): Promise<Relay> {
  const me = randomBytes(6).toString('hex')
  const prefix = `feed.${await ownName(storage, 'bus.name')}`
  const hearing: ((batches: readonly HeardBatch[]) => void)[] = []
  const missing: (() => void)[] = []
  let connection: NatsConnection | null = null
  let untold = false
  /** Number of messages this process has sent, by area. */
  const sent = new Map<string, number>()

  const hear = (batches: readonly HeardBatch[]): void => {
    for (const listener of hearing) {
      try {
        listener(batches)
      } catch (error) {
        log.error({ err: error }, 'samples of another process could not be processed')
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
    if (!hears) return
    for (const listener of missing) listener()
    rereading.ask()
  }
  /** Handles a message: `<sender> <number of its messages on this subject> <batches>` */
  const listener = (): ((message: Msg) => void) => {
    const last = new Map<string, number>()
    const collect = createPartCollector()
    return (message) => {
      try {
        const text = message.string()
        const [sender = '', number = ''] = text.split(' ', 2)
        const batches = JSON.parse(text.slice(sender.length + number.length + 2)) as BusBatch[]
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
  const kept = keepConnected({
    nats,
    noEcho: true,
    log,
    away: 'NATS cannot be reached: samples of other processes are read from the database until it is back',
    async begin(opened, refuse) {
      const take = listener()
      if (hears)
        opened.subscribe(`${prefix}.>`, { callback: (error, message) => (error ? refuse(error) : take(message)) })
      await opened.flush()
      connection = opened
      log.info({ servers: nats.servers, at: opened.getServer() }, 'samples are exchanged through NATS')
      // Samples published before this connection was in use may have been missed.
      missed()
      return () => {
        connection = null
        untold = true
      }
    },
  })
  // The same interval applies to telling the other processes that samples did not reach them.
  const beat = setInterval(() => {
    if (untold) bus.publish(UNTOLD, null)
    untold = false
    if (connection === null) missed()
  }, PROBE_INTERVAL_MS)
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
        for (const { area, batches: told } of divideByArea(batches)) {
          const number = (sent.get(area) ?? 0) + 1
          sent.set(area, number)
          open.publish(`${prefix}.${area}`, `${me} ${number} ${JSON.stringify(told)}`)
        }
      } catch (error) {
        untold = true
        log.warn({ err: error }, 'samples could not be published to NATS')
      }
    },
    onHeard: (each) => void hearing.push(each),
    onMissed: (each) => void missing.push(each),
    ready: kept.ready,
    async close() {
      clearInterval(beat)
      if (untold) bus.publish(UNTOLD, null)
      await connection?.flush().catch(() => {})
      await kept.close()
      await rereading.close()
    },
  }
}
