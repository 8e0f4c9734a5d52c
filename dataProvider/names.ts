import { resourceOf } from '../resources/index.ts'
import { call, WireError } from './http.ts'
import { fetchAll } from './lists.ts'
import { answered, type Row } from './rows.ts'

/**
 * Returns the names of a resource's records that the caller may see: `id`, the title field, and the further fields that
 * the platform adds (project_id, superid…). Calls {api}NameList (spec 2 §7), or reads the list itself if the resource
 * is unpaged or the platform has no name list. Each call makes a request: components that show names use namesQuery,
 * which shares react-admin's cache.
 */
export async function nameList(path: string, signal?: AbortSignal): Promise<Row[]> {
  const resource = resourceOf(path)
  if (resource.unpaged || resource.within) return fetchAll(resource, {}, signal)
  try {
    return answered(resource, await call('GET', ownCalls[resource.api] ?? `${resource.api}NameList`, { signal })).rows
  } catch (failure) {
    if (failure instanceof WireError && lacksCall(failure)) return fetchAll(resource, {}, signal)
    throw failure
  }
}

/**
 * Key of a resource's names in react-admin's cache: below its lists, so that every change of a record makes the names
 * stale.
 */
export const namesKey = (path: string) => [path, 'getList', { meta: { names: true } }] as const

/** The value under this key: a list in the form that react-admin's cache uses. */
export interface NamesAnswer {
  data: Row[]
  total: number
}

const listed = (data: Row[]): NamesAnswer => ({ data, total: data.length })

/** Reads a name list that has already been received into the same form. */
export const namesIn = (path: string, answer: unknown): NamesAnswer => listed(answered(resourceOf(path), answer).rows)

/** How long a name list counts as fresh, in ms. */
const NAMES_TTL_MS = 30_000

/**
 * Query for a resource's name list in react-admin's cache. A failure is shown where the names are missing; the query is
 * not retried.
 */
export const namesQuery = (path: string) => ({
  queryKey: namesKey(path),
  queryFn: async ({ signal }: { signal?: AbortSignal }) => listed(await nameList(path, signal)),
  staleTime: NAMES_TTL_MS,
  retry: false,
})

/** Calls that spec 2 §7 names differently from {api}NameList. */
const ownCalls: Readonly<Record<string, string>> = { godbAlarminfo: 'godbAllAlarminfo' }

/**
 * Whether the platform does not have the call. Other refusals without an envelope (401, 403, 413, 429) come from a
 * proxy, which does not know which calls exist.
 */
const lacksCall = ({ status, body }: WireError): boolean =>
  status === 404 || status === 405 || (body.code === null && status > 0 && status < 401)
