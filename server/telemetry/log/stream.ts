import { randomBytes } from 'node:crypto'
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type JetStreamClient,
  type JetStreamManager,
  type StreamInfo,
  type StreamState,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { DAY } from '../../../resources/kit/zone.ts'

/** Maximum number of unacknowledged messages of a partition held in memory by its process. */
export const MAX_UNACKNOWLEDGED = 32
/**
 * Maximum number of messages kept aside. At the limit the affected partition waits for an operator, because each of
 * these messages holds measurements.
 */
const MAX_SET_ASIDE = 10_000

/**
 * The log of an installation: one stream for messages that are not stored yet, with a subject for each partition, and
 * one stream for messages that can never be stored.
 */
export interface LogStream {
  name: string
  partitions: number
  /** Matches the subjects of all partitions. */
  subjects: string
  subject(partition: number): string
  aside: { name: string; subject: string }
}

/**
 * Opens the log of an installation, creating missing streams. The number of partitions is fixed at creation. What an
 * operator set on existing streams (limits, replicas) stays.
 *
 * @throws Error where the stream has subjects or a retention that this platform does not use
 */
export async function openStream(
  jsm: JetStreamManager,
  { installation, partitions, replicas }: { installation: string; partitions: number; replicas: number },
): Promise<LogStream> {
  const name = `telemetry-${installation}`
  const prefix = `telemetry.${installation}`
  const subject = (partition: number): string => `${prefix}.${partition}`
  const aside = { name: `${name}-aside`, subject: `telemetry-aside.${installation}` }
  const kept = { storage: StorageType.File, discard: DiscardPolicy.New, num_replicas: replicas }
  const known = await nullIfMissing(jsm.streams.info(name))
  const { config } =
    known ??
    (await jsm.streams.add({
      ...kept,
      name,
      subjects: Array.from({ length: partitions }, (_, at) => subject(at)),
      // An acknowledged message is stored, and JetStream deletes it.
      retention: RetentionPolicy.Workqueue,
    }))
  if ((await nullIfMissing(jsm.streams.info(aside.name))) === null)
    await jsm.streams.add({
      ...kept,
      name: aside.name,
      subjects: [aside.subject],
      retention: RetentionPolicy.Limits,
      max_msgs: MAX_SET_ASIDE,
    })
  const { subjects, retention } = config
  if (retention !== RetentionPolicy.Workqueue || !subjects.every((_, at) => subjects.includes(subject(at))))
    throw new Error(
      `the stream ${name} does not belong to this platform: it must have the subjects ${subject(0)} and on, as a work queue`,
    )
  return { name, partitions: subjects.length, subjects: `${prefix}.>`, subject, aside }
}

/**
 * Creates a new consumer for a partition, with a unique name: it delivers everything that is not acknowledged, in
 * order, including what the last holder had in memory. The last holder's consumer is deleted, so that a process that
 * was suspended and resumes can neither fetch nor acknowledge messages with it. `again` is the number of messages that
 * were delivered before.
 */
export async function openConsumer(
  jsm: JetStreamManager,
  js: JetStreamClient,
  stream: LogStream,
  partition: number,
): Promise<{ consumer: Consumer; again: number }> {
  const subject = stream.subject(partition)
  const durable = `partition-${partition}-${randomBytes(6).toString('hex')}`
  let again = 0
  for await (const { name, config, num_ack_pending } of jsm.consumers.list(stream.name)) {
    if (config.filter_subject !== subject) continue
    again += num_ack_pending
    await nullIfMissing(jsm.consumers.delete(stream.name, name))
  }
  await jsm.consumers.add(stream.name, {
    durable_name: durable,
    filter_subject: subject,
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.Explicit,
    // No redelivery by timeout, which would be out of order. Unacknowledged messages go to the next consumer.
    ack_wait: nanos(DAY),
    max_ack_pending: MAX_UNACKNOWLEDGED,
  })
  return { consumer: await js.consumers.get(stream.name, durable), again }
}

/**
 * Returns the age of the oldest message of a stream, ms, by the server's clock where the server sends its time (2.10
 * and newer), else by `now`.
 */
export function ageOf(
  { state, ts }: Pick<StreamInfo, 'ts'> & { state: Pick<StreamState, 'messages' | 'first_ts'> },
  now: number,
): number {
  if (state.messages === 0) return 0
  return Math.max(0, (ts === undefined ? now : Date.parse(ts)) - Date.parse(state.first_ts))
}

/** Awaits a JetStream request; null where the stream or consumer does not exist. */
export async function nullIfMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof JetStreamApiError && MISSING.has(error.code)) return null
    throw error
  }
}

const MISSING: ReadonlySet<number> = new Set([JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound])
