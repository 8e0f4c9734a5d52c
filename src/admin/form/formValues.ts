import { isSuper, type Caller } from '../../../resources/kit/access.ts'
import type { Field, FieldType, Resource } from '../../../resources/kit/define.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { startOf } from '../../../resources/kit/tree.ts'
import { typeOf } from '../../../resources/kit/types/index.ts'
import { isMet, isEmpty, isShown, problemOf, type Values } from '../../../resources/kit/validate.ts'

/** Values that a new record starts with besides its definition's defaults. */
export interface Presets {
  /** Project and area that the list is filtered by. */
  project?: number | null
  area?: number | null
  /** Fields with a fixed value: the parent's id in a resource that lives inside another. */
  fixed?: Values
}

/** Whether a caller's form has the field at all; the field's condition is checked separately. */
export const isDrawn = (field: Field, caller: Caller): boolean =>
  !field.hidden && !field.readOnly && !field.computed && (!field.superOnly || isSuper(caller))

/** Returns the fields of a form that apply to its current values, in order. */
export function shownFields(resource: Resource, caller: Caller, values: Values): string[] {
  return resource.form
    .flatMap((section) => section.fields)
    .filter((name) => {
      const field = resource.fields[name]
      return field !== undefined && isDrawn(field, caller) && isShown(field, values)
    })
}

/**
 * Returns a form's initial values: the record as its inputs hold it; for a clone, the original (`template`); for a new
 * record, defaults and presets. Only fields that the caller may write.
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
 * Returns the problems of the form's fields, by field. A super administrator must choose a value that the server fills
 * in for all other users.
 *
 * @param record the stored record: a text that it already holds was not typed here, and an empty secret leaves the
 * stored one unchanged
 * @param start the form's initial values, for a clone those of the original: an unchanged choice, picture or place may
 * be a value that only this platform knows, and can be kept
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

/** Checks the form's additional rules (`asked`), which are stricter than the platform's. */
function askedProblem({ asked }: Field, value: unknown, values: Values, stored: unknown): Problem | null {
  if (!asked) return null
  if (isEmpty(value)) return asked.when && isMet(asked.when, values) ? { key: 'error.rule.required' } : null
  const typed = String(value).trim()
  return asked.min !== undefined && typed.length < asked.min && typed !== String(stored ?? '')
    ? { key: 'error.rule.minLength', args: { min: asked.min } }
    : null
}

/** Whether a form's value is unchanged from its initial one, valid or not. */
const isKept = (field: Field, before: unknown, value: unknown): boolean =>
  CHOSEN.has(field.type) && !isEmpty(before) && String(before) === String(value)

/**
 * Types that are chosen, drawn or uploaded: a user who edits another field cannot correct such a value of another
 * platform.
 */
const CHOSEN: ReadonlySet<FieldType> = new Set<FieldType>(['choice', 'dict', 'image', 'point', 'polygon'])

/**
 * A new record's project is the one that the list is filtered by, otherwise the creator's own; its area is the one that
 * the list is filtered by.
 */
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
