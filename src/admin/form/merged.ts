import type { Caller } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { isDrawn, startValues } from './formValues.ts'

/** A field in which two users' versions of a record differ, with the values as inputs hold them. */
export interface Difference {
  name: string
  theirs: unknown
  /** undefined where the field was not changed here. */
  mine: unknown
}

/**
 * Returns what a user reviews before saving over a conflicting change: the fields that the user or the other user
 * changed, where the versions differ.
 */
export function differencesOf(resource: Resource, caller: Caller, base: Row, current: Row, mine: Values): Difference[] {
  const [before, theirs] = [startValues(resource, caller, base, {}), startValues(resource, caller, current, {})]
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const [byThem, byMe] = [!same(before[name], theirs[name]), !same(before[name], mine[name])]
    // Secrets cannot be compared.
    if (!isDrawn(field, caller) || field.secret || !(byThem || byMe) || same(theirs[name], mine[name])) return []
    return [{ name, theirs: theirs[name], mine: byMe ? mine[name] : undefined }]
  })
}

/** Returns the other user's record with the changes made here applied to it. */
export function mergedValues(resource: Resource, caller: Caller, base: Row, current: Row, mine: Values): Values {
  const [before, theirs] = [startValues(resource, caller, base, {}), startValues(resource, caller, current, {})]
  return Object.fromEntries(
    Object.keys(theirs).map((name) => [name, same(before[name], mine[name]) ? theirs[name] : mine[name]]),
  )
}

const same = (a: unknown, b: unknown): boolean => String(a ?? '') === String(b ?? '')
