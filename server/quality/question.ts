import { isRecord } from '../../resources/kit/record.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { invalid } from '../errors.ts'
import { timeOf } from '../http/query.ts'
import { sampleValueOf } from '../telemetry/items.ts'
import { flatLine, grossRange, rateOfChange, spike, SPIKE_METHODS, type Flag, type Series } from './qartod.ts'

type Problems = Record<string, Problem>
type Params = Record<string, unknown>
type Test = (
  series: Series,
  times: readonly number[] | null,
  params: Params,
  problems: Problems,
) => (() => Flag[]) | null

/** Maximum number of values per call. */
const MAX_VALUES = 100_000
const NUMBER: Problem = { key: 'error.rule.number' }
const REQUIRED: Problem = { key: 'error.rule.required' }

/**
 * The tests. Each reads its own thresholds and returns a function that judges, which is called once no problem is
 * found.
 */
const tests: Readonly<Record<string, Test>> = {
  gross_range(series, _, params, problems) {
    const fail = spanOf('fail_span', params, problems, true)
    const suspect = spanOf('suspect_span', params, problems, false)
    if (fail && suspect && (suspect[0] < fail[0] || suspect[1] > fail[1]))
      problems['params.suspect_span'] = { key: 'error.quality.within' }
    return fail && (() => grossRange(series, { fail, suspect }))
  },
  spike(series, _, params, problems) {
    const suspect = thresholdOf('suspect_threshold', params, problems, false)
    const fail = thresholdOf('fail_threshold', params, problems, false)
    const method = SPIKE_METHODS.find((name) => name === (params.method ?? 'average'))
    if (!method) problems['params.method'] = { key: 'error.rule.choice' }
    return () => spike(series, { suspect, fail, method })
  },
  rate_of_change(series, times, params, problems) {
    const threshold = thresholdOf('threshold', params, problems, true)
    const fail = thresholdOf('fail_threshold', params, problems, false)
    if (!times) problems.times ??= REQUIRED
    return times && threshold !== null ? () => rateOfChange(series, times, { threshold, fail }) : null
  },
  flat_line(series, times, params, problems) {
    const suspect = thresholdOf('suspect_threshold', params, problems, true)
    const fail = thresholdOf('fail_threshold', params, problems, true)
    const tolerance = thresholdOf('tolerance', params, problems, false) ?? 0
    if (!times) problems.times ??= REQUIRED
    return times && suspect !== null && fail !== null
      ? () => flatLine(series, times, { suspect, fail, tolerance })
      : null
  },
}

/**
 * Returns the flags for POST quality/evaluate.
 *
 * @throws ApiError 400 with every field that is wrong
 */
export function flagsOf(body: Record<string, unknown>): Flag[] {
  const problems: Problems = {}
  const test = typeof body.test === 'string' && Object.hasOwn(tests, body.test) ? tests[body.test] : undefined
  if (!test) problems.test = body.test === undefined ? REQUIRED : { key: 'error.rule.choice' }
  const series = seriesOf(body.values, problems)
  const times = timesOf(body.times, series.length, problems)
  const given = body.params ?? {}
  if (!isRecord(given)) problems.params = REQUIRED
  const judge = test?.(series, times, isRecord(given) ? given : {}, problems) ?? null
  if (!judge || Object.keys(problems).length > 0) throw invalid(problems)
  return judge()
}

function seriesOf(given: unknown, problems: Problems): (number | null)[] {
  if (!Array.isArray(given)) {
    problems.values = REQUIRED
    return []
  }
  if (given.length > MAX_VALUES) problems.values = { key: 'error.quality.many', args: { max: MAX_VALUES } }
  return (given as unknown[]).slice(0, MAX_VALUES).map((sent) => {
    // JSON has no NaN: a client sends null or "NaN" instead.
    if (sent === null || sent === 'NaN') return null
    const value = typeof sent === 'boolean' ? null : sampleValueOf(sent)
    if (value === null) problems.values ??= { key: 'error.rule.numberList' }
    return value
  })
}

function timesOf(given: unknown, length: number, problems: Problems): number[] | null {
  if (given === undefined || given === null) return null
  if (!Array.isArray(given)) {
    problems.times = { key: 'error.rule.time' }
    return null
  }
  if (given.length !== length) {
    problems.times = { key: 'error.quality.length' }
    return null
  }
  const times = (given as unknown[]).map((sent) => (sent == null ? null : timeOf(sent, 0)))
  if (times.includes(null)) problems.times = { key: 'error.rule.time' }
  return times.map((time) => time ?? 0)
}

function thresholdOf(name: string, params: Params, problems: Problems, required: boolean): number | null {
  const given = params[name]
  if (given === undefined || given === null) {
    if (required) problems[`params.${name}`] = REQUIRED
    return null
  }
  const value = typeof given === 'boolean' ? null : sampleValueOf(given)
  if (value === null) problems[`params.${name}`] = NUMBER
  else if (value < 0) problems[`params.${name}`] = { key: 'error.rule.min', args: { min: 0 } }
  return value
}

function spanOf(name: string, params: Params, problems: Problems, required: boolean): [number, number] | null {
  const given = params[name]
  if (given === undefined || given === null) {
    if (required) problems[`params.${name}`] = REQUIRED
    return null
  }
  const ends = Array.isArray(given)
    ? (given as unknown[]).map((end) => (typeof end === 'boolean' ? null : sampleValueOf(end)))
    : []
  const [low, high] = ends
  if (ends.length === 2 && low != null && high != null && low <= high) return [low, high]
  problems[`params.${name}`] = { key: 'error.quality.span' }
  return null
}
