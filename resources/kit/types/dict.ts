import { dictionary, type DictionaryType } from '../../dictionary.ts'
import { oneOf, integer } from '../jsonSchema.ts'
import { numberProblem, scalarText, WHOLE } from './checks.ts'
import { WHOLE_COLUMN } from './columns.ts'
import { asText, chosen, type FieldTypeOf } from './fieldType.ts'
import { numberOf, oneOfThese } from './words.ts'

export interface DictShape {
  dict: DictionaryType
  default?: number
}

/**
 * A number from a dictionary of the platform. Which numbers are valid is checked on the server: another platform's
 * dictionaries differ.
 */
export const dict: FieldTypeOf<DictShape, number> = {
  description: 'One entry of a dictionary of the platform.',
  shape: {
    dict: oneOf('Which dictionary.', Object.keys(dictionary)),
    default: integer('The value that a new record starts with.'),
  },
  required: ['dict'],
  kind: (field) => `dict ${field.dict}`,

  column: () => WHOLE_COLUMN,
  // Older platforms have texts instead of some numbers: these stay as they are.
  stored: (value) => (WHOLE.test(scalarText(value).trim()) ? Number(value) : asText(value)),
  problem: (value) => numberProblem({}, value, WHOLE, 'error.rule.choice'),

  wire: (field) => ({ type: 'integer', enum: dictionary[field.dict].map(({ value }) => value) }),
  notes: (field, language) => [
    dictionary[field.dict].map(({ value, label }) => `${value} ${label[language]}`).join(', '),
  ],
  exported: (value, field, { word }) => word(field.dict, Number(value)) ?? String(value),
  read: (text, field, { words }) => numberOf(words(field.dict), text),
  takes: (field) => [oneOfThese(dictionary[field.dict])],

  ordered: true,
  wide: false,
  numeric: false,
  input: chosen,
  example: (field, n) => dictionary[field.dict][n % dictionary[field.dict].length]?.value ?? 0,
}
