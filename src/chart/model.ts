/** One line: its samples oldest first, times in ms since the epoch. A null value is a known gap. */
export interface Line {
  key: string
  label: string
  unit: string
  /** A colour token, like `--c1`. */
  color: string
  times: readonly number[]
  values: readonly (number | null)[]
  /** Resolution of its node: number of decimals of its values (numberText); left out, each value keeps its own. */
  decimals?: number
  /** For a switch: the names of 0 and 1. It is drawn in steps, each value holding until the next. */
  positions?: Positions
  /** Its values are directions in degrees: from 350 to 10 is a step of 20. */
  isDirection?: boolean
  /** Another period or station for comparison: dashed. */
  beside?: true
}

export type Positions = readonly [off: string, on: string]

/** Returns the axis of a line: lines share one with lines of their unit; switches only with switches. */
export const axisOf = ({ unit, positions }: Pick<Line, 'unit' | 'positions'>): string =>
  positions ? 'switch' : `unit ${unit}`

/** A time range, ms since the epoch; both ends are included. */
export interface Range {
  from: number
  to: number
}

/** A dashed line at a value, for example a threshold. */
export interface Limit {
  value: number
  label: string
}

/**
 * A value that is set apart from its line, time in ms since the epoch: drawn as a hollow point; a suspect one as a
 * hollow triangle, a failed one as a cross.
 */
export interface Apart {
  at: number
  value: number
  /** A colour token, that of its line. */
  color: string
  doubt?: 'suspect' | 'fail'
}

/** The values of one class: above `from` up to `to`, with its colour token (`--a3`) and name. */
export interface ClassBand {
  from: number
  to: number
  color: string
  label: string
}

/** The spread of a line's values: minimum and maximum at each time, ms since the epoch. */
export interface Spread {
  times: readonly number[]
  low: readonly number[]
  high: readonly number[]
}

/**
 * An event, drawn as a mark above the plot: an alarm as a diamond, an operation as a triangle on its tip, a calibration
 * as a wrench.
 */
export interface Moment {
  at: number
  kind: 'alarm' | 'operation' | 'calibration'
  /** A colour token. */
  color: string
  label: string
}

/** Optional parts of a chart of classes and days. */
export interface Backdrop {
  classes?: readonly ClassBand[]
  spread?: Spread | null
  moments?: readonly Moment[]
  /** Begin of the future, ms since the epoch. */
  future?: number
}

/**
 * Texts at the cross-hair: one that replaces the time, and notes below the values, which are given in the order of the
 * lines.
 */
export interface ReadoutWords {
  time: (at: number) => string
  notes: (at: number, values: readonly (number | null)[]) => readonly string[]
}

/** A marked range, like an alarm from its start to its end. */
export interface MarkedRange extends Range {
  label: string
  /** Set if it is not an alarm. */
  kind?: 'maintenance'
}

/**
 * uPlot's data format: one column of times, and one of values per line. undefined: the line has no sample here; null:
 * the line breaks here.
 */
export type Columns = [times: number[], ...values: (number | null | undefined)[][]]

/**
 * Aligns all lines on one column of times. Lines with the same times, as those of one device, are taken unchanged; a
 * line breaks where samples are missing.
 */
export function alignedColumns(lines: readonly Line[]): Columns {
  const breaks = lines.map((line) => gapsOf(line.times))
  const first = lines[0]
  if (!first) return [[]]
  if (lines.every((line, index) => breaks[index]?.length === 0 && sameTimes(line.times, first.times)))
    return [[...first.times], ...lines.map(({ values }) => [...values])]
  const times = union([...lines.map(({ times }) => times), ...breaks.map((gaps) => gaps.map(middleOf))])
  return [times, ...lines.map((line, index) => spread(line, times, new Set((breaks[index] ?? []).map(middleOf))))]
}

/**
 * Returns where samples are missing: pauses of more than three times the usual interval, and of more than three
 * minutes. The usual interval is the median, so that neither a burst nor a long silence determines it. In thinned
 * samples a steady stretch keeps only its ends: pauses of up to twice the 90th percentile of the intervals are no gaps
 * either.
 */
export function gapsOf(times: readonly number[]): readonly Range[] {
  const known = gapCache.get(times)
  if (known) return known
  const gaps = findGaps(times)
  gapCache.set(times, gaps)
  return gaps
}

/** Keyed by the array itself: everything that draws a line asks for the gaps of the same array. */
const gapCache = new WeakMap<readonly number[], readonly Range[]>()

function findGaps(times: readonly number[]): Range[] {
  if (times.length < 3) return []
  const steps = new Float64Array(times.length - 1)
  let [shortest, widest] = [Infinity, 0]
  for (let index = 1; index < times.length; index++) {
    const step = (times[index] ?? 0) - (times[index - 1] ?? 0)
    steps[index - 1] = step
    if (step < shortest) shortest = step
    if (step > widest) widest = step
  }
  // The usual interval is not below the shortest one: if all are alike, no sorting is needed.
  if (widest <= Math.max(3 * shortest, MINUTES)) return []
  const sorted = steps.toSorted()
  const longest = Math.max(
    3 * (sorted[steps.length >> 1] ?? 0),
    2 * (sorted[Math.floor(0.9 * (steps.length - 1))] ?? 0),
    MINUTES,
  )
  const gaps: Range[] = []
  steps.forEach((step, index) => {
    if (step > longest) gaps.push({ from: times[index] ?? 0, to: times[index + 1] ?? 0 })
  })
  return gaps
}

/** Returns the gaps that all lines have in common: there the device itself was silent. */
export function silences(lines: readonly Line[]): readonly Range[] {
  const filled = lines.filter(({ times }) => times.length > 0)
  const [first, ...others] = filled.map(({ times }) => gapsOf(times))
  return others.reduce<readonly Range[]>(
    (common, gaps) => common.flatMap((one) => gaps.flatMap((other) => overlap(one, other))),
    first ?? [],
  )
}

/** Returns the minimum, maximum and last value within a range; null without values. */
export function summaryOf(
  { times, values }: Pick<Line, 'times' | 'values'>,
  range: Range,
): { min: number; max: number; last: number } | null {
  let [min, max, last] = [Infinity, -Infinity, 0]
  for (let index = 0; index < times.length; index++) {
    const at = times[index] ?? 0
    const value = values[index] ?? null
    if (value === null || at < range.from || at > range.to) continue
    if (value < min) min = value
    if (value > max) max = value
    last = value
  }
  return min === Infinity ? null : { min, max, last }
}

/**
 * Returns how long a switch was on, ms: each sample holds until the next, the last until `heard`; gaps do not count.
 * null without samples.
 */
export function timeOn({ times, values }: Pick<Line, 'times' | 'values'>, heard: number): number | null {
  const last = times.at(-1)
  if (last === undefined) return null
  const all = heard > last ? [...times, heard] : times
  const silent = new Set(gapsOf(all).map(({ from }) => from))
  return all.reduce(
    (sum, at, index) => (values[index] === 1 && !silent.has(at) ? sum + Math.max(0, (all[index + 1] ?? at) - at) : sum),
    0,
  )
}

/** Returns a range zoomed around one of its moments; never shorter than ten seconds, never longer than `fullRange`. */
export function zoomedRange(range: Range, fullRange: Range, factor: number, at = (range.from + range.to) / 2): Range {
  const length = Math.min(fullRange.to - fullRange.from, Math.max(MIN_RANGE_MS, (range.to - range.from) * factor))
  const part = range.to === range.from ? 0.5 : (at - range.from) / (range.to - range.from)
  return shiftedRange({ from: at - part * length, to: at - part * length + length }, fullRange, 0)
}

/** Returns a range moved by some ms, kept within `fullRange`. */
export function shiftedRange({ from, to }: Range, fullRange: Range, by: number): Range {
  const length = to - from
  const start = Math.max(fullRange.from, Math.min(fullRange.to - length, from + by))
  return { from: Math.round(start), to: Math.round(start + length) }
}

const MINUTES = 3 * 60_000
const MIN_RANGE_MS = 10_000

const middleOf = ({ from, to }: Range): number => Math.round((from + to) / 2)

function sameTimes(one: readonly number[], other: readonly number[]): boolean {
  return one === other || (one.length === other.length && one.every((time, index) => time === other[index]))
}

function union(lists: readonly (readonly number[])[]): number[] {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0))
  let end = 0
  for (const list of lists) {
    all.set(list, end)
    end += list.length
  }
  all.sort()
  const times: number[] = []
  for (const time of all) if (time !== times.at(-1)) times.push(time)
  return times
}

function spread(
  { times, values }: Line,
  all: readonly number[],
  breaks: ReadonlySet<number>,
): (number | null | undefined)[] {
  let next = 0
  return all.map((time) => {
    while (next < times.length && (times[next] ?? 0) < time) next++
    if (times[next] === time) return values[next++] ?? null
    return breaks.has(time) ? null : undefined
  })
}

function overlap(one: Range, other: Range): Range[] {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
  return both.from < both.to ? [both] : []
}
