import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, JsMsg } from '@nats-io/jetstream'
import { seldom, type Log } from '../../log.ts'
import type { Registry } from '../../platform.ts'
import { BATCH_ROWS, Unsavable } from '../batches.ts'
import type { Reading } from '../ingest.ts'
import { deliveriesIn, readingOf } from './delivery.ts'
import { AT_HAND } from './stream.ts'

/** How long it waits before it tries again what failed, ms. */
const PAUSE = 1000
const COMPLAIN_EVERY = 10_000

interface Options {
  partition: number
  /** Whether this process may take it, which may change at any time. */
  holds(): boolean
  /** Its consumer, made anew. */
  open(): Promise<Consumer>
  registry: Registry
  /** Stores readings in one transaction (telemetry/ingest.ts). */
  keep(readings: readonly Reading[]): Promise<void>
  /** Keeps a message that can never be stored where a person finds it. */
  setAside(message: JsMsg, why: string): Promise<void>
  log: Log
}

/**
 * Takes what lies in a partition: as many messages as make one transaction are stored, then acknowledged, and the next ones come after that, so that a
 * device's values are stored in the order in which they were taken in. What fails is tried again, until it succeeds or the partition goes; a message that
 * can never be stored is set aside.
 */
export function takePartition({ partition, holds, open, registry, keep, setAside, log }: Options): {
  /** Resolves once nothing more is done. What was not acknowledged comes to the next holder. */
  close(): Promise<void>
} {
  const closing = new AbortController()
  const mayComplain = seldom(COMPLAIN_EVERY)

  const take = async (): Promise<void> => {
    const waiting: JsMsg[] = []
    /** So many of the next messages are stored one by one: one of them cannot be. */
    let suspects = 0
    let wake = (): void => {}
    const over = new AbortController()
    const ended = AbortSignal.any([closing.signal, over.signal])
    const consumer = await open()
    const taking = await consumer.consume({
      max_messages: AT_HAND,
      abort_on_missing_resource: true,
      callback: (message) => {
        waiting.push(message)
        wake()
      },
    })
    ended.addEventListener('abort', () => wake())
    void taking.closed().finally(() => over.abort())
    const done = (count: number): void => {
      suspects = Math.max(suspects - count, 0)
      for (const message of waiting.splice(0, count)) message.ack()
    }
    /** Messages from the first on that make one transaction; none where the first one is unreadable. */
    const next = async (): Promise<Reading[][]> => {
      const batch: Reading[][] = []
      let values = 0
      for (const message of waiting) {
        const deliveries = deliveriesIn(message.string())
        if (deliveries === null) break
        const readings: Reading[] = []
        for (const delivery of deliveries) readings.push(await readingOf(delivery, registry))
        values += readings.reduce((sum, { samples, marked }) => sum + samples.length + marked.length, 0)
        if (batch.length > 0 && values > BATCH_ROWS) break
        batch.push(readings)
        if (suspects > 0) break
      }
      return batch
    }
    const round = async (first: JsMsg): Promise<void> => {
      const batch = await next()
      if (batch.length === 0) {
        await setAside(first, 'it cannot be read')
        return done(1)
      }
      try {
        await keep(batch.flat())
      } catch (error) {
        if (!(error instanceof Unsavable)) throw error
        if (batch.length > 1) return void (suspects = batch.length)
        await setAside(first, String(error.cause))
        return done(1)
      }
      done(batch.length)
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
              log.warn({ err: error, partition }, 'what lies in the log cannot be stored for now; it is tried again')
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
            log.warn({ err: error, partition }, 'a partition of the log cannot be taken for now; it is tried again')
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

/** Waits for a while, or until the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await sleep(PAUSE, undefined, { signal, ref: false }).catch(() => {})
}
