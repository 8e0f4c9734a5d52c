import { resourceOf } from '../resources/index.ts'
import { call, WireError } from './http.ts'
import { fetchAll } from './lists.ts'
import { answered, type Row } from './rows.ts'

/**
 * The names of a resource's records that the caller may see: `id`, the title field, and whatever else the platform adds
 * (project_id, superid…). {api}NameList (spec 2 §7); the list itself where it is short, or where the platform has no name list.
 * Asks anew at each call: views that show names ask namesQuery, which shares react-admin's cache.
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

/** Where react-admin's cache keeps a resource's names: below its lists, so that every change of a record makes them stale. */
export const namesKey = (path: string) => [path, 'getList', { meta: { names: true } }] as const

/** What stands there: a list as react-admin's cache holds lists. */
export interface NamesAnswer {
  data: Row[]
  total: number
}

const listed = (data: Row[]): NamesAnswer => ({ data, total: data.length })

/** The same of a name list's answer that is here already. */
export const namesIn = (path: string, answer: unknown): NamesAnswer => listed(answered(resourceOf(path), answer).rows)

/** How long a name list counts as fresh, in ms. */
const NAMES_TTL_MS = 30_000

/** A resource's name list as a query of react-admin's cache. A failure is shown where names are missing; it is not tried twice. */
export const namesQuery = (path: string) => ({
  queryKey: namesKey(path),
  queryFn: async ({ signal }: { signal?: AbortSignal }) => listed(await nameList(path, signal)),
  staleTime: NAMES_TTL_MS,
  retry: false,
})

/** What spec 2 §7 calls otherwise than {api}NameList. */
const ownCalls: Readonly<Record<string, string>> = { godbAlarminfo: 'godbAllAlarminfo' }

/** Whether there is no such call: other refusals without an envelope (401, 403, 413, 429) are those of a proxy, which knows nothing of calls. */
const lacksCall = ({ status, body }: WireError): boolean =>
  status === 404 || status === 405 || (body.code === null && status > 0 && status < 401)
