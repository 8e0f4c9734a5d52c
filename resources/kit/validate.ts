import { isShown } from './condition.ts'
import type { Field, Resource } from './define.ts'
import { isEmpty } from './empty.ts'
import { rules, type Problem } from './rules.ts'
import { isTop } from './tree.ts'
import { scalarText } from './types/checks.ts'
import type { CheckContext } from './types/fieldType.ts'
import { typeOf } from './types/index.ts'

export { isMet, isShown } from './condition.ts'
export { isEmpty } from './empty.ts'
export { JSON_MAX, LONG_TEXT_MAX, TEXT_MAX } from './types/checks.ts'

/** A record as in a form or a request: plain values, optional text unwrapped. */
export type Values = Record<string, unknown>

/**
 * Returns what is wrong with a record, by field; empty if it is valid. Form, CSV preview and server all validate by
 * this function.
 *
 * @param values the whole record as it would be stored: for a partial edit, the old record with the changes applied
 * @param only fields to check (those that a partial edit changes); all by default
 */
export function problemsOf(resource: Resource, values: Values, only?: ReadonlySet<string>): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const name of Object.keys(resource.fields)) {
    if (only && !only.has(name)) continue
    const problem = problemOf(resource, name, values)
    if (problem) problems[name] = problem
  }
  return problems
}

/** Returns what is wrong with one field of a record, or null. */
export function problemOf(resource: Resource, name: string, values: Values): Problem | null {
  const field = resource.fields[name]
  if (!field || isTop(resource, name, values[name])) return null
  return fieldProblem(field, values[name], values, (other) => resource.fields[other]?.label ?? called(other))
}

/**
 * Returns what is wrong with a field's value, or null. A field hidden by its condition is always valid.
 *
 * @param labelOf returns the name of another field for messages about several fields; its key by default
 */
export function fieldProblem(
  field: Field,
  value: unknown,
  values: Values,
  labelOf: CheckContext['called'] = called,
): Problem | null {
  if (field.readOnly || field.computed || !isShown(field, values)) return null
  if (!isEmpty(value)) return valueProblem(field, value, values, labelOf)
  const isAsked = field.required && !field.superOnly && !isDerived(field, values)
  return (
    typeOf(field).missing?.(field, { values, called: labelOf }) ?? (isAsked ? { key: 'error.rule.required' } : null)
  )
}

/** Returns what is wrong with a non-empty value, whether its field is shown or not. */
export function valueProblem(
  field: Field,
  value: unknown,
  values: Values,
  labelOf: CheckContext['called'] = called,
): Problem | null {
  // Not every database engine can store it, and no form can produce it.
  if (scalarText(value).includes('\0')) return { key: 'error.rule.text' }
  const problem = typeOf(field).problem(value, field, { values, called: labelOf })
  if (problem) return problem
  for (const name of field.rules ?? []) {
    const broken = rules[name](String(value))
    if (broken) return broken
  }
  return null
}

const called: CheckContext['called'] = (name) => [name, name, name]

/** Whether the platform derives a field's value from another one. */
const isDerived = (field: Field, values: Values): boolean =>
  field.type === 'ref' && field.derivedBy !== undefined && !isEmpty(values[field.derivedBy])
