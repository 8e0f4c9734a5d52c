import type { Value } from '../format.ts'
import type { DocumentFormat } from './index.ts'

export const json: DocumentFormat = { kind: 'document', type: 'application/json', write: toJson }

/** A document as JSON. Numbers that JSON does not have (Infinity, NaN) become null. */
export function toJson(document: Value): string {
  return JSON.stringify(plain(document))
}

/** Maps as objects; fromEntries defines members, so that `__proto__` is a name like any other. */
function plain(value: Value): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...(value as ReadonlyMap<string, Value>)].map(([name, member]) => [name, plain(member)]))
  return Array.isArray(value) ? (value as readonly Value[]).map(plain) : value
}
