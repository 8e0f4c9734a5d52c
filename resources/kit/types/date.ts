import { isDay } from '../zone.ts'
import { TEXT_COLUMN } from './columns.ts'
import { asText, trimmed, typed, type FieldTypeOf } from './fieldType.ts'

/** A calendar day without a time: text YYYY-MM-DD. */
export const date: FieldTypeOf<object, string> = {
  description: 'A calendar day, text YYYY-MM-DD.',
  shape: {},

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem: (value) => (typeof value === 'string' && isDay(value.trim()) ? null : { key: 'error.rule.date' }),

  wire: () => ({ type: 'string', format: 'date' }),
  exported: asText,
  // Accepts the formats of spreadsheets.
  read: (text) => ({
    value: text.replace(
      /^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/,
      (_whole, year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ),
  }),
  takes: () => ['YYYY-MM-DD'],

  ordered: true,
  wide: false,
  numeric: false,
  input: typed,
  example: (_field, n) => `2026-11-${String((n % 28) + 1).padStart(2, '0')}`,
}
