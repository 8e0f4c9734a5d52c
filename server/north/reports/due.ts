import { DAY } from '../../../resources/kit/zone.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import type { Platform } from '../../platform.ts'
import { cnsOf, spanAt, toldSpans } from './spans.ts'
import type { Spool, QueuedSpan } from './spool.ts'
import type { ReportInterface, Subject } from './subjects.ts'

/** How far back data that came late are looked for, ms. */
const LATE = { 2051: DAY, 2061: 7 * DAY, 2031: 7 * DAY } as const

interface SpanContext {
  platform: Pick<Platform, 'storage'>
  reports: ReportInterface
  subjects: readonly Subject[]
  clock: Clock
  spool: Spool
}

/**
 * Puts the spans into the spool that have ended `grace` ms before `now` and are not known yet: since the last one that is known, or (`late`) as far
 * back as late data are looked for. An interface begins with the span in which it was saved.
 */
export async function lookForSpans(
  { platform, reports, subjects, clock, spool }: SpanContext,
  { now, late, grace }: { now: number; late: boolean; grace: number },
): Promise<void> {
  for (const cn of cnsOf(reports)) {
    const { first, last } = await spool.oldestAndNewest(cn)
    const { start: open } = spanAt(cn, now - grace, reports, clock)
    const begun = first ?? spanAt(cn, reports.updatedAt, reports, clock).start
    // The newest is looked at again: another subject may have told it since.
    const resumeAt = late ? open - LATE[cn] : Math.min(last ?? begun, spanAt(cn, open - 1, reports, clock).start)
    const from = Math.max(resumeAt, begun, cn === '2051' ? now - DAY : 0)
    const within = { start: from, end: open, until: open }
    const found: QueuedSpan[] = []
    for (const subject of subjects)
      for (const ts of await toldSpans(platform, { subject, cn, within, reports, clock }))
        found.push({ cn, subject: subject.id, ts })
    await spool.add(await spool.unknown(found))
    if (late) await spool.prune(cn, now - LATE[cn])
  }
}
