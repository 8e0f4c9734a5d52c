import { integer } from '../jsonSchema.ts'
import { LONG_TEXT_MAX, TEXT_MAX, tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { asText, trimmed, typed, type FieldTypeOf } from './fieldType.ts'

/** Several lines of text. */
export const longText: FieldTypeOf<{ max?: number }, string> = {
  description: 'Several lines of text.',
  shape: { max: integer('Maximum number of characters; 2000 if left out.', { minimum: 1, maximum: 100_000 }) },
  prose: true,

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem: (value, { max }) =>
    typeof value === 'string' ? tooLong(value, max ?? LONG_TEXT_MAX) : { key: 'error.rule.text' },

  wire: ({ max }) => ({ type: 'string', maxLength: max ?? LONG_TEXT_MAX }),
  exported: asText,

  ordered: false,
  wide: ({ max }) => (max ?? LONG_TEXT_MAX) > TEXT_MAX,
  numeric: false,
  input: typed,
  example: (_field, n) => `text ${n}\nand more`,
}
