import { HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import type { Group, Segment } from '../../hj212/protocol/segment.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import type { Platform } from '../../platform.ts'
import type { SendOutcome, Resolve } from '../send.ts'
import { lookForSpans } from './due.ts'
import { openLink, LINK_PATIENCE, type Link, type LinkPatience } from './link.ts'
import { answerRequest } from './requests.ts'
import { storeSession, type LoggedFrame } from './session.ts'
import { splitMessages, momentContent, reportContent } from './spans.ts'
import { DONE, DROPPED, spoolOf, type QueuedSpan } from './spool.ts'
import { subjectsOf, type ReportInterface, type Subject } from './subjects.ts'

export interface ReporterOptions {
  patience?: Partial<LinkPatience>
  /** Initial reconnect backoff, doubled with every failure up to a minute, ms. */
  retry?: number
  /** How long after its end a span is reported, ms: its last samples are on their way. */
  grace?: number
  /** How often is looked for spans to report, and for who reports, ms. */
  fill?: number
  /** Minutes that wait at most; the oldest beyond are dropped. */
  mostMinutes?: number
  resolve?: Resolve
}

const DEFAULTS = { retry: 1000, grace: 45_000, fill: 15_000, mostMinutes: 20_000 }
const LONGEST_RETRY = 60_000
/** Most messages in flight. */
const TOGETHER = 8
/** How often is looked for data that came late, ms. */
const LATE_EVERY = HOUR
/** A span that is not acknowledged, while others are, is tried again after so long, doubled each time up to an hour, ms. */
const AGAIN = MINUTE
/** Requests that wait for those before them. */
const MAX_REQUESTS = 8
/** Frames that are shown. */
const SHOWN = 20

export interface Reporter {
  reports: ReportInterface
  /** Does what is due, and returns the outcome of real-time data or of the connection since the last tick. Never throws. */
  tick(now: number, due: boolean): Promise<SendOutcome | null>
  close(): Promise<void>
}

/** One interface of HJ 212: its connection, what it has yet to report, and requests of the other side. */
export function createReporter(
  platform: Platform,
  reports: ReportInterface,
  clock: Clock,
  options: ReporterOptions = {},
): Reporter {
  const { storage, settings, log } = platform
  const { retry, grace, fill, mostMinutes, resolve } = { ...DEFAULTS, ...options }
  const patience = { ...LINK_PATIENCE, ...options.patience }
  const closing = new AbortController()
  const spool = spoolOf(storage, reports.id)
  const delayed = new Map<string, { until: number; times: number }>()
  const frames: LoggedFrame[] = []
  let subjects: Subject[] = []
  let link: Link | null = null
  let [failures, retryAt, readAt, filledAt, lateAt, requests, since] = [0, 0, 0, 0, 0, 0, Date.now()]
  let [changed, filling, connecting, draining, reporting, reported] = [true, false, false, false, false, false]
  let outcome: SendOutcome | null = null
  let answering: Promise<void> = Promise.resolve()
  const under = new Set<Promise<void>>()

  /** Work beside the ticks; one that fails is logged, and done again by a later tick. */
  const begin = (what: string, work: () => Promise<void>): void => {
    const done = work()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error, interface: reports.id }, `${what} failed`)
      })
      .finally(() => under.delete(done))
    under.add(done)
  }
  const note = (out: boolean, text: string): void => {
    frames.push({ t: Date.now(), out: Number(out), text: text.slice(0, 2000) })
    if (frames.length > SHOWN) frames.shift()
    changed = true
  }
  const onEnd = (ended: SendOutcome): void => {
    link = null
    lost(ended)
  }
  const lost = (why: SendOutcome): void => {
    outcome = why
    retryAt = Date.now() + Math.min(retry * 2 ** Math.min(failures++, 20), LONGEST_RETRY)
    since = Date.now()
    changed = true
  }
  const onRequest = (segment: Segment): void => {
    const to = link
    if (!to || requests >= MAX_REQUESTS) return
    requests++
    answering = answering.then(async () => {
      await answerRequest({ platform, reports, subjects, clock, link: to }, segment).catch((error: unknown) =>
        log.warn({ err: error, interface: reports.id }, 'a request of HJ 212 could not be answered'),
      )
      requests--
    })
  }
  const connect = async (): Promise<void> => {
    connecting = true
    try {
      const linkOptions = { reports, clock, patience, allowPrivate: settings.northAllowPrivate, signal: closing.signal }
      const opened = await openLink({ ...linkOptions, onFrame: note, onRequest, onEnd, ...(resolve && { resolve }) })
      if (closing.signal.aborted) return opened.close()
      link = opened
      since = Date.now()
      changed = true
    } catch (error) {
      lost(error as SendOutcome)
    } finally {
      connecting = false
    }
  }
  const look = async (now: number, late: boolean): Promise<void> => {
    filling = true
    try {
      await lookForSpans({ platform, reports, subjects, clock, spool }, { now, late, grace })
      const dropped = await spool.bound(mostMinutes)
      if (dropped > 0)
        log.warn({ interface: reports.id, dropped }, 'minute data of HJ 212 waited too long and were dropped')
    } finally {
      filling = false
    }
  }
  /** What one span says, a message each; empty where there is nothing left to say. */
  const spanMessages = async ({ cn, subject: id, ts }: QueuedSpan): Promise<{ mn: string; messages: Group[][] }> => {
    const subject = subjects.find((one) => one.id === id)
    if (!subject) return { mn: '', messages: [] }
    const groups = await reportContent(platform, { subject, cn, start: ts, reports, clock })
    return { mn: subject.mn, messages: splitMessages(clock.write(ts), groups) }
  }
  const keyOf = ({ cn, subject, ts }: QueuedSpan): string => `${cn} ${subject} ${ts}`
  /** Sends one span, and notes at once that it was acknowledged: it would come twice if this process ended before. */
  const sendSpan = async (
    row: QueuedSpan,
    { mn, messages }: { mn: string; messages: Group[][] },
    to: Link,
  ): Promise<void> => {
    const acknowledged = (await Promise.all(messages.map((cp) => to.report(mn, row.cn, cp)))).every(Boolean)
    if (acknowledged) {
      await spool.settle(row, messages.length > 0 ? DONE : DROPPED)
      delayed.delete(keyOf(row))
      failures = 0
    } else if (to.up()) {
      const times = (delayed.get(keyOf(row))?.times ?? 0) + 1
      delayed.set(keyOf(row), { until: Date.now() + Math.min(AGAIN * 2 ** (times - 1), HOUR), times })
    }
  }
  const drain = async (): Promise<void> => {
    draining = true
    try {
      for (let to = link; to?.up() && !closing.signal.aborted; to = link) {
        const now = Date.now()
        const rows = (await spool.waiting(Math.min(TOGETHER + delayed.size, 1000)))
          .filter((row) => (delayed.get(keyOf(row))?.until ?? 0) <= now)
          .slice(0, TOGETHER)
        if (rows.length === 0) return
        const sent: Promise<void>[] = []
        // They leave in order.
        for (const row of rows) sent.push(sendSpan(row, await spanMessages(row), to))
        await Promise.all(sent)
      }
    } finally {
      draining = false
    }
  }
  /** Sends the real-time data. */
  const reportRealtime = async (to: Link, now: number): Promise<void> => {
    reporting = true
    try {
      const contents = await Promise.all(subjects.map((subject) => momentContent(platform, subject, now)))
      const sent = subjects.flatMap(({ mn }, index) => {
        const { time, groups } = contents[index] ?? { time: null, groups: [] }
        return time === null ? [] : splitMessages(clock.write(time), groups).map((cp) => to.report(mn, '2011', cp))
      })
      const ok = (await Promise.all(sent)).every(Boolean)
      if (ok) failures = 0
      // The connection's own end says more.
      if (ok || to.up()) outcome = { ok, key: ok ? 'error.north.answered' : 'error.north.unanswered', args: {} }
      reported = true
    } finally {
      reporting = false
    }
  }
  const save = async (): Promise<void> => {
    if (!changed) return
    changed = false
    await storeSession(storage, reports.id, { up: Number(link !== null), since, frames })
  }
  return {
    reports,
    async tick(now, due) {
      try {
        // Who reports changes seldom, and asking for it costs two queries.
        if (subjects.length === 0 || now - readAt >= fill) {
          subjects = await subjectsOf(platform, reports)
          readAt = now
        }
        if (!filling && now - filledAt >= fill) {
          const late = now - lateAt >= LATE_EVERY
          filledAt = now
          if (late) lateAt = now
          begin('looking for spans to report', () => look(now, late))
        }
        if (link === null && !connecting && subjects.length > 0 && now >= retryAt) begin('connecting', connect)
        const to = link
        if (to && !draining) begin('reporting spans', drain)
        if (to && due && reports.realtimeMs !== null && !reporting && !reported)
          begin('reporting real-time data', () => reportRealtime(to, now))
        await save()
      } catch (error) {
        log.warn({ err: error, interface: reports.id }, 'an interface of HJ 212 could not be looked after')
      }
      const latest = outcome
      outcome = null
      // The caller stores the outcome and reschedules; until then it must not be sent twice.
      if (!reporting) reported = false
      return latest
    },
    async close() {
      closing.abort()
      link?.close()
      await Promise.all([answering, ...under])
      if (link === null) await storeSession(storage, reports.id, { up: 0, since: Date.now(), frames }).catch(() => {})
    },
  }
}
