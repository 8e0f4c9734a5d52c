import { tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { asText, trimmed, typed, type FieldTypeOf } from './fieldType.ts'

/** The path of an uploaded picture, or the address of a picture on the web. */
export const image: FieldTypeOf<object, string> = {
  description: 'A picture, uploaded in the form.',
  shape: {},

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem: (value) =>
    typeof value === 'string' && /^(\/(upload|demo)\/[\w.-]+|https?:\/\/\S+)$/.test(value)
      ? tooLong(value, MAX)
      : { key: 'error.rule.image' },

  wire: () => ({ type: 'string', maxLength: MAX }),
  exported: asText,
  takes: () => ['/upload/….png'],

  ordered: false,
  wide: false,
  numeric: false,
  input: typed,
  example: (_field, n) => `/upload/picture${n}.png`,
}

const MAX = 500
