import { HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import type { Group } from '../../hj212/protocol/segment.ts'
import type { Link } from './link.ts'
import { DONE, DROPPED, type QueuedSpan, type Spool } from './spool.ts'

/** Most spans in flight. */
const MAX_IN_FLIGHT = 8
/** Spans read from the spool at once, those that are postponed among them. */
const MAX_READ = 1000
/** A span that is not acknowledged, while the connection stands, is tried again after so long, doubled each time up to an hour, ms. */
const RETRY_MS = MINUTE

/** What one span says: a message each, under the MN of its subject. */
export interface SpanMessages {
  mn: string
  messages: readonly (readonly Group[])[]
}

export interface DrainOptions {
  spool: Pick<Spool, 'waiting' | 'settle'>
  /** The connection while it stands, and may be used. */
  link(): Pick<Link, 'up' | 'report'> | null
  /** No messages where there is nothing left to say. */
  messagesOf(span: QueuedSpan): Promise<SpanMessages>
  /** A span is off the spool. */
  onSettled(): void
}

export interface Drain {
  isIdle(): boolean
  /** Reports what waits, until all of it is acknowledged or postponed, or the connection has ended. One run at a time. */
  run(): Promise<void>
}

/** A span that was not acknowledged: where it begins, when it is tried again (both epoch ms), and how often it was tried. */
interface Postponed {
  ts: number
  until: number
  times: number
}

/** Empties the spool of an interface. What is postponed is known to this process alone: the next one tries it at once. */
export function createDrain({ spool, link, messagesOf, onSettled }: DrainOptions): Drain {
  let state: 'idle' | 'draining' = 'idle'
  const postponed = new Map<string, Postponed>()

  const postpone = (span: QueuedSpan): void => {
    const times = (postponed.get(keyOf(span))?.times ?? 0) + 1
    postponed.set(keyOf(span), { ts: span.ts, until: Date.now() + Math.min(RETRY_MS * 2 ** (times - 1), HOUR), times })
  }
  /** Forgets what waits no more: the spool drops minutes where they are too many. `waiting` are the oldest that do, all of them below `limit`. */
  const forgetDropped = (waiting: readonly QueuedSpan[], limit: number): void => {
    const kept = new Set(waiting.map(keyOf))
    // Of what lies behind the last that was read nothing is known.
    const known = waiting.length < limit ? Infinity : (waiting.at(-1)?.ts ?? Infinity)
    for (const [key, { ts }] of postponed) if (ts < known && !kept.has(key)) postponed.delete(key)
  }
  /** The next that are due, oldest first. */
  const nextSpans = async (): Promise<QueuedSpan[]> => {
    const now = Date.now()
    const limit = Math.min(MAX_IN_FLIGHT + postponed.size, MAX_READ)
    const waiting = await spool.waiting(limit)
    forgetDropped(waiting, limit)
    return waiting.filter((span) => (postponed.get(keyOf(span))?.until ?? 0) <= now).slice(0, MAX_IN_FLIGHT)
  }
  /** Sends one span, and notes at once that it was acknowledged: it would come twice if this process ended before. */
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
          // They leave in order.
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
