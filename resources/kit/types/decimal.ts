import type { Label } from '../define.ts'
import { refTo, number, str } from '../jsonSchema.ts'
import { numberProblem, scalarText } from './checks.ts'
import { REAL_COLUMN } from './columns.ts'
import { asNumber, typed, type FieldTypeOf } from './fieldType.ts'
import { exportedNumber, limits, takesNumber } from './numbers.ts'

export interface DecimalShape {
  min?: number
  max?: number
  default?: number
  unit?: Label
  /** Must exceed another field (spec 2 §5, nodeHigh). */
  above?: string
}

/** A number that may have decimals. */
export const decimal: FieldTypeOf<DecimalShape, number> = {
  description: 'A number that may have decimals.',
  shape: {
    min: number('The smallest number.'),
    max: number('The largest number.'),
    default: number('The value that a new record starts with.'),
    unit: refTo('label', 'Shown after the number.'),
    above: str('Must be larger than this other field.'),
  },
  others: ({ above }): Record<string, string> => (above === undefined ? {} : { above }),

  column: () => REAL_COLUMN,
  stored: asNumber,
  problem(value, field, { values, called }) {
    const problem = numberProblem(field, value, /^-?\d{1,15}(\.\d{1,10})?$/, 'error.rule.number')
    if (problem || !field.above) return problem
    return Number(value) <= Number(scalarText(values[field.above]) || NaN)
      ? { key: 'error.rule.above', args: { other: called(field.above) } }
      : null
  },

  wire: (field) => ({ type: 'number', ...limits(field) }),
  notes: ({ unit }, language) => (unit ? [unit[language]] : []),
  exported: exportedNumber,
  takes: takesNumber,

  ordered: true,
  wide: false,
  numeric: true,
  input: typed,
  example: ({ min, max }, n) => Math.min((min ?? 0) + n + 0.5, max ?? Infinity),
}
