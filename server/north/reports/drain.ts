import { HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import type { Group } from '../../hj212/protocol/segment.ts'
import type { Link } from './link.ts'
import { DONE, DROPPED, type QueuedSpan, type Spool } from './spool.ts'

/** Most spans in flight. */
const MAX_IN_FLIGHT = 8
/** Spans read from the spool at once, including the postponed ones. */
const MAX_READ = 1000
/**
 * Delay after which a span that was not acknowledged, while the connection is up, is tried again, ms; doubled each time
 * up to an hour.
 */
const RETRY_MS = MINUTE

/** What one span reports: one or more messages, under the MN of its subject. */
export interface SpanMessages {
  mn: string
  messages: readonly (readonly Group[])[]
}

export interface DrainOptions {
  spool: Pick<Spool, 'waiting' | 'settle'>
  /** Returns the connection while it is up and may be used. */
  link(): Pick<Link, 'up' | 'report'> | null
  /** Makes the messages of a span; none where there is nothing left to report. */
  messagesOf(span: QueuedSpan): Promise<SpanMessages>
  /** Is called when a span has left the spool. */
  onSettled(): void
}

export interface Drain {
  isIdle(): boolean
  /**
   * Reports what waits, until all of it is acknowledged or postponed, or the connection has ended. One run at a time.
   */
  run(): Promise<void>
}

/** A span that was not acknowledged: its start, when it is tried again (both epoch ms), and how often it was tried. */
interface Postponed {
  ts: number
  until: number
  times: number
}

/**
 * Creates the drain, which empties the spool of an interface. Postponed spans are known to this process alone: the next
 * leader tries them at once.
 */
export function createDrain({ spool, link, messagesOf, onSettled }: DrainOptions): Drain {
  let state: 'idle' | 'draining' = 'idle'
  const postponed = new Map<string, Postponed>()

  const postpone = (span: QueuedSpan): void => {
    const times = (postponed.get(keyOf(span))?.times ?? 0) + 1
    postponed.set(keyOf(span), { ts: span.ts, until: Date.now() + Math.min(RETRY_MS * 2 ** (times - 1), HOUR), times })
  }
  /**
   * Forgets postponed spans that are not on the spool any more: the spool drops minutes where there are too many.
   * `waiting` are the oldest spans on it, all of them where they are fewer than `limit`.
   */
  const forgetDropped = (waiting: readonly QueuedSpan[], limit: number): void => {
    const kept = new Set(waiting.map(keyOf))
    // Nothing is known of spans later than the last one that was read.
    const known = waiting.length < limit ? Infinity : (waiting.at(-1)?.ts ?? Infinity)
    for (const [key, { ts }] of postponed) if (ts < known && !kept.has(key)) postponed.delete(key)
  }
  /** Returns the next spans that are due, oldest first. */
  const nextSpans = async (): Promise<QueuedSpan[]> => {
    const now = Date.now()
    const limit = Math.min(MAX_IN_FLIGHT + postponed.size, MAX_READ)
    const waiting = await spool.waiting(limit)
    forgetDropped(waiting, limit)
    return waiting.filter((span) => (postponed.get(keyOf(span))?.until ?? 0) <= now).slice(0, MAX_IN_FLIGHT)
  }
  /**
   * Sends one span, and stores its acknowledgement at once: the span would be sent twice if this process ended before.
   */
  const sendSpan = async (
    span: QueuedSpan,
    { mn, messages }: SpanMessages,
    to: Pick<Link, 'up' | 'report'>,
  ): Promise<void> => {
    const acknowledged = (await Promise.all(messages.map((cp) => to.report(mn, span.cn, cp)))).every(Boolean)
    if (acknowledged) {
      await spool.settle(span, messages.length > 0 ? DONE : DROPPED)
      postponed.delete(keyOf(span))
      onSettled()
    } else if (to.up()) postpone(span)
  }

  return {
    isIdle: () => state === 'idle',
    async run() {
      state = 'draining'
      try {
        for (let to = link(); to?.up(); to = link()) {
          const spans = await nextSpans()
          if (spans.length === 0) return
          const sent: Promise<void>[] = []
          // The spans are sent in order.
          for (const span of spans) sent.push(sendSpan(span, await messagesOf(span), to))
          await Promise.all(sent)
        }
      } finally {
        state = 'idle'
      }
    },
  }
}

const keyOf = ({ cn, subject, ts }: QueuedSpan): string => `${cn} ${subject} ${ts}`
