import type { OnlineRecord } from '../../../dataProvider/calls.ts'

/** A stretch of time in one state; epoch ms. */
export interface Span {
  from: number
  to: number
  online: boolean
}

/** The stretches between records (newest first) up to `now`, oldest first; neighbours of one state are one. */
export function spansOf(records: readonly OnlineRecord[], now: number): Span[] {
  const spans: Span[] = []
  const oldest = records.toSorted((a, b) => a.time - b.time)
  for (const [at, { time, online }] of oldest.entries()) {
    const to = Math.max(time, oldest[at + 1]?.time ?? now)
    const last = spans.at(-1)
    if (last?.online === online) last.to = to
    else spans.push({ from: time, to, online })
  }
  return spans
}

/** The part of the whole that was on line, 0 to 1; null where nothing is known. */
export function onlinePart(spans: readonly Span[]): number | null {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined || last.to <= first.from) return null
  return spans.reduce((sum, { from, to, online }) => sum + (online ? to - from : 0), 0) / (last.to - first.from)
}
