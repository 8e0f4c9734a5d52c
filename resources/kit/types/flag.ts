import type { Label, Option } from '../define.ts'
import { list, refTo, oneOf } from '../jsonSchema.ts'
import { scalarText } from './checks.ts'
import { FLAG_COLUMN } from './columns.ts'
import { asNumber, type FieldTypeOf } from './fieldType.ts'
import { numberOf, oneOfThese } from './words.ts'

export interface FlagShape {
  default?: 0 | 1
  options?: readonly [off: Label, on: Label]
}

/** 0 or 1. */
export const flag: FieldTypeOf<FlagShape, number> = {
  description: 'Yes or no, stored as 1 or 0.',
  shape: {
    default: oneOf('The value that a new record starts with.', [0, 1]),
    options: list('The texts for no and for yes.', refTo('label'), { minItems: 2, maxItems: 2 }),
  },

  column: () => FLAG_COLUMN,
  stored: asNumber,
  problem: (value) => (['0', '1'].includes(scalarText(value)) ? null : { key: 'error.rule.flag' }),

  wire: () => ({ type: 'integer', enum: [0, 1] }),
  exported: (value, { options = YES_NO }, { language }) => options[Number(value) === 1 ? 1 : 0][language],
  read: (text, { options = YES_NO }) => numberOf(optionsOf(options), text, ALSO),
  takes: ({ options }) => [options ? oneOfThese(optionsOf(options)) : '0 / 1'],

  ordered: true,
  wide: false,
  numeric: false,
  input: (value) => (Number(value) === 1 ? 1 : 0),
  example: (_field, n) => n % 2,
}

const YES_NO: readonly [off: Label, on: Label] = [
  ['否', '否', 'No'],
  ['是', '是', 'Yes'],
]

const ALSO: ReadonlyMap<number, readonly string[]> = new Map([
  [0, ['否', 'no', 'n', 'false']],
  [1, ['是', 'yes', 'y', 'true']],
])

const optionsOf = ([off, on]: readonly [off: Label, on: Label]): readonly Option[] => [
  { value: 0, label: off },
  { value: 1, label: on },
]
