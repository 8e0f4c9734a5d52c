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

/** Messages of a partition that its holder has at hand and not acknowledged. */
export const AT_HAND = 32
/** Messages set aside that are kept. With one more its partition waits for a person: they are all somebody's measurements. */
const ASIDE = 10_000

/** The log of an installation: a stream that holds what is not stored yet, each partition under a subject of its own, and one for what never can be. */
export interface LogStream {
  name: string
  partitions: number
  /** Of all partitions. */
  subjects: string
  subject(partition: number): string
  aside: { name: string; subject: string }
}

/**
 * Opens the log of an installation, and makes it where it is not there: with so many partitions, which stay. What else an operator sets of the streams
 * (limits, replicas) is left as it is.
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
  const known = await orNull(jsm.streams.info(name))
  const { config } =
    known ??
    (await jsm.streams.add({
      ...kept,
      name,
      subjects: Array.from({ length: partitions }, (_, at) => subject(at)),
      // What is stored is acknowledged, and goes.
      retention: RetentionPolicy.Workqueue,
    }))
  if ((await orNull(jsm.streams.info(aside.name))) === null)
    await jsm.streams.add({
      ...kept,
      name: aside.name,
      subjects: [aside.subject],
      retention: RetentionPolicy.Limits,
      max_msgs: ASIDE,
    })
  const { subjects, retention } = config
  if (retention !== RetentionPolicy.Workqueue || !subjects.every((_, at) => subjects.includes(subject(at))))
    throw new Error(
      `the stream ${name} is none of this platform: it wants subjects ${subject(0)} and on, as a work queue`,
    )
  return { name, partitions: subjects.length, subjects: `${prefix}.>`, subject, aside }
}

/**
 * The consumer of a partition, made anew and under a name of its own: it delivers all that is not acknowledged, in order, whatever the last holder had at
 * hand. That one's is gone, so that one that was stopped and wakes asks for nothing and acknowledges nothing by it. `again` is how much was delivered before.
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
    await orNull(jsm.consumers.delete(stream.name, name))
  }
  await jsm.consumers.add(stream.name, {
    durable_name: durable,
    filter_subject: subject,
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.Explicit,
    // By time nothing comes again: it would come out of order. It comes to the next consumer.
    ack_wait: nanos(DAY),
    max_ack_pending: AT_HAND,
  })
  return { consumer: await js.consumers.get(stream.name, durable), again }
}

/** For how long the oldest message of a stream has lain there, ms, by the clock of its server where that tells it (2.10 and newer), else by `now`. */
export function ageOf(
  { state, ts }: Pick<StreamInfo, 'ts'> & { state: Pick<StreamState, 'messages' | 'first_ts'> },
  now: number,
): number {
  if (state.messages === 0) return 0
  return Math.max(0, (ts === undefined ? now : Date.parse(ts)) - Date.parse(state.first_ts))
}

/** What is asked of JetStream; null where there is no such thing. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof JetStreamApiError && MISSING.has(error.code)) return null
    throw error
  }
}

const MISSING: ReadonlySet<number> = new Set([JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound])
