import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, JsMsg } from '@nats-io/jetstream'
import { throttled, type Log } from '../../log.ts'
import type { Registry } from '../../platform.ts'
import { BATCH_ROWS, Unsavable } from '../batches.ts'
import type { Reading } from '../ingest.ts'
import { deliveriesIn, readingsOf, valuesIn, type Delivery } from './delivery.ts'
import { MAX_UNACKNOWLEDGED } from './stream.ts'

/** Delay before a failed step is repeated, ms. */
const RETRY_MS = 1000
const COMPLAIN_EVERY_MS = 10_000

interface Options {
  partition: number
  /** Whether this process holds the partition. May change at any time. */
  holds(): boolean
  /** Creates the partition's consumer anew. */
  open(): Promise<Consumer>
  registry: Registry
  /** Stores readings in one transaction (telemetry/ingest.ts). */
  keep(readings: readonly Reading[]): Promise<void>
  /**
   * Sets aside content of a message that can never be stored, where an operator finds it: some deliveries, or the whole
   * message (null).
   */
  setAside(message: JsMsg, deliveries: readonly Delivery[] | null, why: string): Promise<void>
  log: Log
}

interface Entry {
  message: JsMsg
  delivery: Delivery
}

interface Refused extends Entry {
  why: string
}

/**
 * Takes the messages of a partition: stores as many as make one transaction, acknowledges them, then goes on with the
 * next ones, so that a device's values are stored in the order in which they were received. What fails is tried again
 * until it succeeds or the partition is given up; a delivery that can never be stored is set aside.
 */
export function takePartition({ partition, holds, open, registry, keep, setAside, log }: Options): {
  /** Resolves once the work has stopped. Unacknowledged messages go to the next holder. */
  close(): Promise<void>
} {
  const closing = new AbortController()
  const mayComplain = throttled(COMPLAIN_EVERY_MS)
  const looked = new Map<string, number>()

  const take = async (): Promise<void> => {
    const waiting: JsMsg[] = []
    let wake = (): void => {}
    const over = new AbortController()
    const ended = AbortSignal.any([closing.signal, over.signal])
    const consumer = await open()
    const taking = await consumer.consume({
      max_messages: MAX_UNACKNOWLEDGED,
      abort_on_missing_resource: true,
      callback: (message) => {
        waiting.push(message)
        wake()
      },
    })
    ended.addEventListener('abort', () => wake())
    void taking.closed().finally(() => over.abort())
    const done = (count: number): void => {
      for (const message of waiting.splice(0, count)) message.ack()
    }
    /**
     * Returns the entries of the next messages that make one transaction, and the number of these messages: 0 where the
     * first message is unreadable.
     */
    const next = (): { entries: Entry[]; messages: number } => {
      const entries: Entry[] = []
      let [values, messages] = [0, 0]
      for (const message of waiting) {
        const deliveries = deliveriesIn(message.string())
        if (deliveries === null) break
        for (const delivery of deliveries) values += valuesIn(delivery)
        if (messages > 0 && values > BATCH_ROWS) break
        for (const delivery of deliveries) entries.push({ message, delivery })
        messages++
      }
      return { entries, messages }
    }
    /**
     * Stores entries; entries that are refused together are split in halves and tried again. Returns the entries that
     * are refused alone.
     */
    const store = async (entries: readonly Entry[]): Promise<Refused[]> => {
      try {
        await keep(
          await readingsOf(
            entries.map(({ delivery }) => delivery),
            registry,
            looked,
          ),
        )
        return []
      } catch (error) {
        if (!(error instanceof Unsavable)) throw error
        const why = String(error.cause)
        if (entries.length <= 1) return entries.map((entry) => ({ ...entry, why }))
        const half = Math.ceil(entries.length / 2)
        return [...(await store(entries.slice(0, half))), ...(await store(entries.slice(half)))]
      }
    }
    const round = async (first: JsMsg): Promise<void> => {
      const { entries, messages } = next()
      if (messages === 0) {
        await setAside(first, null, 'it cannot be read')
        return done(1)
      }
      const refused = await store(entries)
      for (const message of new Set(refused.map((entry) => entry.message))) {
        const mine = refused.filter((entry) => entry.message === message)
        await setAside(
          message,
          mine.map(({ delivery }) => delivery),
          mine[0]?.why ?? '',
        )
      }
      done(messages)
    }
    try {
      while (!ended.aborted) {
        const [first] = waiting
        if (!first)
          await new Promise<void>((resolve) => {
            wake = resolve
            if (ended.aborted) resolve()
          })
        else if (!holds()) await pause(ended)
        else
          await round(first).catch(async (error: unknown) => {
            if (!ended.aborted && mayComplain())
              log.warn(
                { err: error, partition },
                'messages of the telemetry log cannot be stored for now; trying again',
              )
            await pause(ended)
          })
      }
    } finally {
      await taking.close()
    }
  }
  const running = (async () => {
    while (!closing.signal.aborted) {
      if (holds())
        await take().catch((error: unknown) => {
          if (!closing.signal.aborted && mayComplain())
            log.warn({ err: error, partition }, 'a partition of the telemetry log cannot be read for now; trying again')
        })
      await pause(closing.signal)
    }
  })()
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}

/** Waits for RETRY_MS, or until the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
}
