import { isSuper, type Caller } from '../../../resources/kit/access.ts'
import type { Field, FieldType, Resource } from '../../../resources/kit/define.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { startOf } from '../../../resources/kit/tree.ts'
import { typeOf } from '../../../resources/kit/types/index.ts'
import { holds, isEmpty, isShown, problemOf, type Values } from '../../../resources/kit/validate.ts'

/** What a new record starts with besides its definition's defaults. */
export interface Presets {
  /** The project and the area the list is narrowed to. */
  project?: number | null
  area?: number | null
  /** Fields that are settled: the parent's id in a resource that lives inside another. */
  fixed?: Values
}

/** Whether a caller's form has the field at all; its condition is checked separately. */
export const isDrawn = (field: Field, caller: Caller): boolean =>
  !field.hidden && !field.readOnly && !field.computed && (!field.superOnly || isSuper(caller))

/** The fields of a form that apply to its present values, in their order. */
export function shownFields(resource: Resource, caller: Caller, values: Values): string[] {
  return resource.form
    .flatMap((section) => section.fields)
    .filter((name) => {
      const field = resource.fields[name]
      return field !== undefined && isDrawn(field, caller) && isShown(field, values)
    })
}

/**
 * What a form starts with: the record as its inputs hold it, for a clone the original (`template`), or for a new one defaults and presets. Only what
 * the caller may write.
 */
export function startValues(
  resource: Resource,
  caller: Caller,
  record: Values | null,
  presets: Presets,
  template: Values | null = null,
): Values {
  const values: Values = {}
  const initial = record ?? (template && { ...template, ...resource.cloned })
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.readOnly || field.computed || (field.superOnly && !isSuper(caller))) continue
    values[name] = initial
      ? typeOf(field).input(initial[name])
      : typeOf(field).input(newValue(resource, caller, name, field, presets))
  }
  return { ...values, ...(record ? {} : presets.fixed) }
}

/**
 * Problems by field, of the fields that stand in the form. A super administrator must choose what the server writes for everybody else.
 *
 * @param record as it is stored: a text that it holds already was not typed here, and a secret that is left empty stays as it is
 * @param start what the form began with, of a clone the original: a choice, picture or place in a form that is not ours is the platform's own and can be kept
 */
export function formProblems(
  resource: Resource,
  caller: Caller,
  values: Values,
  record: Values | null = null,
  start: Values | null = record,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const name of shownFields(resource, caller, values)) {
    const field = resource.fields[name]
    const value = values[name]
    if (!field || (field.secret && record !== null && isEmpty(value)) || isKept(field, start?.[name], value)) continue
    const missing = field.superOnly && field.required && isSuper(caller) && isEmpty(values[name])
    const problem = missing
      ? { key: 'error.rule.required' }
      : (problemOf(resource, name, values) ?? askedProblem(field, values[name], values, record?.[name]))
    if (problem) problems[name] = problem
  }
  return problems
}

/** The form's rules for users, stricter than the platform's (`asked`). */
function askedProblem({ asked }: Field, value: unknown, values: Values, stored: unknown): Problem | null {
  if (!asked) return null
  if (isEmpty(value)) return asked.when && holds(asked.when, values) ? { key: 'error.rule.required' } : null
  const typed = String(value).trim()
  return asked.min !== undefined && typed.length < asked.min && typed !== String(stored ?? '')
    ? { key: 'error.rule.minLength', args: { min: asked.min } }
    : null
}

/** Whether a form's value is unchanged from the one it began with, valid or not. */
const isKept = (field: Field, before: unknown, value: unknown): boolean =>
  CHOSEN.has(field.type) && !isEmpty(before) && String(before) === String(value)

/** What is chosen, drawn or uploaded: who edits something else cannot put such a value of another platform right. */
const CHOSEN: ReadonlySet<FieldType> = new Set<FieldType>(['choice', 'dict', 'image', 'point', 'polygon'])

/** A new record's project is the one looked at, else the creator's own; its area the one looked at. */
function newValue(resource: Resource, caller: Caller, name: string, field: Field, { project, area }: Presets): unknown {
  if (field.type === 'ref') {
    if (name === resource.scope.project) return project ?? caller.project_id
    if (
      name === resource.scope.district ||
      (resource.scope.district === 'id' && name === resource.tree?.parent && area)
    )
      return area
    if (name === resource.tree?.parent && resource.tree.superTop && !isSuper(caller)) return null
  }
  return startOf(resource, name, field)
}
