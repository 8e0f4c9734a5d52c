import { numberProblem } from './checks.ts'
import { WHOLE_COLUMN } from './columns.ts'
import { asNumber, chosen, type FieldTypeOf } from './fieldType.ts'

/** A moment, epoch ms. */
export const time: FieldTypeOf<object, number> = {
  description: 'A moment, stored as milliseconds since 1970.',
  shape: {},

  column: () => WHOLE_COLUMN,
  stored: asNumber,
  problem: (value) => numberProblem({ min: 0 }, value, /^\d{1,15}$/, 'error.rule.time'),

  wire: () => ({ type: 'integer', format: 'int64', description: 'epoch ms' }),
  exported: (value, _field, { time: at }) => at(Number(value)),
  read(text, _field, { moment }) {
    const at = /^\d+$/.test(text) ? Number(text) : moment(text)
    return at === null ? { value: text, problem: { key: 'error.rule.time' } } : { value: at }
  },
  takes: () => ['YYYY-MM-DD HH:mm'],

  ordered: true,
  wide: false,
  numeric: false,
  input: chosen,
  example: (_field, n) => 1_700_000_000_000 + n,
}
