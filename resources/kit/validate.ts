import { isShown } from './condition.ts'
import type { Field, Resource } from './define.ts'
import { isEmpty } from './empty.ts'
import { rules, type Problem } from './rules.ts'
import { isTop } from './tree.ts'
import { scalarText } from './types/checks.ts'
import type { Surroundings } from './types/fieldType.ts'
import { typeOf } from './types/index.ts'

export { holds, isShown } from './condition.ts'
export { isEmpty } from './empty.ts'
export { JSON_MAX, LONG_TEXT_MAX, TEXT_MAX } from './types/checks.ts'

/** A record as a form or a request holds it: plain values, optional text unwrapped. */
export type Values = Record<string, unknown>

/**
 * What is wrong with a record, by field; empty when nothing is. The one validation of form, CSV preview and server.
 *
 * @param values  the whole record as it would be stored: on a partial edit, the old record with the changes laid over it
 * @param only    fields to look at (those a partial edit changes); all when left out
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

/** What is wrong with one field of a record, or null. */
export function problemOf(resource: Resource, name: string, values: Values): Problem | null {
  const field = resource.fields[name]
  if (!field || isTop(resource, name, values[name])) return null
  return fieldProblem(field, values[name], values, (other) => resource.fields[other]?.label ?? called(other))
}

/**
 * What is wrong with one value of a field, or null. A field that its condition hides is never wrong.
 *
 * @param labelOf  how a sentence about several fields names another one; by its key where nobody says
 */
export function fieldProblem(
  field: Field,
  value: unknown,
  values: Values,
  labelOf: Surroundings['called'] = called,
): Problem | null {
  if (field.readOnly || field.computed || !isShown(field, values)) return null
  if (!isEmpty(value)) return valueProblem(field, value, values, labelOf)
  const isAsked = field.required && !field.superOnly && !isDerived(field, values)
  return (
    typeOf(field).missing?.(field, { values, called: labelOf }) ?? (isAsked ? { key: 'error.rule.required' } : null)
  )
}

/** What is wrong with a value that is not empty, whether its field is shown or not. */
export function valueProblem(
  field: Field,
  value: unknown,
  values: Values,
  labelOf: Surroundings['called'] = called,
): Problem | null {
  // No database column of every engine can hold it, and no form can make it.
  if (scalarText(value).includes('\0')) return { key: 'error.rule.text' }
  const problem = typeOf(field).problem(value, field, { values, called: labelOf })
  if (problem) return problem
  for (const name of field.rules ?? []) {
    const broken = rules[name](String(value))
    if (broken) return broken
  }
  return null
}

const called: Surroundings['called'] = (name) => [name, name, name]

/** Whether the platform works a field's value out from another one. */
const isDerived = (field: Field, values: Values): boolean =>
  field.type === 'ref' && field.derivedBy !== undefined && !isEmpty(values[field.derivedBy])
