import type { Resource } from '../resources/kit/define.ts'
import type { Values } from '../resources/kit/validate.ts'
import { toRequest } from '../resources/kit/wire.ts'
import { isAnnounced, call, WireError } from './http.ts'
import { fetchPage } from './lists.ts'
import { rowOf, type Row } from './rows.ts'

/**
 * How a change is kept from overwriting a change that another user made meanwhile (optimistic locking). `header`: the
 * platform compares versions (extension `unmodified`). `read`: the platform does not, so the record is read again right
 * before it is saved; a small race remains.
 */
export type StaleGuard = 'header' | 'read'

/** The header that names the version a change is based on; no header if the record has no `updated_at`. */
export const versionHeader = ({ updated_at: at }: Values): Record<string, string> =>
  Number(at) > 0 ? { 'If-Unmodified-Since-Version': String(at) } : {}

/**
 * Throws WireError 409 with data.current if the record has changed since `before`. A record that is not found is let
 * through.
 */
export async function refuseStale(resource: Resource, id: number, before: Values): Promise<void> {
  const current = await readAnew(resource, id, before)
  if (current && isChanged(resource, before, current))
    throw new WireError('error.stale', 409, { code: 409, data: { current } })
}

async function readAnew(resource: Resource, id: number, before: Values): Promise<Row | null> {
  try {
    if (await isAnnounced('one')) return rowOf(resource, await call('GET', `${resource.api}/${id}`))
  } catch (failure) {
    if (
      !(failure instanceof WireError) ||
      failure.status === 0 ||
      failure.status >= 500 ||
      (failure.body.code === 404 && !failure.body.older)
    )
      throw failure
  }
  // For a platform without that call: looks the record up in the list by its title.
  const parent = resource.within ? { [resource.within.by]: before[resource.within.by] } : {}
  const wanted = {
    page: 1,
    perPage: 100,
    sort: '',
    descending: false,
    search: String(before[resource.title] ?? ''),
    project: null,
  }
  return (await fetchPage(resource, parent, wanted)).data.find((row) => row.id === id) ?? null
}

function isChanged(resource: Resource, before: Values, current: Row): boolean {
  const [mine, theirs] = [Number(before['updated_at']), Number(current['updated_at'])]
  if (mine > 0 && theirs > 0) return mine !== theirs
  const [a, b] = [toRequest(resource, before), toRequest(resource, current)]
  return Object.keys(b).some((name) => name in a && JSON.stringify(a[name]) !== JSON.stringify(b[name]))
}
