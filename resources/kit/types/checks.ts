import type { Problem } from '../rules.ts'

/** Greatest length of a text if the definition sets no limit; keeps a hostile request from filling the database. */
export const TEXT_MAX = 200
export const LONG_TEXT_MAX = 2000
export const JSON_MAX = 100_000

/** Returns a text or a number as text; '' for anything else: a hostile object may not even have a toString. */
export const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Returns what is wrong with a number, which must have the given form and lie between the limits, or null. */
export function numberProblem(
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

/** At most 15 digits: every such integer is exact in JavaScript. */
export const WHOLE = /^-?\d{1,15}$/

export const tooLong = (text: string, max: number): Problem | null =>
  [...text].length > max ? { key: 'error.rule.maxLength', args: { max } } : null

/** Parses JSON text; undefined if it is invalid. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Whether a longitude or a latitude is within its limit. */
export const inRange = (degrees: unknown, limit: number): boolean =>
  scalarText(degrees) !== '' && Math.abs(Number(scalarText(degrees))) <= limit

/** Writes a number without exponent, so that 1e-7 is read as a decimal and 1e300 as too long. */
const plainDigits = (value: number): string =>
  Number.isFinite(value) && Math.abs(value) < 1e15 ? value.toFixed(10).replace(/\.?0+$/, '') : ''
