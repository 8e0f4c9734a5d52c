import type { Label } from '../define.ts'
import { list, refTo, number, object, integer } from '../jsonSchema.ts'
import { numberProblem, scalarText, WHOLE } from './checks.ts'
import { WHOLE_COLUMN } from './columns.ts'
import { asNumber, typed, type FieldTypeOf } from './fieldType.ts'
import { exportedNumber, limits, takesNumber } from './numbers.ts'

export interface IntShape {
  min?: number
  max?: number
  default?: number
  /** Shown after the input. */
  unit?: Label
  /** Text for 0 in a table. */
  zero?: Label
  /** Numbers in an imported file that stand for other stored numbers. */
  onImport?: readonly { given: number; stored: number }[]
}

/** A whole number. */
export const int: FieldTypeOf<IntShape, number> = {
  description: 'A whole number.',
  shape: {
    min: number('The smallest number.'),
    max: number('The largest number.'),
    default: integer('The value that a new record starts with.'),
    unit: refTo('label', 'Shown after the number.'),
    zero: refTo('label', 'What 0 means; tables show this text instead of 0.'),
    onImport: list(
      'Numbers in an imported file that are replaced by other numbers.',
      object('One of them.', { given: integer('In the file.'), stored: integer('In the record.') }, [
        'given',
        'stored',
      ]),
    ),
  },

  column: () => WHOLE_COLUMN,
  stored: asNumber,
  // A positive number must not have leading zeros (spec 2 §5).
  problem: (value, field) =>
    numberProblem(field, value, WHOLE, 'error.rule.int') ??
    (field.min !== undefined && field.min > 0 && scalarText(value).trim().startsWith('0')
      ? { key: 'error.rule.positiveInt' }
      : null),

  wire: (field) => ({ type: 'integer', ...limits(field) }),
  notes: ({ unit }, language) => (unit ? [unit[language]] : []),
  exported: exportedNumber,
  read: (text, { onImport }) => ({ value: onImport?.find(({ given }) => String(given) === text)?.stored ?? text }),
  takes: (field) => [
    ...takesNumber(field),
    ...(field.onImport ?? []).map(({ given, stored }) => ({
      key: 'importing.template.stands',
      args: { given, stored },
    })),
  ],

  ordered: true,
  wide: false,
  numeric: true,
  input: typed,
  example: ({ min, max }, n) => Math.min((min ?? 0) + n, max ?? Infinity),
}
