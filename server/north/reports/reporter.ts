import type { Segment } from '../../hj212/protocol/segment.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import type { Platform } from '../../platform.ts'
import { LeaseLost, type Storage } from '../../storage/types.ts'
import type { SendOutcome, Resolve } from '../send.ts'
import { createConnection } from './connection.ts'
import { createDrain, type SpanMessages } from './drain.ts'
import { createSpanFinder } from './due.ts'
import { LINK_TIMEOUTS, type LinkTimeouts } from './link.ts'
import { createRealtime } from './realtime.ts'
import { answerRequest, createRequestQueue } from './requests.ts'
import { createSession } from './session.ts'
import { splitMessages, reportContent } from './spans.ts'
import { spoolOf, type QueuedSpan } from './spool.ts'
import { subjectsOf, type ReportInterface, type Subject } from './subjects.ts'

export interface ReporterOptions {
  patience?: Partial<LinkTimeouts>
  /** Initial reconnect backoff, doubled with every failure up to a minute, ms. */
  retry?: number
  /** How long after its end a span is reported, ms: its last samples may still be on their way. */
  grace?: number
  /** How often spans to report are looked for, and the subjects are read anew, ms. */
  fill?: number
  /** Most minutes that wait; the oldest beyond are dropped. */
  mostMinutes?: number
  resolve?: Resolve
  /**
   * Storage of the leader for the session that the page shows: it refuses writes once another process leads. Without it
   * every process may write.
   */
  lead?: Storage
}

const DEFAULTS = { retry: 1000, grace: 45_000, fill: 15_000, mostMinutes: 20_000 }

export interface Reporter {
  reports: ReportInterface
  /**
   * Starts what is due, and returns the outcome of real-time data or of the connection since the last tick.
   * @throws {LeaseLost} where another process leads now; nothing else
   */
  tick(now: number, due: boolean): Promise<SendOutcome | null>
  close(): Promise<void>
}

/**
 * Creates the reporter of one HJ 212 interface. Each of its activities has its own state: `connection` connects, `look`
 * fills the spool, `drain` empties it, `realtime` reports the current values. A tick starts the activities that are due
 * and waits for none of them; besides, requests of the remote system are answered.
 */
export function createReporter(
  platform: Platform,
  reports: ReportInterface,
  clock: Clock,
  options: ReporterOptions = {},
): Reporter {
  const { storage, settings, log } = platform
  const { retry, grace, fill, mostMinutes, resolve, lead = storage } = { ...DEFAULTS, ...options }
  const closing = new AbortController()
  /** Runs of activities in progress. */
  const running = new Set<Promise<void>>()
  let subjects: Subject[] = []
  let readAt = 0
  /** The newest outcome that no tick has handed on. */
  let outcome: SendOutcome | null = null

  // The spool bypasses the lease: an acknowledgement stays valid whichever process leads, and adding a span is
  // idempotent.
  const spool = spoolOf(storage, reports.id)
  const session = createSession(lead, reports.id)
  const requests = createRequestQueue()

  /** Answers a request over the connection that it arrived on. */
  const onRequest = (segment: Segment): void => {
    const link = connection.link()
    if (!link) return
    requests.add(() =>
      answerRequest({ platform, reports, subjects, clock, link }, segment).catch((error: unknown) =>
        log.warn(
          { err: error, interface: reports.id },
          'a request of the receiver of HJ 212 data could not be answered',
        ),
      ),
    )
  }
  const messagesOf = async ({ cn, subject: id, ts }: QueuedSpan): Promise<SpanMessages> => {
    const subject = subjects.find((one) => one.id === id)
    if (!subject) return { mn: '', messages: [] }
    const groups = await reportContent(platform, { subject, cn, start: ts, reports, clock })
    return { mn: subject.mn, messages: splitMessages(clock.write(ts), groups) }
  }

  const connection = createConnection({
    reports,
    clock,
    retry,
    patience: { ...LINK_TIMEOUTS, ...options.patience },
    allowPrivate: settings.northAllowPrivate,
    signal: closing.signal,
    ...(resolve && { resolve }),
    onFrame: session.note,
    onRequest,
    onUp: session.changed,
    onDown(why) {
      outcome = why
      session.changed()
    },
  })
  const look = createSpanFinder({ platform, reports, clock, spool }, { grace, every: fill, mostMinutes })
  const drain = createDrain({
    spool,
    link: () => (closing.signal.aborted ? null : connection.link()),
    messagesOf,
    onSettled: connection.reset,
  })
  const realtime = createRealtime({
    platform,
    clock,
    onOutcome(became) {
      outcome = became
      if (became.ok) connection.reset()
    },
  })

  /** Starts one run of an activity. A run that fails is logged; a later tick starts the next one. */
  const begin = (what: string, run: () => Promise<void>): void => {
    const done = run()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error, interface: reports.id }, `${what} failed`)
      })
      .finally(() => running.delete(done))
    running.add(done)
  }
  return {
    reports,
    async tick(now, due) {
      try {
        // The subjects change seldom, and reading them costs two queries.
        if (subjects.length === 0 || now - readAt >= fill) {
          subjects = await subjectsOf(platform, reports)
          readAt = now
        }
        if (look.isDue(now)) begin('looking for spans to report', () => look.run(subjects, now))
        if (subjects.length > 0 && connection.isDue(now)) begin('connecting', connection.connect)
        const link = connection.link()
        if (link && drain.isIdle()) begin('reporting spans', drain.run)
        if (link && due && reports.realtimeMs !== null && realtime.isIdle())
          begin('reporting real-time data', () => realtime.run(link, subjects, now))
        await session.save({ up: Number(connection.link() !== null), since: connection.since() })
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        log.warn({ err: error, interface: reports.id }, 'an HJ 212 interface could not be served; it is tried again')
      }
      const latest = outcome
      outcome = null
      realtime.handedOn()
      return latest
    },
    async close() {
      closing.abort()
      connection.close()
      await Promise.all([requests.ended(), ...running])
      await session.end()
    },
  }
}
