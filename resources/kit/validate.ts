import type { Condition, Field, FieldType, Label, Resource } from './define.ts'
import { rules, type Problem } from './rules.ts'
import { isTop } from './tree.ts'

/** A record as a form or a request holds it: plain values, optional text unwrapped. */
export type Values = Record<string, unknown>

/**
 * What is wrong with a record, by field; empty when nothing is. The one validation of form, CSV preview and server.
 *
 * @param values  the whole record as it would be stored: on a partial edit, the old record with the changes laid over it
 * @param only    fields to look at (those a partial edit changes); all when left out
 */
export function problemsOf(resource: Resource, values: Values, only?: ReadonlySet<string>): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const name of Object.keys(resource.fields)) {
    if (only && !only.has(name)) continue
    const problem = problemOf(resource, name, values)
    if (problem) problems[name] = problem
  }
  return problems
}

/** What is wrong with one field of a record, or null. */
export function problemOf(resource: Resource, name: string, values: Values): Problem | null {
  const field = resource.fields[name]
  if (!field || isTop(resource, name, values[name])) return null
  const problem = fieldProblem(field, values[name], values)
  return problem && { ...problem, ...argsOf(resource, field, problem) }
}

/** A sentence about several fields names them as the entity does. */
function argsOf({ fields }: Resource, field: Field, { key }: Problem): Pick<Problem, 'args'> {
  const called = (name: string): Label => fields[name]?.label ?? [name, name, name]
  if (key === 'error.rule.above' && field.type === 'decimal' && field.above)
    return { args: { other: called(field.above) } }
  if (key !== 'error.rule.oneOf' || field.type !== 'text') return {}
  const all = [field.label, ...(field.oneOf ?? []).map(called)]
  return {
    args: {
      fields: [
        all.map(([text]) => text).join('、'),
        all.map(([, text]) => text).join('、'),
        all.map(([, , text]) => text).join(', '),
      ],
    },
  }
}

/** What is wrong with one value of a field, or null, without the names of other fields. A field that its condition hides is never wrong. */
export function fieldProblem(field: Field, value: unknown, values: Values): Problem | null {
  if (field.readOnly || field.computed || !isShown(field, values)) return null
  if (isEmpty(value)) return missing(field, values)
  // No database column of every engine can hold it, and no form can make it.
  if (scalarText(value).includes('\0')) return { key: 'error.rule.text' }
  const problem = checks[field.type](field as never, value)
  if (problem) return problem
  if (field.type === 'decimal' && field.above && Number(value) <= Number(scalarText(values[field.above]) || NaN))
    return { key: 'error.rule.above' }
  for (const name of field.rules ?? []) {
    const broken = rules[name](String(value))
    if (broken) return broken
  }
  return null
}

function missing(field: Field, values: Values): Problem | null {
  if (field.type === 'text' && field.oneOf?.every((other) => isEmpty(values[other]))) return { key: 'error.rule.oneOf' }
  return field.required && !field.superOnly ? { key: 'error.rule.required' } : null
}

/** Whether a field applies to a record. */
export const isShown = (field: Field, values: Values): boolean => field.when === undefined || holds(field.when, values)

/** Whether a condition holds. Numbers and numeric text count as equal: forms hold text, the wire numbers. */
export function holds(condition: Condition, values: Values): boolean {
  const value = values[condition.field]
  return 'filled' in condition ? !isEmpty(value) : condition.in.some((wanted) => String(wanted) === scalarText(value))
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Longest text where the definition names no limit; keeps a hostile request from filling the database. */
export const TEXT_MAX = 200
export const LONG_TEXT_MAX = 2000
export const JSON_MAX = 100_000

type Check<T extends FieldType> = (field: Extract<Field, { type: T }>, value: unknown) => Problem | null

const checks: { [T in FieldType]: Check<T> } = {
  text: (field, value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return { key: 'error.rule.text' }
    const length = [...String(value).trim()].length
    if (field.min !== undefined && length < field.min) return { key: 'error.rule.minLength', args: { min: field.min } }
    return tooLong(String(value), field.max ?? TEXT_MAX)
  },
  longText: (field, value) =>
    typeof value === 'string' ? tooLong(value, field.max ?? LONG_TEXT_MAX) : { key: 'error.rule.text' },
  // A positive number is written without leading zeros (spec 2 §5).
  int: (field, value) =>
    numberProblem(field, value, /^-?\d{1,15}$/, 'error.rule.int') ??
    (field.min !== undefined && field.min > 0 && scalarText(value).trim().startsWith('0')
      ? { key: 'error.rule.positiveInt' }
      : null),
  decimal: (field, value) => numberProblem(field, value, /^-?\d{1,15}(\.\d{1,10})?$/, 'error.rule.number'),
  flag: (_field, value) => (['0', '1'].includes(scalarText(value)) ? null : { key: 'error.rule.flag' }),
  choice: (field, value) =>
    field.options.some((option) => String(option.value) === scalarText(value)) ? null : { key: 'error.rule.choice' },
  dict: (_field, value) => numberProblem({}, value, /^-?\d{1,15}$/, 'error.rule.choice'),
  ref: (field, value) => {
    const ids = field.many
      ? Array.isArray(value)
        ? value.map(scalarText)
        : scalarText(value).split(',')
      : [scalarText(value)]
    return ids.every((id) => /^[1-9]\d{0,14}$/.test(id.trim())) ? null : { key: 'error.rule.ref' }
  },
  point: (_field, value) => (isPoint(parsed(value)) ? null : { key: 'error.rule.point' }),
  polygon: (_field, value) => {
    const points = parsed(value)
    return Array.isArray(points) && points.length <= 1000 && points.every(isPair)
      ? tooLong(String(value), JSON_MAX)
      : { key: 'error.rule.polygon' }
  },
  image: (_field, value) =>
    typeof value === 'string' && /^(\/(upload|demo)\/[\w.-]+|https?:\/\/\S+)$/.test(value)
      ? tooLong(value, 500)
      : { key: 'error.rule.image' },
  json: (_field, value) =>
    parsed(value) === undefined ? { key: 'error.rule.json' } : tooLong(String(value), JSON_MAX),
  date: (_field, value) => (isDay(value) ? null : { key: 'error.rule.date' }),
  time: (_field, value) => numberProblem({ min: 0 }, value, /^\d{1,15}$/, 'error.rule.time'),
}

function numberProblem(
  limits: { min?: number; max?: number },
  value: unknown,
  form: RegExp,
  key: string,
): Problem | null {
  const text = typeof value === 'number' ? plainDigits(value) : typeof value === 'string' ? value.trim() : ''
  if (!form.test(text)) return { key }
  if (limits.min !== undefined && Number(text) < limits.min) return { key: 'error.rule.min', args: { min: limits.min } }
  if (limits.max !== undefined && Number(text) > limits.max) return { key: 'error.rule.max', args: { max: limits.max } }
  return null
}

/** Text or a number as text; '' for anything else: a hostile object may not even have a toString. */
const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A number without exponent, so that 1e-7 reads as a decimal and 1e300 as too long. */
const plainDigits = (value: number): string =>
  Number.isFinite(value) && Math.abs(value) < 1e15 ? value.toFixed(10).replace(/\.?0+$/, '') : ''

const tooLong = (text: string, max: number): Problem | null =>
  [...text].length > max ? { key: 'error.rule.maxLength', args: { max } } : null

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** A day that exists: 2026-02-30 is none. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value.trim())) return false
  const day = new Date(`${value.trim()}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.trim())
}

const isPair = (point: unknown): boolean =>
  Array.isArray(point) && point.length === 2 && inRange(point[0], 180) && inRange(point[1], 90)
const isPoint = (point: unknown): boolean =>
  typeof point === 'object' &&
  point !== null &&
  'maplng' in point &&
  'maplat' in point &&
  inRange(point.maplng, 180) &&
  inRange(point.maplat, 90)
const inRange = (degrees: unknown, limit: number): boolean =>
  scalarText(degrees) !== '' && Math.abs(Number(scalarText(degrees))) <= limit
