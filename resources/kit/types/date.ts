import { TEXT_COLUMN } from './columns.ts'
import { asText, trimmed, typed, type FieldTypeOf } from './fieldType.ts'

/** A calendar day without a clock: text YYYY-MM-DD. */
export const date: FieldTypeOf<object, string> = {
  says: 'A calendar day, text YYYY-MM-DD.',
  shape: {},

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem: (value) => (isDay(value) ? null : { key: 'error.rule.date' }),

  wire: () => ({ type: 'string', format: 'date' }),
  exported: asText,

  ordered: true,
  wide: false,
  numeric: false,
  input: typed,
  example: (_field, n) => `2026-11-${String((n % 28) + 1).padStart(2, '0')}`,
}

/** A day that exists: 2026-02-30 is none. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value.trim())) return false
  const day = new Date(`${value.trim()}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.trim())
}
