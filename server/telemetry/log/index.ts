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
import { createLogPublisher } from './publishing.ts'
import { ageOf, openConsumer, openStream, nullIfMissing, type LogStream } from './stream.ts'

/** How often the state of the log is requested, ms. */
const POLL_INTERVAL_MS = 2000
/** Bytes reserved in a message for its headers. */
const HEADER_BYTES = 4096
/** Name under which partitions are leased. */
const LEASE = 'telemetry log'

interface Services {
  nats: NatsSettings
  databaseUrl: string
  /** Number of partitions with which a missing log is created. */
  partitions: number
  /** Whether this process takes partitions, or only writes to the log. */
  takes: boolean
  storage: Storage
  registry: Registry
  metrics: Metrics
  log: Log
}

/** Handles what is taken from the log. */
interface Taking {
  /** Stores readings in one transaction. */
  keep(readings: readonly Reading[]): Promise<void>
  /**
   * Called with the devices of a partition that this process took over, after their last values are read and before any
   * message of the partition is stored.
   */
  took?(devices: ReadonlySet<number>): Promise<void>
}

/** State of the log that belongs to one connection. */
interface Session {
  stream: LogStream
  publishing: ReturnType<typeof createLogPublisher>
  shares: Shares | null
  /** Creation time of the stream, which distinguishes it from a later stream of the same name; null: not known yet. */
  created: string | null
  /** Number of messages not stored yet, by subject; null: not known yet. */
  pending: Readonly<Record<string, number>> | null
  /** Age of the oldest message of all partitions, ms, 0 where there is none; null: not known yet. */
  ageMs: number | null
}

/**
 * Opens the log of telemetry in JetStream (TELEMETRY_LOG; docs/decisions/0019-history-in-clickhouse.md). A reading is
 * written to the log and acknowledged by JetStream before its sender gets an answer. Each partition is stored by one of
 * the processes that take telemetry, which acknowledges the messages after the commit.
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
    /**
     * Writes a reading to the log.
     *
     * @throws ApiError 503 where JetStream does not acknowledge it
     */
    publish(reading: Reading): Promise<void>
    /**
     * Connects, and starts storing what the log holds. Resolves once there is a connection, or none can be made for
     * now.
     */
    begin(taking: Taking): Promise<void>
    close(): Promise<void>
  }
> {
  const installation = await ownName(storage, 'bus.name')
  const again = counter(
    'telemetry_log_redelivered_total',
    'Messages of the telemetry log that were delivered again because they had not been acknowledged.',
  )
  const aside = counter(
    'telemetry_log_set_aside_total',
    'Messages of the telemetry log that were set aside because they can never be stored.',
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
    gauge('telemetry_log_connected', 'Whether the telemetry log can be written to (TELEMETRY_LOG).', () => [
      [{}, Number(session !== null)],
    ]),
    gauge(
      'telemetry_log_pending',
      'Messages of the telemetry log that are not stored yet, by partition that this process reads.',
      () =>
        held().flatMap((partition): [{ partition: number }, number][] => {
          const pending = pendingOf(partition)
          return pending === null ? [] : [[{ partition }, pending]]
        }),
      ['partition'],
    ),
    gauge(
      'telemetry_log_age_seconds',
      'Time for which the oldest message of the telemetry log, over all partitions, has been waiting to be stored.',
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
   * Reads the last values of a partition's devices and returns the devices. The previous holder may not have announced
   * these values to this process, and saving on change depends on them.
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
      const known = await nullIfMissing(jsm.streams.info(mine.stream.name, { subjects_filter: mine.stream.subjects }))
      // The stream was deleted. The next connection creates it again, or finds the one that another process created.
      if (known === null || known.created !== (mine.created ?? known.created))
        return refuse(new Error(`the stream ${mine.stream.name} was deleted`))
      mine.created = known.created
      mine.pending = known.state.subjects ?? {}
      mine.ageMs = ageOf(known, Date.now())
    } catch (error) {
      log.debug({ err: error }, 'the number of messages waiting in the telemetry log could not be read')
    }
  }
  const live = async (
    connection: NatsConnection,
    { keep, took }: Taking,
    refuse: (error: Error) => void,
  ): Promise<() => Promise<void>> => {
    const js = jetstream(connection, { timeout: ANSWER_TIMEOUT_MS })
    const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_TIMEOUT_MS })
    // With three replicas in a cluster, acknowledged messages are lost only if all three servers lose them.
    const replicas = connection.info?.cluster ? 3 : 1
    const readable = (connection.info?.max_payload ?? 0) - HEADER_BYTES
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
                  // An unreadable message may be so large that it leaves no room for the headers; then it is cut.
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
                    'a message of the telemetry log can never be stored; it is set aside',
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
            // With the acknowledgements flushed, the next holder need not store these messages again.
            await connection.flush().catch(() => {})
          },
        })
      : null
    const publishing = createLogPublisher(js, stream, log)
    const mine: Session = { stream, shares, publishing, created: null, pending: null, ageMs: null }
    void look(jsm, mine, refuse)
    const looking = setInterval(() => void look(jsm, mine, refuse), POLL_INTERVAL_MS)
    looking.unref()
    session = mine
    log.info({ partitions: stream.partitions, at: connection.getServer() }, 'telemetry goes through the log')
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
        away: 'the telemetry log cannot be reached: senders are told to send again until it is back',
        begin: (connection, refuse) => live(connection, taking, refuse),
      })
      await kept.ready
    },
    async close() {
      // Stores and acknowledges what is in flight while the connection still exists.
      await session?.shares?.close()
      await kept?.close()
    },
  }
}
