import { valueIn, type Group, type Segment } from '../../hj212/protocol/segment.ts'
import { sameText } from '../../hj212/secrets.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import type { Platform } from '../../platform.ts'
import type { Link } from './link.ts'
import { splitMessages, momentContent, reportContent, findSpanStarts, type SpanCn, type SearchRange } from './spans.ts'
import type { ReportInterface, Subject } from './subjects.ts'

/** Replies to a request: QnRtn with the standard's numbers. */
const [ACCEPTED, REFUSED, WRONG_PASSWORD, WRONG_MN, WRONG_CN] = ['1', '2', '3', '4', '8']
/** Results of a request's execution: ExeRtn. */
const [DONE, FAILED, NOTHING] = ['1', '2', '100']
/** Most spans in one answer: a caller that wants more has to ask in parts. */
const MAX_SPANS = 2000
/** Most requests that wait or are being answered; further ones are ignored. */
const MAX_REQUESTS = 8
const SPANS: ReadonlySet<string> = new Set(['2051', '2061', '2031'])
/**
 * Commands that are always refused: the platform's clock, intervals and passwords are set in the console, never by the
 * remote system.
 */
const NEVER: ReadonlySet<string> = new Set(['1000', '1012', '1062', '1064', '1072'])

export interface RequestContext {
  platform: Pick<Platform, 'storage'>
  reports: ReportInterface
  subjects: readonly Subject[]
  clock: Clock
  link: Link
}

export interface RequestQueue {
  /** Answers a request after those before it; `answer` must not reject. */
  add(answer: () => Promise<void>): void
  /** Waits for the answers in progress. */
  ended(): Promise<void>
}

/** Creates a queue that answers requests one after another. */
export function createRequestQueue(): RequestQueue {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return {
    add(answer) {
      if (waiting >= MAX_REQUESTS) return
      waiting++
      last = last.then(async () => {
        await answer()
        waiting--
      })
    },
    ended: () => last,
  }
}

/**
 * Answers a request of the system that receives the reports: the time, the intervals, and minutes, hours and days from
 * the platform's history.
 */
export async function answerRequest(
  { platform, reports, subjects, clock, link }: RequestContext,
  segment: Segment,
): Promise<void> {
  const { qn, cn, mn } = segment
  const subject = subjects.find((one) => one.mn === mn.toUpperCase())
  const reply = (code: string, cp: readonly Group[], st = '91'): Promise<boolean> =>
    link.write({ qn, st, cn: code, mn: subject?.mn ?? mn, cp })
  const refusal = !subject
    ? WRONG_MN
    : !sameText(reports.pw, segment.pw)
      ? WRONG_PASSWORD
      : !reports.answers || NEVER.has(cn)
        ? REFUSED
        : null
  const accept = (): Promise<boolean> => reply('9011', [[['QnRtn', ACCEPTED]]])
  const end = (result: string): Promise<boolean> => reply('9012', [[['ExeRtn', result]]])
  if (!subject || refusal !== null) return void (await reply('9011', [[['QnRtn', refusal ?? WRONG_MN]]]))
  if (SPANS.has(cn)) {
    const [from, to] = [clock.read(valueIn(segment.cp, 'BeginTime')), clock.read(valueIn(segment.cp, 'EndTime'))]
    if (from === null || to === null || from > to) return void (await reply('9011', [[['QnRtn', REFUSED]]]))
    await accept()
    await end(await history(cn as SpanCn, { start: from, end: to + 1000, until: Date.now() }))
    return
  }
  if (cn === '2011') {
    await accept()
    const { time, groups } = await momentContent(platform, subject, Date.now())
    if (time !== null) for (const cp of splitMessages(clock.write(time), groups)) await reply(cn, cp, reports.st)
    return void (await end(time === null ? NOTHING : DONE))
  }
  const ownValues = ownOf(cn)
  if (ownValues === null) return void (await reply('9011', [[['QnRtn', WRONG_CN]]]))
  await accept()
  await reply(cn, [[ownValues]], reports.st)
  await end(DONE)

  async function history(kind: SpanCn, within: SearchRange): Promise<string> {
    if (!subject) return FAILED
    const starts = await findSpanStarts(platform, { subject, cn: kind, within, reports, clock })
    let sent = 0
    for (const start of starts.slice(0, MAX_SPANS)) {
      const groups = await reportContent(platform, { subject, cn: kind, start, reports, clock })
      for (const cp of splitMessages(clock.write(start), groups)) {
        if (!(await reply(kind, cp, reports.st))) return FAILED
        sent++
      }
    }
    return sent > 0 ? DONE : NOTHING
  }

  function ownOf(command: string): readonly [string, string] | null {
    if (command === '1011') return ['SystemTime', clock.write(Date.now())]
    if (command === '1061') return ['RtdInterval', String((reports.realtimeMs ?? 0) / 1000)]
    if (command === '1063') return ['MinInterval', String((reports.minutesMs ?? 0) / 60_000)]
    return null
  }
}
