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
 * The row a request wants stored, checked against its definition. Unknown fields are ignored, and so are those a client does not
 * write; what only the super administrator chooses keeps its value, or its default, for everybody else.
 *
 * @param old the stored row of an edit; null on creation
 */
export function rowFromInput(entity: Entity, body: Values, old: Row | null, caller: Caller): Row {
  const sent = sentFields(entity, body, old, caller)
  const start: Values = old ?? defaultsOf(entity)
  const values: Values = { ...start, ...sent }
  for (const [name, field] of entity.fields) {
    if (isShown(field, values)) continue
    if (field.blankWhenHidden) values[name] = null
    // What is hidden is never wrong, but no column holds everything: such a value counts as not sent.
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
    // No client can send back what it was never told: empty leaves it as it is, null takes it away.
    if (field.secret && old && value !== null && isEmpty(value)) continue
    sent[name] = isEmpty(value) ? startOf(entity.resource, name, field) : (typeOf(field).meant?.(value, field) ?? value)
  }
  // Whoever is not the super administrator creates in their own project.
  if (!old && entity.project !== null && !isSuper(caller)) {
    if (caller.project_id === null) throw forbidden()
    sent[entity.project] = caller.project_id
  }
  return sent
}

const defaultsOf = (entity: Entity): Values =>
  Object.fromEntries(entity.fields.map(([name, field]) => [name, startOf(entity.resource, name, field)]))

/** The fields an edit has to be checked for: those sent, and those whose condition or limit depends on one that was sent. */
function affected(entity: Entity, sent: Values): Set<string> {
  const names = new Set(Object.keys(sent))
  for (const [name, field] of entity.fields) {
    if (field.when && Object.hasOwn(sent, field.when.field)) names.add(name)
    if (Object.values(typeOf(field).others?.(field) ?? {}).some((other) => Object.hasOwn(sent, other))) names.add(name)
  }
  return names
}

/** The shared validation leaves out what only the super administrator chooses; from them it is required. */
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

/** The dictionaries of this platform are known here; the shared validation must also fit another platform's. */
function dictionaryProblems(
  entity: Entity,
  values: Values,
  looked: ReadonlySet<string> | undefined,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const [name, field] of entity.fields) {
    const value = values[name]
    if (field.type !== 'dict' || isEmpty(value) || (looked && !looked.has(name))) continue
    // A hostile object may not even have a toString.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (!dictionary[field.dict].some((entry) => String(entry.value) === text))
      problems[name] = { key: 'error.rule.choice' }
  }
  return problems
}
