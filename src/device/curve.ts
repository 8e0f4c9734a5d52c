import type { Doubt } from '../../dataProvider/calls/beside.ts'
import type { Line, Range } from '../chart/model.ts'
import type { HistoryNode } from '../history/panel/nodeLines.ts'

/** A point of a small curve; `value` null breaks it. */
export interface CurvePoint {
  at: number
  value: number | null
}

/** So many points are drawn at most. */
const MAX_POINTS = 400

/**
 * A line as a small chart draws it: broken where the device was silent, and where there are too many samples, of each part of the time its least and
 * greatest in their order, so that no peak is lost.
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

/** A value that is suspect or failed, as it is shown. */
export interface DoubtedPoint {
  at: number
  value: number
  doubt: Doubt
}

/** So many places along a small chart have a mark of each kind. */
export const MARKS = 100

/** The values of a node that are told apart from its curve; where many lie close together the first of a kind stands for them. */
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

/** The doubted value that lies nearest to a moment, of those within reach (ms) of it. */
export const doubtedNear = (doubted: readonly DoubtedPoint[], at: number, reach: number): DoubtedPoint | undefined =>
  doubted
    .filter((one) => Math.abs(one.at - at) <= reach)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]

/** Least and greatest value of an axis: zero where the values are not far from it, room above the highest, and the limits within reach. Doubted values count where there are no others. */
export function axisEnds(
  points: readonly CurvePoint[],
  limits: readonly number[],
  doubted: readonly Pick<DoubtedPoint, 'value'>[] = [],
): [number, number] {
  const trusted = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const values = trusted.length > 0 ? trusted : doubted.map(({ value }) => value)
  if (values.length === 0) return [0, 1]
  let [low, high] = [Math.min(...values), Math.max(...values)]
  // A limit far away would flatten the curve; one within twice its height belongs to the picture.
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
