import { dictionary } from '../../resources/dictionary.ts'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { startOf } from '../../resources/kit/tree.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import { isEmpty, isShown, problemsOf, valueProblem, type Values } from '../../resources/kit/validate.ts'
import { storable } from '../../resources/kit/wire.ts'
import { forbidden, invalid } from '../errors.ts'
import { plainText } from '../http/body.ts'
import type { Row } from '../storage/row.ts'
import type { Entity } from './entity.ts'

/**
 * Returns the row that a request wants stored, checked against its definition. Unknown fields and those that a client
 * may not write are ignored. A field reserved to the super administrator keeps its value, or its default, when another
 * user saves.
 *
 * @param old the stored row of an edit; null on creation
 * @throws ApiError 400 with the problem of each field
 */
export function rowFromInput(entity: Entity, body: Values, old: Row | null, caller: Caller): Row {
  const sent = sentFields(entity, body, old, caller)
  const start: Values = old ?? defaultsOf(entity)
  const values: Values = { ...start, ...sent }
  for (const [name, field] of entity.fields) {
    if (isShown(field, values)) continue
    if (field.blankWhenHidden) values[name] = null
    // A hidden field is not validated, but its column cannot hold every value: an unsuitable value counts as not sent.
    else if (!isEmpty(sent[name]) && valueProblem(field, sent[name], values)) values[name] = start[name]
  }
  const looked = old ? affected(entity, sent) : undefined
  const problems = {
    ...problemsOf(entity.resource, values, looked),
    ...dictionaryProblems(entity, values, looked),
    ...(isSuper(caller) && missingChoices(entity, values, looked)),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const row: Row = { ...old }
  for (const [name, field] of entity.fields)
    if (!old || name in sent || values[name] === null) row[name] = storable(field, values[name])
  return row
}

function sentFields(entity: Entity, body: Values, old: Row | null, caller: Caller): Values {
  const sent: Values = {}
  for (const [name, field] of entity.fields) {
    if (!Object.hasOwn(body, name) || field.readOnly || (field.fixed && old) || (field.superOnly && !isSuper(caller)))
      continue
    const value = field.wrapped ? plainText(body[name]) : body[name]
    // A client cannot send back a secret, since it never receives one: an empty text keeps it, null removes it.
    if (field.secret && old && value !== null && isEmpty(value)) continue
    sent[name] = isEmpty(value) ? startOf(entity.resource, name, field) : (typeOf(field).meant?.(value, field) ?? value)
  }
  // All users except the super administrator create records in their own project.
  if (!old && entity.project !== null && !isSuper(caller)) {
    if (caller.project_id === null) throw forbidden()
    sent[entity.project] = caller.project_id
  }
  return sent
}

const defaultsOf = (entity: Entity): Values =>
  Object.fromEntries(entity.fields.map(([name, field]) => [name, startOf(entity.resource, name, field)]))

/**
 * Returns the fields to be checked in an edit: those that were sent, and those whose condition or limit depends on one
 * that was sent.
 */
function affected(entity: Entity, sent: Values): Set<string> {
  const names = new Set(Object.keys(sent))
  for (const [name, field] of entity.fields) {
    if (field.when && Object.hasOwn(sent, field.when.field)) names.add(name)
    if (Object.values(typeOf(field).others?.(field) ?? {}).some((other) => Object.hasOwn(sent, other))) names.add(name)
  }
  return names
}

/**
 * Returns required fields that the super administrator left empty. The shared validation omits fields that only the
 * super administrator may choose.
 */
function missingChoices(
  entity: Entity,
  values: Values,
  looked: ReadonlySet<string> | undefined,
): Record<string, Problem> {
  const missing = entity.fields.filter(
    ([name, field]) =>
      field.superOnly &&
      field.required &&
      !field.readOnly &&
      isShown(field, values) &&
      isEmpty(values[name]) &&
      (!looked || looked.has(name)),
  )
  return Object.fromEntries(missing.map(([name]) => [name, { key: 'error.rule.required' }]))
}

/**
 * Checks values against this platform's dictionaries. The shared validation does not, because it must also suit other
 * platforms.
 */
function dictionaryProblems(
  entity: Entity,
  values: Values,
  looked: ReadonlySet<string> | undefined,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const [name, field] of entity.fields) {
    const value = values[name]
    if (field.type !== 'dict' || isEmpty(value) || (looked && !looked.has(name))) continue
    // A hostile object may not even have toString.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (!dictionary[field.dict].some((entry) => String(entry.value) === text))
      problems[name] = { key: 'error.rule.choice' }
  }
  return problems
}
