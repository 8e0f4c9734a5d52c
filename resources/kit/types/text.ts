import type { Label } from '../define.ts'
import { isEmpty } from '../empty.ts'
import { list, str, integer } from '../jsonSchema.ts'
import { TEXT_MAX, tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { asText, trimmed, typed, type FieldTypeOf } from './fieldType.ts'

export interface TextShape {
  min?: number
  max?: number
  default?: string
  /** This field or one of these other fields must hold a value (spec 2 §5, phoneoremailempty). */
  oneOf?: readonly string[]
}

/** One line of text. */
export const text: FieldTypeOf<TextShape, string> = {
  description: 'One line of text.',
  shape: {
    min: integer('Minimum number of characters.', { minimum: 1, maximum: 100_000 }),
    max: integer('Maximum number of characters; 200 if left out.', { minimum: 1, maximum: 100_000 }),
    default: str('The value that a new record starts with.'),
    oneOf: list('This or one of these other fields must hold a value.', { type: 'string' }),
  },
  prose: true,
  others: ({ oneOf = [] }) => Object.fromEntries(oneOf.map((name, index) => [`oneOf[${index}]`, name])),

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem(value, { min, max }) {
    if (typeof value !== 'string' && typeof value !== 'number') return { key: 'error.rule.text' }
    const length = [...String(value).trim()].length
    if (min !== undefined && length < min) return { key: 'error.rule.minLength', args: { min } }
    return tooLong(String(value), max ?? TEXT_MAX)
  },
  missing({ label, oneOf }, { values, called }) {
    if (!oneOf?.every((other) => isEmpty(values[other]))) return null
    return { key: 'error.rule.oneOf', args: { fields: joined([label, ...oneOf.map(called)]) } }
  },

  wire: ({ min, max }) => ({
    type: 'string',
    ...(min !== undefined && { minLength: min }),
    maxLength: max ?? TEXT_MAX,
  }),
  exported: asText,

  ordered: true,
  // A text up to this length is a single line, beside other fields.
  wide: ({ max }) => (max ?? 0) > TEXT_MAX,
  numeric: false,
  input: typed,
  example: (_field, n) => `text ${n}`,
}

/** Joins several labels into one. */
const joined = (labels: readonly Label[]): Label => [
  labels.map(([words]) => words).join('、'),
  labels.map(([, words]) => words).join('、'),
  labels.map(([, , words]) => words).join(', '),
]
