import { sql } from 'kysely'
import { faultOf, shownNumber } from '../../../resources/kit/reading.ts'
import { isFresh } from '../../../resources/kit/rule.ts'
import { DAY, HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import type { Group } from '../../hj212/protocol/segment.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import { ownMeansOf } from '../../history/ownMeans.ts'
import { summary, summaryWanted } from '../../history/query.ts'
import type { LiveNode, Platform } from '../../platform.ts'
import { newestQualities } from '../../quality/newest.ts'
import { readingOf } from '../../quality/samples.ts'
import { markFor } from '../../quality/stationMarks.ts'
import type { ReportInterface, Subject } from './subjects.ts'

/** Command of the averages that are reported: minutes, hours or days. */
export type SpanCn = '2051' | '2061' | '2031'

export interface ReportSpan {
  start: number
  end: number
}

/** Range in which spans are looked for: they begin in [start, end) and have ended by `until`. */
export interface SearchRange extends ReportSpan {
  until: number
}

/** Returns the commands whose averages an interface reports. */
export const cnsOf = ({ minutesMs, hours, days }: ReportInterface): SpanCn[] => [
  ...(minutesMs === null ? [] : (['2051'] as const)),
  ...(hours ? (['2061'] as const) : []),
  ...(days ? (['2031'] as const) : []),
]

/** Length of minute spans where the interface reports none, for requests of the remote system, ms. */
const USUAL_MINUTES = 10 * MINUTE

/** Returns the span that contains a moment: minutes and hours of the clock, days of the platform's zone. */
export function spanAt(cn: SpanCn, at: number, { minutesMs }: ReportInterface, clock: Clock): ReportSpan {
  if (cn === '2031') {
    const start = dayOf(at, clock)
    // In a zone with summer time a day has 23 to 25 hours.
    return { start, end: dayOf(start + 1.5 * DAY, clock) }
  }
  const length = cn === '2061' ? HOUR : (minutesMs ?? USUAL_MINUTES)
  const start = Math.floor(at / length) * length
  return { start, end: start + length }
}

const dayOf = (at: number, clock: Clock): number => clock.read(clock.write(at).slice(0, 8)) ?? at

/** Returns the spans that begin in [start, end) and have ended by `until`. */
function spansIn(cn: SpanCn, { start, end, until }: SearchRange, reports: ReportInterface, clock: Clock): ReportSpan[] {
  const spans: ReportSpan[] = []
  let next = spanAt(cn, start, reports, clock)
  if (next.start < start) next = spanAt(cn, next.end, reports, clock)
  for (; next.start < end && next.end <= until; next = spanAt(cn, next.end, reports, clock)) spans.push(next)
  return spans
}

/** A device that reported averages of its own within this time is represented by those alone, ms. */
const OWN = 2 * DAY
/** Spans in one statement. */
const CHUNK_SPANS = 300

/**
 * Returns the starts of the spans for which a subject has data, oldest first. Spans that its devices reported
 * themselves begin when the device said.
 */
export async function findSpanStarts(
  { storage }: Pick<Platform, 'storage'>,
  {
    subject,
    cn,
    within,
    reports,
    clock,
  }: { subject: Subject; cn: SpanCn; within: SearchRange; reports: ReportInterface; clock: Clock },
): Promise<number[]> {
  const starts = new Set<number>()
  for (const { device, nodes } of subject.devices) {
    const reported = await storage.read
      .selectFrom('hj212reported')
      .select('ts')
      .distinct()
      .where('device_id', '=', device.id)
      .where('cn', '=', Number(cn))
      .where('ts', '>=', Math.min(within.start, within.end - OWN))
      .where('ts', '<=', within.end)
      .execute()
    if (reported.length > 0) {
      for (const { ts } of reported) if (ts >= within.start && ts < within.end) starts.add(ts)
      continue
    }
    const spans = spansIn(cn, within, reports, clock)
    const ids = [...nodes.values()].map(({ id }) => id)
    const nodemaps = sql.join(ids.map((id) => sql`cast(${id} as bigint)`))
    for (let at = 0; at < spans.length; at += CHUNK_SPANS) {
      const some = spans.slice(at, at + CHUNK_SPANS)
      const list = sql.join(some.map(({ start, end }) => sql`(cast(${start} as bigint), cast(${end} as bigint))`))
      const query = sql<{ first: number }>`
        with span (first, past) as (values ${list})
        select first from span where exists (
          select 1 from history where device_id = cast(${device.id} as bigint) and nodemap_id in (${nodemaps}) and ts >= span.first and ts < span.past
        )`
      const { rows } = await storage.readHistory(
        some.map(({ start, end }) => ({ device: device.id, nodemaps: ids, start, end: end - 1 })),
        ({ read }) => query.execute(read),
      )
      for (const { first } of rows) starts.add(Number(first))
    }
  }
  return [...starts].toSorted((a, b) => a - b)
}

/** Returns a subject's data of the span that begins at `start`: one group per factor; empty where there is no data. */
export async function reportContent(
  { storage }: Pick<Platform, 'storage'>,
  {
    subject,
    cn,
    start,
    reports,
    clock,
  }: { subject: Subject; cn: SpanCn; start: number; reports: ReportInterface; clock: Clock },
): Promise<Group[]> {
  const groups: Group[] = []
  for (const { device, nodes } of subject.devices) {
    const reported = await storage.read
      .selectFrom('hj212reported')
      .selectAll()
      .where('device_id', '=', device.id)
      .where('cn', '=', Number(cn))
      .where('ts', '=', start)
      .orderBy('factor')
      .execute()
    if (reported.length > 0) {
      for (const { factor, flag, ...said } of reported)
        if (nodes.has(factor) || (reports.factors?.has(factor) ?? true)) {
          const values = passedOn(said, nodes.get(factor))
          if (Object.values(values).some((value) => value !== null)) groups.push(averages(factor, values, flag ?? 'N'))
        }
      continue
    }
    const { end } = spanAt(cn, start, reports, clock)
    const byNode = new Map([...nodes].map(([factor, node]) => [node.id, { factor, node }]))
    const span = { device: device.id, nodemaps: [...byNode.keys()], start, end: end - 1 }
    const reading = await readingOf(storage.read, span)
    const means = ownMeansOf([...byNode.values()].map(({ node }) => node))
    const { rows } = await storage.readHistory(summaryWanted(span, means), ({ read }) =>
      summary(storage.engine, span, reading, means).execute(read),
    )
    for (const { nodemap_id, min, avg, max } of rows) {
      const known = byNode.get(nodemap_id)
      if (!known || avg === null) continue
      if (min === null || max === null) {
        // A direction has neither minimum nor maximum.
        const direction = shownNumber(known.node.node_script, avg)
        if (direction !== null) groups.push(averages(known.factor, { Avg: direction }, 'N'))
        continue
      }
      const [one, mean, other] = [min, avg, max].map((value) => shownNumber(known.node.node_script, value))
      const ends = [one, other].filter((value) => value !== null && value !== undefined)
      if (mean === null || mean === undefined || ends.length < 2) continue
      // A display script may turn the minimum into the maximum.
      groups.push(averages(known.factor, { Min: Math.min(...ends), Avg: mean, Max: Math.max(...ends) }, 'N'))
    }
  }
  return groups
}

/**
 * Returns what a station reported of a span, converted as its node displays values; values outside the node's range
 * become null.
 */
function passedOn(
  { cou, min, avg, max }: Record<'cou' | 'min' | 'avg' | 'max', number | null>,
  node: LiveNode | undefined,
): Record<string, number | null> {
  const [one, mean, other] = [min, avg, max].map((value) => {
    if (value === null || node === undefined) return value
    return faultOf(node.limits, value) === null ? shownNumber(node.node_script, value) : null
  }) as [number | null, number | null, number | null]
  // A display script may turn the minimum into the maximum.
  const isTurned = one !== null && other !== null && (one - other) * ((min ?? 0) - (max ?? 0)) < 0
  return { Cou: cou, Min: isTurned ? other : one, Avg: mean, Max: isTurned ? one : other }
}

const averages = (factor: string, values: Record<string, number | null>, flag: string): Group => [
  ...Object.entries(values).flatMap(([suffix, value]) =>
    value === null ? [] : [[`${factor}-${suffix}`, numberText(value)] as const],
  ),
  [`${factor}-Flag`, flag],
]

/**
 * Returns the current values of a subject: one group per factor, of the nodes with recent samples; `time` is that of
 * the newest sample, null where no node has one. The mark of a value is the one its station set, else it follows from
 * the value's quality flag.
 */
export async function momentContent(
  { storage }: Pick<Platform, 'storage'>,
  { devices }: Subject,
  now: number,
): Promise<{ time: number | null; groups: Group[] }> {
  const groups: Group[] = []
  let time: number | null = null
  for (const { device, nodes } of devices) {
    const fresh = [...nodes].flatMap(([factor, node]) =>
      node.last && isFresh(node.last.ts, device, now) ? [{ factor, node, last: node.last }] : [],
    )
    if (fresh.length === 0) continue
    const marks = await storage.read
      .selectFrom('hj212mark')
      .select(['nodemap_id', 'ts', 'mark'])
      .where('device_id', '=', device.id)
      .where('ts', '>=', Math.min(...fresh.map(({ last }) => last.ts)))
      .execute()
    const thoughts = await newestQualities(storage, [device])
    for (const { factor, node, last } of fresh) {
      const value = shownNumber(node.node_script, last.value)
      if (value === null) continue
      const mark =
        marks.find(({ nodemap_id, ts }) => nodemap_id === node.id && ts === last.ts)?.mark ??
        markFor(thoughts(device.id, node, last))
      time = Math.max(time ?? 0, last.ts)
      groups.push([
        [`${factor}-Rtd`, numberText(value)],
        [`${factor}-Flag`, mark],
      ])
    }
  }
  return { time, groups }
}

/** Writes a number with at most four decimals and without exponent: the standard's numbers have none. */
const numberText = (value: number): string => value.toFixed(4).replace(/\.?0+$/, '')

/** Most characters of one content: a data segment of 2017 has 1024. */
const MAX_CONTENT_CHARS = 900

/**
 * Splits a content into one or several messages, each with its DataTime, so that the receiver need not reassemble them.
 */
export function splitMessages(time: string, groups: readonly Group[]): Group[][] {
  const about: Group = [['DataTime', time]]
  const messages: Group[][] = []
  let size = Infinity
  for (const group of groups) {
    const length = group.reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0)
    if (size + length > MAX_CONTENT_CHARS) {
      messages.push([about])
      size = 0
    }
    messages.at(-1)?.push(group)
    size += length
  }
  return messages
}
