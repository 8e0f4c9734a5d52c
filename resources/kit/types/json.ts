import { JSON_MAX, parsed, tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { trimmed, typed, type FieldTypeOf } from './fieldType.ts'

/** Any JSON text. */
export const json: FieldTypeOf<object, string> = {
  description: 'Any JSON text.',
  shape: {},

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem: (value) => (parsed(value) === undefined ? { key: 'error.rule.json' } : tooLong(String(value), JSON_MAX)),

  wire: () => ({ type: 'string', contentMediaType: 'application/json', maxLength: JSON_MAX }),
  exported: null,
  takes: () => ['{}'],

  ordered: false,
  wide: true,
  numeric: false,
  input: typed,
  example: (_field, n) => `{"n":${n}}`,
}
