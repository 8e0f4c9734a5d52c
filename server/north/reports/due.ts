import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import type { Platform } from '../../platform.ts'
import { cnsOf, spanAt, findSpanStarts } from './spans.ts'
import type { Spool, QueuedSpan } from './spool.ts'
import type { ReportInterface, Subject } from './subjects.ts'

/** How far back late data are looked for, ms. */
const LATE_LOOKBACK_MS = { 2051: DAY, 2061: 7 * DAY, 2031: 7 * DAY } as const
/** How often late data are looked for, ms. */
const LATE_INTERVAL_MS = HOUR

interface SpanContext {
  platform: Pick<Platform, 'storage'>
  reports: ReportInterface
  subjects: readonly Subject[]
  clock: Clock
  spool: Spool
}

/**
 * Puts spans into the spool that ended at least `grace` ms before `now` and are not known yet: those since the last
 * known one or, with `late`, as far back as late data are looked for. An interface begins with the span in which it was
 * saved.
 */
export async function lookForSpans(
  { platform, reports, subjects, clock, spool }: SpanContext,
  { now, late, grace }: { now: number; late: boolean; grace: number },
): Promise<void> {
  for (const cn of cnsOf(reports)) {
    const { first, last } = await spool.oldestAndNewest(cn)
    const { start: open } = spanAt(cn, now - grace, reports, clock)
    const begun = first ?? spanAt(cn, reports.updatedAt, reports, clock).start
    // The newest span is looked at again: another subject may have samples of it since.
    const resumeAt = late
      ? open - LATE_LOOKBACK_MS[cn]
      : Math.min(last ?? begun, spanAt(cn, open - 1, reports, clock).start)
    const from = Math.max(resumeAt, begun, cn === '2051' ? now - DAY : 0)
    const within = { start: from, end: open, until: open }
    const found: QueuedSpan[] = []
    for (const subject of subjects)
      for (const ts of await findSpanStarts(platform, { subject, cn, within, reports, clock }))
        found.push({ cn, subject: subject.id, ts })
    await spool.add(await spool.unknown(found))
    if (late) await spool.prune(cn, now - LATE_LOOKBACK_MS[cn])
  }
}

export interface SpanFinderOptions {
  /** How long after its end a span is reported, ms: its last samples may still be on their way. */
  grace: number
  /** How often spans are looked for, ms. */
  every: number
  /** Most minutes that wait; the oldest beyond are dropped. */
  mostMinutes: number
}

export interface SpanFinder {
  isDue(now: number): boolean
  /** Puts the ended spans of the subjects into the spool, and drops minutes beyond the limit. One run at a time. */
  run(subjects: readonly Subject[], now: number): Promise<void>
}

interface SpanFinderContext extends Omit<SpanContext, 'platform' | 'subjects'> {
  platform: Pick<Platform, 'storage' | 'log'>
}

/**
 * Creates the look, which looks for spans to report at its interval, and every hour for late data. A run that fails is
 * not repeated before the next is due.
 */
export function createSpanFinder(
  { platform, reports, clock, spool }: SpanFinderContext,
  { grace, every, mostMinutes }: SpanFinderOptions,
): SpanFinder {
  const { log } = platform
  let state: 'idle' | 'looking' = 'idle'
  let [lookedAt, lateAt] = [0, 0]
  return {
    isDue: (now) => state === 'idle' && now - lookedAt >= every,
    async run(subjects, now) {
      const late = now - lateAt >= LATE_INTERVAL_MS
      state = 'looking'
      lookedAt = now
      if (late) lateAt = now
      try {
        await lookForSpans({ platform, reports, subjects, clock, spool }, { now, late, grace })
        const dropped = await spool.bound(mostMinutes)
        if (dropped > 0)
          log.warn(
            { interface: reports.id, dropped },
            'minute data for an HJ 212 receiver waited too long and were dropped',
          )
      } finally {
        state = 'idle'
      }
    },
  }
}
