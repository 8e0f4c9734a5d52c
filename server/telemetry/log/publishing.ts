import { randomBytes } from 'node:crypto'
import type { JetStreamClient } from '@nats-io/jetstream'
import { ANSWER_TIMEOUT_MS } from '../../bus/connection.ts'
import { throttled, type Log } from '../../log.ts'
import { QUEUE_ROWS, unavailable } from '../batches.ts'
import type { Reading } from '../ingest.ts'
import { divideByPartition, MAX_VALUES, type Delivery, type Part } from './delivery.ts'
import type { LogStream } from './stream.ts'

/**
 * How long deliveries of a partition are gathered into one message, ms. Each message has a cost for JetStream and its
 * reader, whatever its size.
 */
const BATCH_WINDOW_MS = 10
const COMPLAIN_EVERY_MS = 10_000

interface Message {
  deliveries: Delivery[]
  values: number
  sent: Promise<void>
  send(): void
}

/**
 * Writes readings to the log over one connection, so that the values of a device that this process received stay in
 * order.
 */
export function createLogPublisher(
  js: JetStreamClient,
  stream: LogStream,
  log: Log,
): {
  /**
   * Resolves once JetStream has acknowledged the whole reading. After an error the reading may be in the log all the
   * same; sending it again does no harm, since equal samples are stored once.
   *
   * @throws ApiError 503 where JetStream did not acknowledge it
   */
  publish(reading: Reading): Promise<void>
} {
  const me = randomBytes(6).toString('hex')
  const mayComplain = throttled(COMPLAIN_EVERY_MS)
  const gathering = new Map<number, Message>()
  let sent = 0
  /** Number of values that wait for JetStream's acknowledgement. */
  let queued = 0

  const begin = (partition: number): Message => {
    let send = (): void => {}
    const sending = new Promise<void>((resolve) => {
      send = resolve
    })
    const message: Message = {
      deliveries: [],
      values: 0,
      send() {
        clearTimeout(timer)
        if (gathering.get(partition) === message) gathering.delete(partition)
        send()
      },
      sent: sending
        .then(async () => {
          await js.publish(stream.subject(partition), JSON.stringify(message.deliveries), {
            msgID: `${me}-${++sent}`,
            timeout: ANSWER_TIMEOUT_MS,
            expect: { streamName: stream.name },
          })
        })
        .finally(() => (queued -= message.values)),
    }
    const timer = setTimeout(() => message.send(), BATCH_WINDOW_MS)
    gathering.set(partition, message)
    return message
  }
  const add = ({ partition, values, delivery }: Part): Promise<void> => {
    let message = gathering.get(partition)
    if (message && message.values + values > MAX_VALUES) {
      message.send()
      message = undefined
    }
    message ??= begin(partition)
    message.deliveries.push(delivery)
    message.values += values
    queued += values
    return message.sent
  }
  return {
    async publish(reading) {
      if (queued > QUEUE_ROWS) throw unavailable()
      try {
        await Promise.all(divideByPartition(reading, stream.partitions).map(add))
      } catch (error) {
        if (mayComplain())
          log.error({ err: error }, 'telemetry cannot be written to the log; senders are told to send again')
        throw unavailable()
      }
    },
  }
}
