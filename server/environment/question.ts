import type { Problem } from '../../resources/kit/rules.ts'
import { STANDARDS } from '../../standards/index.ts'
import {
  BODIES,
  PERIODS,
  NOISE_ZONES,
  type Body,
  type Medium,
  type Period,
  type Question,
  type Standard,
  type NoiseZone,
} from '../../standards/types.ts'
import { standardOf } from '../../standards/index.ts'
import { invalid } from '../errors.ts'
import { timeOf } from '../http/query.ts'
import { sampleValueOf } from '../telemetry/items.ts'

/** Problems of a body, by field. */
type Problems = Record<string, Problem>

const CHOICE: Problem = { key: 'error.rule.choice' }
const NUMBER: Problem = { key: 'error.rule.number' }

export const ZERO: Problem = { key: 'error.rule.min', args: { min: 0 } }

/**
 * Returns every key that any standard of a medium judges. A key is accepted even where the chosen standard does not use
 * it.
 */
const keysOf = (medium: Medium): ReadonlySet<string> =>
  new Set(STANDARDS.flatMap((standard) => (standard.medium === medium ? Object.keys(standard.units) : [])))

const known: Readonly<Record<Medium, ReadonlySet<string>>> = {
  air: keysOf('air'),
  noise: keysOf('noise'),
  water: keysOf('water'),
}

/**
 * Reads the body of POST standards/evaluate. The limits are those of the day of `at`, or of today without it; for a day
 * that the standard does not cover, those of the nearest covered day.
 *
 * @throws ApiError 400 with every field that is wrong
 */
export function readQuestion(
  body: Record<string, unknown>,
  dayOf: (ts: number) => string,
  now: number,
): { standard: Standard; question: Question } {
  const problems: Problems = {}
  const standard = typeof body.standard === 'string' ? standardOf(body.standard) : undefined
  if (!standard) problems.standard = body.standard === undefined ? { key: 'error.rule.required' } : CHOICE
  const period = periodOf(body.period, standard, problems)
  const values = valuesOf(body.values, standard, problems)
  const zone = noiseZoneOf(body.zone, standard?.medium === 'noise', problems)
  const water = body.body === undefined || body.body === null ? undefined : BODIES.find((name) => name === body.body)
  if (body.body != null && !water) problems.body = CHOICE
  const at = timeOf(body.at, now)
  if (at === null) problems.at = { key: 'error.rule.time' }
  if (!standard || period === null || at === null || Object.keys(problems).length > 0) throw invalid(problems)
  return {
    standard,
    question: {
      period,
      values,
      day: within(dayOf(at), standard),
      ...optional(zone, water),
      traffic: body.traffic === true,
    },
  }
}

const optional = (zone: NoiseZone | undefined, body: Body | undefined): Pick<Question, 'zone' | 'body'> => ({
  ...(zone && { zone }),
  ...(body && { body }),
})

const within = (day: string, { since, until }: Standard): string =>
  day < since ? since : until !== null && day > until ? until : day

function periodOf(value: unknown, standard: Standard | undefined, problems: Problems): Period | null {
  const only = standard?.periods.length === 1 ? standard.periods[0] : undefined
  if ((value === undefined || value === null) && only) return only
  const period = PERIODS.find((name) => name === value)
  if (period && (!standard || standard.periods.includes(period))) return period
  problems.period = value === undefined || value === null ? { key: 'error.rule.required' } : CHOICE
  return null
}

function valuesOf(
  sentValues: unknown,
  standard: Standard | undefined,
  problems: Problems,
): Record<string, number | null> {
  const values: Record<string, number | null> = {}
  if (typeof sentValues !== 'object' || sentValues === null || Array.isArray(sentValues)) {
    problems.values = { key: 'error.rule.required' }
    return values
  }
  for (const [key, sent] of Object.entries(sentValues).slice(0, MAX_KEYS)) {
    const field = `values.${key.slice(0, 20)}`
    const value = sent === null || typeof sent === 'boolean' ? null : sampleValueOf(sent)
    if (standard && !known[standard.medium].has(key)) problems[field] = CHOICE
    else if (sent === null) values[key] = null
    else if (value === null) problems[field] = NUMBER
    else if (value < 0) problems[field] = ZERO
    else values[key] = value
  }
  return values
}

/** More than the parameters of any standard. */
const MAX_KEYS = 100

/** Reads a functional zone of noise, given by name or number. */
export function noiseZoneOf(value: unknown, required: boolean, problems: Problems): NoiseZone | undefined {
  if (value === undefined || value === null || value === '') {
    if (required) problems.zone = { key: 'error.rule.required' }
    return undefined
  }
  // Other values of a body cannot all be converted to text.
  const given = typeof value === 'string' || typeof value === 'number' ? String(value) : null
  const zone = NOISE_ZONES.find((name) => name === given)
  if (!zone) problems.zone = CHOICE
  return zone
}
