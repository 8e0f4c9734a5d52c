/** QARTOD flags: good, not evaluated, suspect, fail, missing. */
export const FLAG = { good: 1, unknown: 2, suspect: 3, fail: 4, missing: 9 } as const
export type Flag = (typeof FLAG)[keyof typeof FLAG]

/** A series of values; null where a value is missing. */
export type Series = readonly (number | null)[]

type Span = readonly [low: number, high: number]

const isMissing = (value: number | null | undefined): value is null | undefined => value == null || Number.isNaN(value)
const beyond = (value: number, [low, high]: Span): boolean => value < low || value > high

/**
 * Flags values outside the sensor's span as fail, and values outside the expected span as suspect. The limits belong to
 * the spans.
 */
export const grossRange = (values: Series, { fail, suspect }: { fail: Span; suspect?: Span | null }): Flag[] =>
  values.map((value) => (isMissing(value) ? FLAG.missing : rangeFlag(value, { fail, suspect })))

/** Returns the flag of one value by its range. */
export function rangeFlag(value: number, { fail, suspect }: { fail: Span; suspect?: Span | null }): Flag {
  if (beyond(value, fail)) return FLAG.fail
  return suspect && beyond(value, suspect) ? FLAG.suspect : FLAG.good
}

export const SPIKE_METHODS = ['average', 'differential'] as const
export type SpikeMethod = (typeof SPIKE_METHODS)[number]

/**
 * Flags values that stick out from their neighbours: by the distance from their mean, or (differential) by the smaller
 * of both steps where the line turns. A threshold of 0 is off. The first and last value, and the neighbours of a gap,
 * are not evaluated.
 */
export function spike(
  values: Series,
  {
    suspect = null,
    fail = null,
    method = 'average',
  }: { suspect?: number | null; fail?: number | null; method?: SpikeMethod },
): Flag[] {
  return values.map((value, at) => {
    if (isMissing(value)) return FLAG.missing
    const before = values[at - 1]
    const after = values[at + 1]
    if (isMissing(before) || isMissing(after)) return FLAG.unknown
    return spikeFlag(before, value, after, { suspect, fail, method })
  })
}

/** Returns the flag of one value between two others, by how far it sticks out. */
export function spikeFlag(
  before: number,
  value: number,
  after: number,
  { suspect, fail, method }: { suspect: number | null; fail: number | null; method: SpikeMethod },
): Flag {
  const size = method === 'average' ? Math.abs(value - (before + after) / 2) : turn(value - before, after - value)
  if (fail && size > fail) return FLAG.fail
  return suspect && size > suspect ? FLAG.suspect : FLAG.good
}

const turn = (up: number, down: number): number => (up * down < 0 ? Math.min(Math.abs(up), Math.abs(down)) : 0)

/**
 * Flags changes faster than the threshold, in units per second. The first value, and one after a gap, has nothing to be
 * compared with. `times` are epoch ms.
 */
export function rateOfChange(
  values: Series,
  times: readonly number[],
  { threshold, fail = null }: { threshold: number; fail?: number | null },
): Flag[] {
  return values.map((value, at) => {
    if (isMissing(value)) return FLAG.missing
    const before = values[at - 1]
    if (isMissing(before)) return FLAG.good
    return rateFlag(value - before, ((times[at] ?? 0) - (times[at - 1] ?? 0)) / 1000, { threshold, fail })
  })
}

/** Returns the flag of one value by its change since the value `seconds` before it. */
export function rateFlag(
  change: number,
  seconds: number,
  { threshold, fail }: { threshold: number; fail: number | null },
): Flag {
  const rate = Math.abs(change / seconds)
  if (fail !== null && rate > fail) return FLAG.fail
  return rate > threshold ? FLAG.suspect : FLAG.good
}

/**
 * Flags lines that do not move: the values of the last `threshold` seconds lie within less than `tolerance`. The number
 * of these values follows from the median step of the times (epoch ms). Too early in the series, or with fewer than
 * three values, none is flagged.
 */
export function flatLine(
  values: Series,
  times: readonly number[],
  { suspect, fail, tolerance = 0 }: { suspect: number; fail: number; tolerance?: number },
): Flag[] {
  const step = medianStep(times)
  const isFlat = (threshold: number): ((at: number) => boolean) => {
    if (values.length < 3 || !(step > 0)) return () => false
    const count = Math.floor((threshold * 1000) / step)
    const least = running(values, count + 1, (a, b) => a < b)
    const most = running(values, count + 1, (a, b) => a > b)
    return (at) => at >= count && (most[at] ?? Infinity) - (least[at] ?? 0) < tolerance
  }
  const isSuspect = isFlat(suspect)
  const hasFailed = isFlat(fail)
  return values.map((value, at) => {
    if (isMissing(value)) return FLAG.missing
    if (hasFailed(at)) return FLAG.fail
    return isSuspect(at) ? FLAG.suspect : FLAG.good
  })
}

/** Returns the extreme of the last `width` values at each index, skipping missing ones, in one pass for any width. */
function running(values: Series, width: number, isBetter: (a: number, b: number) => boolean): (number | undefined)[] {
  const places: number[] = []
  let first = 0
  return values.map((value, at) => {
    if (!isMissing(value)) {
      while (places.length > first && !isBetter(values[places.at(-1) ?? 0] ?? 0, value)) places.pop()
      places.push(at)
    }
    while (first < places.length && (places[first] ?? 0) <= at - width) first++
    return first < places.length ? (values[places[first] ?? 0] ?? undefined) : undefined
  })
}

function medianStep(times: readonly number[]): number {
  const steps = times
    .slice(1)
    .map((time, at) => time - (times[at] ?? 0))
    .sort((a, b) => a - b)
  const middle = Math.floor(steps.length / 2)
  if (steps.length === 0) return Number.NaN
  return steps.length % 2 === 1 ? (steps[middle] ?? 0) : ((steps[middle - 1] ?? 0) + (steps[middle] ?? 0)) / 2
}

/**
 * Combines the flags of several tests of a value: the worst of fail, suspect, good. Missing stays missing, and a value
 * that no test judged is not evaluated.
 */
export function worstFlag(flags: readonly Flag[]): Flag {
  for (const flag of [FLAG.missing, FLAG.fail, FLAG.suspect, FLAG.good] as const) if (flags.includes(flag)) return flag
  return FLAG.unknown
}
