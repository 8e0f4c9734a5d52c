import { integer } from '../jsonSchema.ts'
import { JSON_MAX, parsed, tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { trimmed, typed, type FieldTypeOf } from './fieldType.ts'

/** Any JSON text. */
export const json: FieldTypeOf<{ max?: number }, string> = {
  description: 'Any JSON text.',
  shape: { max: integer('Maximum number of characters; 100000 if left out.', { minimum: 1, maximum: JSON_MAX }) },

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem: (value, { max }) =>
    parsed(value) === undefined ? { key: 'error.rule.json' } : tooLong(String(value), max ?? JSON_MAX),

  wire: ({ max }) => ({ type: 'string', contentMediaType: 'application/json', maxLength: max ?? JSON_MAX }),
  exported: null,
  takes: () => ['{}'],

  ordered: false,
  wide: true,
  numeric: false,
  input: typed,
  example: (_field, n) => `{"n":${n}}`,
}
