import { resourceOf } from '../resources/index.ts'
import type { Resource } from '../resources/kit/define.ts'
import { call, WireError } from './http.ts'
import { fetchAll } from './lists.ts'
import { answered, type Row } from './rows.ts'

/** How long a name list counts as fresh, in ms. */
const FRESH = 30_000

const lists = new Map<string, { at: number; rows: Promise<Row[]> }>()

/**
 * The names of a resource's records that the caller may see: `id`, the title field, and whatever else the platform adds
 * (project_id, superid…). One request for all who ask within 30 s; a failed one is not kept.
 */
export function nameList(path: string): Promise<Row[]> {
  const known = lists.get(path)
  if (known && Date.now() - known.at < FRESH) return known.rows
  const rows = fetchNames(resourceOf(path))
  lists.set(path, { at: Date.now(), rows })
  rows.catch(() => lists.get(path)?.rows === rows && lists.delete(path))
  return rows
}

/** Call after a record of a resource was changed, and without a path when another user signs in. */
export function forgetNames(path?: string): void {
  if (path === undefined) lists.clear()
  else lists.delete(path)
}

/** What spec 2 §7 calls otherwise than {api}NameList. */
const ownCalls: Readonly<Record<string, string>> = { godbAlarminfo: 'godbAllAlarminfo' }

/** {api}NameList (spec 2 §7); the list itself where it is short, or where the platform has no name list. */
async function fetchNames(resource: Resource): Promise<Row[]> {
  if (resource.unpaged || resource.within) return fetchAll(resource)
  try {
    return answered(resource, await call('GET', ownCalls[resource.api] ?? `${resource.api}NameList`)).rows
  } catch (failure) {
    if (failure instanceof WireError && lacksCall(failure)) return fetchAll(resource)
    throw failure
  }
}

const lacksCall = ({ status, body }: WireError): boolean =>
  status === 404 || status === 405 || (body.code === null && status > 0 && status < 500)
