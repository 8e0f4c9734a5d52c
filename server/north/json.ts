import type { Value } from './format.ts'

/** A document as JSON. Numbers that JSON does not have (Infinity, NaN) become null. */
export const toJson = (document: Value): string => JSON.stringify(plain(document))

/** Maps as objects; fromEntries defines members, so that `__proto__` is a name like any other. */
function plain(value: Value): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...(value as ReadonlyMap<string, Value>)].map(([name, member]) => [name, plain(member)]))
  return Array.isArray(value) ? (value as readonly Value[]).map(plain) : value
}
