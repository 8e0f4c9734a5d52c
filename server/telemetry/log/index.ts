import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { decodeSamples } from '../../bus/batches.ts'
import { keepConnected, ANSWER_TIMEOUT_MS, type NatsSettings } from '../../bus/connection.ts'
import type { Log } from '../../log.ts'
import { counter, gauge } from '../../metrics/family.ts'
import { startAt0 } from '../../metrics/index.ts'
import type { Registry, TelemetryLog } from '../../platform.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { ownName } from '../../storage/ownName.ts'
import { shareOut, type Shares } from '../../storage/postgres/shares.ts'
import type { Storage } from '../../storage/types.ts'
import { unavailable } from '../batches.ts'
import type { Reading } from '../ingest.ts'
import { partitionOf, CHUNK_DEVICES } from './delivery.ts'
import { takePartition } from './partition.ts'
import { createPublishing } from './publishing.ts'
import { ageOf, openConsumer, openStream, orNull, type LogStream } from './stream.ts'

/** How often it is asked how much waits in the log, ms. */
const POLL_INTERVAL_MS = 2000
/** Room in a message for what is said of it, bytes. */
const SAID = 4096
/** What partitions are leased under. */
const LEASE = 'telemetry log'

interface Services {
  nats: NatsSettings
  databaseUrl: string
  /** How many partitions the log is made with, where it is not there. */
  partitions: number
  /** Whether this process takes partitions, or writes into the log alone. */
  takes: boolean
  storage: Storage
  registry: Registry
  metrics: Metrics
  log: Log
}

/** What becomes of what lies in the log. */
interface Taking {
  /** Stores readings in one transaction. */
  keep(readings: readonly Reading[]): Promise<void>
  /** Told of the devices of a partition that came here, once their last values are read and before any of it is stored. */
  took?(devices: ReadonlySet<number>): Promise<void>
}

/** One connection's worth of the log. */
interface Session {
  stream: LogStream
  publishing: ReturnType<typeof createPublishing>
  shares: Shares | null
  /** When the stream was made, which tells it from another one of its name; null: not known yet. */
  created: string | null
  /** Messages by subject that are not stored yet; null: not known yet. */
  pending: Readonly<Record<string, number>> | null
  /** For how long the oldest message of all partitions has waited, ms, 0 where there is none; null: not known yet. */
  ageMs: number | null
}

/**
 * The log of telemetry in JetStream (TELEMETRY_LOG; docs/decisions/0019-history-in-clickhouse.md): what is taken in is written there, acknowledged,
 * and only then answered; each partition is stored by one of the processes that take telemetry, and acknowledged after the commit.
 */
export async function openLog({
  nats,
  databaseUrl,
  partitions,
  takes,
  storage,
  registry,
  metrics,
  log,
}: Services): Promise<
  TelemetryLog & {
    /** Throws ApiError 503 where JetStream does not acknowledge it. */
    publish(reading: Reading): Promise<void>
    /** Connects, and has what lies in the log stored. Resolves once there is a connection, or cannot be for now. */
    begin(taking: Taking): Promise<void>
    close(): Promise<void>
  }
> {
  const installation = await ownName(storage, 'bus.name')
  const again = counter(
    'telemetry_log_redelivered_total',
    'Messages of the log that came again, since they had been delivered and not acknowledged.',
  )
  const aside = counter(
    'telemetry_log_set_aside_total',
    'Messages of the log that held what can never be stored, which was set aside.',
  )
  let session: Session | null = null
  let kept: ReturnType<typeof keepConnected> | null = null

  const held = (): number[] => session?.shares?.held() ?? []
  const pendingOf = (partition: number): number | null =>
    session?.pending ? (session.pending[session.stream.subject(partition)] ?? 0) : null
  const ageSeconds = (): number | null => {
    const age = session?.ageMs ?? null
    return age === null ? null : age / 1000
  }
  metrics.add(
    again,
    aside,
    gauge('telemetry_log_connected', 'Whether the log of telemetry can be written to (TELEMETRY_LOG).', () => [
      [{}, Number(session !== null)],
    ]),
    gauge(
      'telemetry_log_pending',
      'Messages of the log that are not stored yet, by partition that this process takes.',
      () =>
        held().flatMap((partition): [{ partition: number }, number][] => {
          const pending = pendingOf(partition)
          return pending === null ? [] : [[{ partition }, pending]]
        }),
      ['partition'],
    ),
    gauge(
      'telemetry_log_age_seconds',
      'For how long the oldest message of the log, of all partitions, has waited to be stored.',
      () => {
        const age = ageSeconds()
        return age === null ? [] : [[{}, age]]
      },
    ),
  )
  if (takes)
    startAt0(metrics.leaseMoves, [
      { lease: LEASE, to: 'here' },
      { lease: LEASE, to: 'away' },
    ])

  /**
   * Who had a partition before may not have told the last values of its devices to this process; what is saved on change depends on them. Answers the
   * devices.
   */
  const readLast = async (partition: number, of: number): Promise<ReadonlySet<number>> => {
    const devices = registry.devices().filter(({ id }) => partitionOf(id, of) === partition)
    for (let from = 0; from < devices.length; from += CHUNK_DEVICES) {
      const last = await storage.lastValues(devices.slice(from, from + CHUNK_DEVICES).map(({ id }) => id))
      registry.received(
        decodeSamples(
          last.flatMap(({ device_id, nodemap_id, ts, value }) => [device_id, nodemap_id, ts, value]),
          registry,
        ),
      )
    }
    return new Set(devices.map(({ id }) => id))
  }
  const look = async (jsm: JetStreamManager, mine: Session, refuse: (error: Error) => void): Promise<void> => {
    try {
      const known = await orNull(jsm.streams.info(mine.stream.name, { subjects_filter: mine.stream.subjects }))
      // Somebody deleted it: the next connection makes it anew, or finds what another process made.
      if (known === null || known.created !== (mine.created ?? known.created))
        return refuse(new Error(`the stream ${mine.stream.name} was deleted`))
      mine.created = known.created
      mine.pending = known.state.subjects ?? {}
      mine.ageMs = ageOf(known, Date.now())
    } catch (error) {
      log.debug({ err: error }, 'how much waits in the log could not be asked')
    }
  }
  const live = async (
    connection: NatsConnection,
    { keep, took }: Taking,
    refuse: (error: Error) => void,
  ): Promise<() => Promise<void>> => {
    const js = jetstream(connection, { timeout: ANSWER_TIMEOUT_MS })
    const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_TIMEOUT_MS })
    // Of a cluster all three have to lose what they acknowledged.
    const replicas = connection.info?.cluster ? 3 : 1
    const readable = (connection.info?.max_payload ?? 0) - SAID
    const stream = await openStream(jsm, { installation, partitions, replicas })
    const taken = new Map<number, ReturnType<typeof takePartition>>()
    const shares: Shares | null = takes
      ? shareOut({
          databaseUrl,
          name: LEASE,
          count: stream.partitions,
          log,
          take(partition) {
            metrics.leaseMoves.add({ lease: LEASE, to: 'here' })
            taken.set(
              partition,
              takePartition({
                partition,
                holds: () => shares?.holds(partition) ?? false,
                async open() {
                  const opened = await openConsumer(jsm, js, stream, partition)
                  if (opened.again > 0) again.add({}, opened.again)
                  const devices = await readLast(partition, stream.partitions)
                  await took?.(devices)
                  return opened.consumer
                },
                registry,
                keep,
                async setAside(message, deliveries, why) {
                  const about = headers()
                  about.set('Why', why.replaceAll(/\s+/g, ' ').slice(0, 500))
                  about.set('From', message.subject)
                  // One that nobody can read may leave no room for what is said of it.
                  const data = deliveries ? JSON.stringify(deliveries) : message.data.subarray(0, readable)
                  await js.publish(stream.aside.subject, data, {
                    headers: about,
                    msgID: `${message.subject} ${message.seq}`,
                    timeout: ANSWER_TIMEOUT_MS,
                    expect: { streamName: stream.aside.name },
                  })
                  aside.add()
                  log.error(
                    { partition, seq: message.seq, why },
                    'what a message of the log holds can never be stored; it is set aside',
                  )
                },
                log,
              }),
            )
          },
          async leave(partition) {
            metrics.leaseMoves.add({ lease: LEASE, to: 'away' })
            const mine = taken.get(partition)
            taken.delete(partition)
            await mine?.close()
            // The next holder need not store again what was acknowledged here.
            await connection.flush().catch(() => {})
          },
        })
      : null
    const publishing = createPublishing(js, stream, log)
    const mine: Session = { stream, shares, publishing, created: null, pending: null, ageMs: null }
    void look(jsm, mine, refuse)
    const looking = setInterval(() => void look(jsm, mine, refuse), POLL_INTERVAL_MS)
    looking.unref()
    session = mine
    log.info({ partitions: stream.partitions, at: connection.getServer() }, 'telemetry goes by the log')
    return async () => {
      session = null
      clearInterval(looking)
      await shares?.close()
    }
  }

  return {
    state() {
      const pending = held().map(pendingOf)
      return {
        connected: session !== null,
        partitions: session?.stream.partitions ?? null,
        takes: held().length,
        pending: pending.includes(null) ? null : pending.reduce<number>((sum, each) => sum + (each ?? 0), 0),
        ageSeconds: ageSeconds(),
      }
    },
    async publish(reading) {
      if (session === null) throw unavailable()
      await session.publishing.publish(reading)
    },
    async begin(taking) {
      kept = keepConnected({
        nats,
        log,
        away: 'the log of telemetry is out of reach: senders are told to come again until it is back',
        begin: (connection, refuse) => live(connection, taking, refuse),
      })
      await kept.ready
    },
    async close() {
      // What is under way is stored and acknowledged, over a connection that is still there.
      await session?.shares?.close()
      await kept?.close()
    },
  }
}
