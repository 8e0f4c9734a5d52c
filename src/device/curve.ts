import type { Doubt } from '../../dataProvider/calls/evidenceValues.ts'
import type { Line, Range } from '../chart/model.ts'
import type { HistoryNode } from '../history/panel/nodeLines.ts'

/** A point of a small curve; `value` null breaks it. */
export interface CurvePoint {
  at: number
  value: number | null
}

/** Maximum number of points drawn. */
const MAX_POINTS = 400

/**
 * Returns a line in the form a small chart draws: broken at gaps and, with too many samples, reduced to the minimum and
 * maximum of each section in their order, so that no peak is lost.
 */
export function curvePoints({ times, values }: Pick<Line, 'times' | 'values'>, gaps: readonly Range[]): CurvePoint[] {
  const points: CurvePoint[] = []
  const step = Math.max(1, Math.ceil((2 * times.length) / MAX_POINTS))
  for (let start = 0; start < times.length; start += step) {
    let [least, greatest] = [start, start]
    for (let at = start; at < Math.min(start + step, times.length); at++) {
      if ((values[at] ?? 0) < (values[least] ?? 0)) least = at
      if ((values[at] ?? 0) > (values[greatest] ?? 0)) greatest = at
    }
    for (const at of least === greatest ? [least] : [Math.min(least, greatest), Math.max(least, greatest)])
      points.push({ at: times[at] ?? 0, value: values[at] ?? null })
  }
  for (const { from, to } of gaps) points.push({ at: (from + to) / 2, value: null })
  return points.toSorted((a, b) => a.at - b.at)
}

/** A suspect or failed value in display units. */
export interface DoubtedPoint {
  at: number
  value: number
  doubt: Doubt
}

/** Number of positions along a small chart, each with at most one mark of a kind. */
export const MARKS = 100

/** Returns the flagged values of a node; of several of a kind close together, the first represents them. */
export function doubtedPoints(
  { beside, read }: Pick<HistoryNode, 'beside' | 'read'>,
  { from, to }: Range,
): DoubtedPoint[] {
  const taken = new Set<string>()
  return beside.flatMap(({ kind, at, value }) => {
    const place = `${kind} ${Math.floor(((at - from) / (to - from)) * MARKS)}`
    if ((kind !== 'suspect' && kind !== 'fail') || taken.has(place)) return []
    taken.add(place)
    return [{ at, value: read(value) ?? value, doubt: kind }]
  })
}

/** Returns the flagged value nearest to a moment, within `reach` (ms). */
export const doubtedNear = (doubted: readonly DoubtedPoint[], at: number, reach: number): DoubtedPoint | undefined =>
  doubted
    .filter((one) => Math.abs(one.at - at) <= reach)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]

/**
 * Returns the ends of an axis: zero if the values are not far from it, a margin above the highest, and the limits
 * within reach. Flagged values count only if there are no others.
 */
export function axisEnds(
  points: readonly CurvePoint[],
  limits: readonly number[],
  doubted: readonly Pick<DoubtedPoint, 'value'>[] = [],
): [number, number] {
  const trusted = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const values = trusted.length > 0 ? trusted : doubted.map(({ value }) => value)
  if (values.length === 0) return [0, 1]
  let [low, high] = [Math.min(...values), Math.max(...values)]
  // A distant limit would flatten the curve; one up to twice the maximum is included.
  for (const limit of limits) {
    if (limit > high && limit <= 2 * Math.max(high, 0)) high = limit
    if (limit < low && limit >= low - (high - low)) low = limit
  }
  if (low > 0 && low <= high / 2) low = 0
  const room = (high - low || Math.abs(high) || 1) * 0.12
  return [low === 0 ? 0 : niceBelow(low - room), niceAbove(high + room)]
}

const magnitude = (value: number): number => 10 ** Math.floor(Math.log10(Math.abs(value) || 1)) / 5
const niceAbove = (value: number): number => tidy(Math.ceil(value / magnitude(value)) * magnitude(value))
const niceBelow = (value: number): number => tidy(Math.floor(value / magnitude(value)) * magnitude(value))
const tidy = (value: number): number => Number(value.toPrecision(6))
