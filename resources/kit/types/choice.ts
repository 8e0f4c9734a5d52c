import type { Option } from '../define.ts'
import { bool, either, refTo, integer, type JsonSchema } from '../jsonSchema.ts'
import { scalarText } from './checks.ts'
import { WHOLE_COLUMN } from './columns.ts'
import { asNumber, chosen, type FieldTypeOf } from './fieldType.ts'
import { numberOf, oneOfThese } from './words.ts'

export interface ChoiceShape {
  options: readonly Option[]
  default?: number
  /** The options are drawn as cards, each with a line of help. */
  cards?: boolean
}

const numbers = (options: readonly Option[]): JsonSchema => ({
  type: 'integer',
  enum: options.map(({ value }) => value),
})

/** A number from a fixed list of options. */
export const choice: FieldTypeOf<ChoiceShape, number> = {
  description: 'One of a few options; its number is stored, its label is shown.',
  shape: {
    options: either("The options, or the name of one of the file's own `dictionaries`.", refTo('options'), {
      type: 'string',
    }),
    default: integer('The value that a new record starts with.'),
    cards: bool('Shown as cards, each with a line of help.'),
  },
  required: ['options'],

  column: () => WHOLE_COLUMN,
  stored: asNumber,
  meant: (value, { options }) =>
    typeof value === 'string' ? (options.find(({ code }) => code === value)?.value ?? value) : value,
  problem: (value, { options }) =>
    options.some((option) => String(option.value) === scalarText(value)) ? null : { key: 'error.rule.choice' },

  wire: ({ options }) => numbers(options),
  sent: ({ options }) => {
    const codes = options.flatMap(({ code }) => code ?? [])
    return codes.length === 0 ? undefined : { anyOf: [numbers(options), { type: 'string', enum: codes }] }
  },
  notes: ({ options }, language) => [
    options
      .map(({ value, label, code }) => `${value} ${label[language]}${code === undefined ? '' : ` (${code})`}`)
      .join(', '),
  ],
  exported: (value, { options }, { language }) =>
    options.find((option) => option.value === Number(value))?.label[language] ?? String(value),
  read: (text, { options }) => numberOf(options, text),
  takes: ({ options }) => [oneOfThese(options)],

  ordered: true,
  wide: ({ cards }) => cards === true,
  numeric: false,
  input: chosen,
  example: ({ options }, n) => options[n % options.length]?.value ?? 0,
}
