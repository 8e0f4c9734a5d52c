import type { Condition, Field } from './define.ts'
import { isEmpty } from './empty.ts'
import { scalarText } from './types/checks.ts'
import type { Values } from './validate.ts'

// Separate from validate.ts, whose rules include parsers for every kind of JSON and script: lists and calls only need
// to know which fields apply, and validate nothing.

/** Whether a field applies to a record. */
export const isShown = (field: Field, values: Values): boolean => field.when === undefined || isMet(field.when, values)

/** Whether a condition holds. Numbers and numeric text count as equal: forms hold text, the wire numbers. */
export function isMet(condition: Condition, values: Values): boolean {
  const value = values[condition.field]
  return 'filled' in condition ? !isEmpty(value) : condition.in.some((wanted) => String(wanted) === scalarText(value))
}
