import { isShown } from './condition.ts'
import type { Field, Resource } from './define.ts'
import { isEmpty } from './empty.ts'
import { holdsText, typeOf } from './types/index.ts'
import type { Values } from './validate.ts'
import { isWrapped, unwrap, wrap } from './wrapped.ts'

export { isWrapped, unwrap, wrap, type Wrapped } from './wrapped.ts'

/** A stored row as it is answered: wrapped fields wrapped, secrets left out. Columns the definition does not know pass through. */
export function toWire(resource: Resource, row: Values): Values {
  const answer: Values = { ...row }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.secret) delete answer[name]
    else if (field.wrapped) answer[name] = wrap(row[name] as string | null | undefined)
  }
  return answer
}

/** An answered row with its wrapped fields as plain text, whichever form the platform sends. */
export function fromWire(resource: Resource, answer: Values): Values {
  const row: Values = { ...answer }
  for (const name of Object.keys(answer))
    if (resource.fields[name]?.wrapped || isWrapped(answer[name])) row[name] = unwrap(answer[name])
  return row
}

/**
 * A form's record as it is sent: only what the definition knows and a client may write, optional text wrapped. A number that is hidden or not filled in is
 * null, a text without anything in it ''.
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

/** The body of a POST. What was not filled in is left out: columns of other platforms take no null. */
export const toCreation = (resource: Resource, values: Values): Values =>
  Object.fromEntries(Object.entries(toRequest(resource, values)).filter(([, value]) => !isNothing(value)))

/** The body of a PUT: what differs from `previous`. What is empty in both is unchanged, also where the platform left the field out of its answer. */
export function toChange(resource: Resource, values: Values, previous: Values): Values {
  const before = toRequest(resource, previous)
  const isSame = (name: string, value: unknown): boolean =>
    name in before
      ? JSON.stringify(value) === JSON.stringify(before[name])
      : isNothing(value) || (isWrapped(value) && !value.Valid)
  return Object.fromEntries(Object.entries(toRequest(resource, values)).filter(([name, value]) => !isSame(name, value)))
}

const isNothing = (value: unknown): boolean => value === null || value === ''

/** One value in the form its column stores, given that it passed validation; empty is null. */
export function storable(field: Field, value: unknown): string | number | null {
  const plain = field.wrapped ? unwrap(value) : value
  return isEmpty(plain) ? null : typeOf(field).stored(plain, field)
}
