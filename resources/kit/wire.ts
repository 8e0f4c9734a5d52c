import { isShown } from './condition.ts'
import type { Field, Resource } from './define.ts'
import { isEmpty } from './empty.ts'
import { holdsText, typeOf } from './types/index.ts'
import type { Values } from './validate.ts'
import { isWrapped, unwrap, wrap } from './wrapped.ts'

export { isWrapped, unwrap, wrap, type Wrapped } from './wrapped.ts'

/**
 * Converts a stored row to its form in answers: wrapped fields wrapped, secrets left out. Columns that the definition
 * does not know are passed through.
 */
export function toWire(resource: Resource, row: Values): Values {
  const answer: Values = { ...row }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.secret) delete answer[name]
    else if (field.wrapped) answer[name] = wrap(row[name] as string | null | undefined)
  }
  return answer
}

/** Unwraps the wrapped fields of a received row, whichever form the platform sends. */
export function fromWire(resource: Resource, answer: Values): Values {
  const row: Values = { ...answer }
  for (const name of Object.keys(answer))
    if (resource.fields[name]?.wrapped || isWrapped(answer[name])) row[name] = unwrap(answer[name])
  return row
}

/**
 * Converts a form's record to a request: only fields that the definition knows and a client may write, optional text
 * wrapped. A hidden or empty number is null, an empty text is ''.
 */
export function toRequest(resource: Resource, values: Values): Values {
  const request: Values = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in values) || field.readOnly || field.computed) continue
    const value = field.blankWhenHidden && !isShown(field, values) ? null : storable(field, values[name])
    request[name] = field.wrapped ? wrap(value as string | null) : (value ?? (holdsText(field) ? '' : null))
  }
  return request
}

/** Returns the body of a POST. Empty fields are left out, because columns of other platforms accept no null. */
export const toCreation = (resource: Resource, values: Values): Values =>
  Object.fromEntries(Object.entries(toRequest(resource, values)).filter(([, value]) => !isNothing(value)))

/**
 * Returns the body of a PUT: the fields that differ from `previous`. A field that is empty in both is unchanged, even
 * if the platform left it out of its answer.
 */
export function toChange(resource: Resource, values: Values, previous: Values): Values {
  const before = toRequest(resource, previous)
  const isSame = (name: string, value: unknown): boolean =>
    name in before
      ? JSON.stringify(value) === JSON.stringify(before[name])
      : isNothing(value) || (isWrapped(value) && !value.Valid)
  return Object.fromEntries(Object.entries(toRequest(resource, values)).filter(([name, value]) => !isSame(name, value)))
}

const isNothing = (value: unknown): boolean => value === null || value === ''

/** Converts a validated value to the form that its column stores; an empty value is null. */
export function storable(field: Field, value: unknown): string | number | null {
  const plain = field.wrapped ? unwrap(value) : value
  return isEmpty(plain) ? null : typeOf(field).stored(plain, field)
}
