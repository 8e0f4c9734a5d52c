/** One line: its samples oldest first, epoch ms. A null value is a known gap. */
export interface Line {
  key: string
  label: string
  unit: string
  /** A colour of the tokens, like `--c1`. */
  color: string
  times: readonly number[]
  values: readonly (number | null)[]
  /** How finely its node measures: so many decimals its values are written with (numberText); left out, each keeps its own. */
  decimals?: number
  /** Of a switch: what 0 and 1 are called. It is drawn in steps, each value holding until the next. */
  positions?: Positions
  /** Its values are directions in degrees: from 350 to 10 is a step of 20. */
  isDirection?: boolean
  /** Another time or station beside the one that is looked at: dashed. */
  beside?: true
}

export type Positions = readonly [off: string, on: string]

/** What a line can share an axis with: lines of its unit; a switch with switches alone. */
export const axisOf = ({ unit, positions }: Pick<Line, 'unit' | 'positions'>): string =>
  positions ? 'switch' : `unit ${unit}`

/** A stretch of time, epoch ms; both ends belong to it. */
export interface Range {
  from: number
  to: number
}

/** A dashed line at a value, like a threshold. */
export interface Limit {
  value: number
  label: string
}

/** A value that is kept apart from its line, epoch ms: a hollow point; where it is suspect a hollow triangle, where it failed a cross. */
export interface Apart {
  at: number
  value: number
  /** A colour of the tokens, that of the line it belongs to. */
  color: string
  doubt?: 'suspect' | 'fail'
}

/** Values of one class: above `from` up to `to`, with the colours of the tokens (`--a3`) and its word. */
export interface ClassBand {
  from: number
  to: number
  color: string
  label: string
}

/** What a line's values lie between, a pair a moment, epoch ms. */
export interface Spread {
  times: readonly number[]
  low: readonly number[]
  high: readonly number[]
}

/** Something that happened, as a mark above the plot: a diamond, for an operation a triangle on its tip, for a calibration a wrench. */
export interface Moment {
  at: number
  kind: 'alarm' | 'operation' | 'calibration'
  /** A colour of the tokens. */
  color: string
  label: string
}

/** What belongs to a chart of classes and days, all of it optional. */
export interface Backdrop {
  classes?: readonly ClassBand[]
  spread?: Spread | null
  moments?: readonly Moment[]
  /** From here on is the future, epoch ms. */
  future?: number
}

/** What is said at the cross-hair in the place of the moment itself, and below the values, which are those of the lines in their order. */
export interface ReadoutWords {
  time: (at: number) => string
  notes: (at: number, values: readonly (number | null)[]) => readonly string[]
}

/** A stretch that is marked, like an alarm from its start to its end. */
export interface MarkedRange extends Range {
  label: string
  /** What it is besides an alarm. */
  kind?: 'maintenance'
}

/** uPlot's form: one column of times, and one of values a line. undefined: no sample of this line here; null: the line breaks here. */
export type Columns = [times: number[], ...values: (number | null | undefined)[][]]

/**
 * All lines on one column of times. Lines that share their times, as those of one device do, are taken as they are; a line breaks where samples are
 * missing.
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
 * Where samples are missing: pauses of more than three times the usual distance, and at least three minutes. The usual distance is the median, so that
 * neither a burst nor a long silence decides it. Of samples that a platform picked out of many, a steady stretch keeps only its ends: what one in ten
 * distances reaches is no gap either.
 */
export function gapsOf(times: readonly number[]): readonly Range[] {
  const known = gapCache.get(times)
  if (known) return known
  const gaps = findGaps(times)
  gapCache.set(times, gaps)
  return gaps
}

/** By the list itself: the same lines are asked for theirs by all that draws them. */
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
  // The usual distance is not below the shortest: where all are alike nothing needs to be sorted.
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

/** The gaps all lines have in common: there the device itself was silent. */
export function silences(lines: readonly Line[]): readonly Range[] {
  const filled = lines.filter(({ times }) => times.length > 0)
  const [first, ...others] = filled.map(({ times }) => gapsOf(times))
  return others.reduce<readonly Range[]>(
    (common, gaps) => common.flatMap((one) => gaps.flatMap((other) => overlap(one, other))),
    first ?? [],
  )
}

/** Smallest, largest and last value within a range; null where there is none. */
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
 * For how long a switch was on, ms: each sample holds until the next, the last until `heard`, and while nobody measured nothing is known. null
 * without samples.
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

/** The part of a range around one of its moments; never shorter than ten seconds, never longer than `fullRange`. */
export function zoomedRange(range: Range, fullRange: Range, factor: number, at = (range.from + range.to) / 2): Range {
  const length = Math.min(fullRange.to - fullRange.from, Math.max(MIN_RANGE_MS, (range.to - range.from) * factor))
  const part = range.to === range.from ? 0.5 : (at - range.from) / (range.to - range.from)
  return shiftedRange({ from: at - part * length, to: at - part * length + length }, fullRange, 0)
}

/** A range moved by some ms, kept within `fullRange`. */
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
