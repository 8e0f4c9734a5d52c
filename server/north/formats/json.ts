import type { PushValue } from '../format.ts'
import type { DocumentFormat } from './index.ts'

export const json: DocumentFormat = { kind: 'document', type: 'application/json', write: toJson }

/** Writes a document as JSON. Numbers that JSON does not have (Infinity, NaN) become null. */
export function toJson(document: PushValue): string {
  return JSON.stringify(plain(document))
}

/** Converts maps to objects; fromEntries defines members, so that `__proto__` is a name like any other. */
function plain(value: PushValue): unknown {
  if (value instanceof Map)
    return Object.fromEntries(
      [...(value as ReadonlyMap<string, PushValue>)].map(([name, member]) => [name, plain(member)]),
    )
  return Array.isArray(value) ? (value as readonly PushValue[]).map(plain) : value
}
