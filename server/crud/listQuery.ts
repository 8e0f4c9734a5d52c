import { isSuper, parseIds } from '../../resources/kit/access.ts'
import { badQuery } from '../errors.ts'
import { idOf } from '../http/body.ts'
import { filledText, searchText, wholeOf } from '../http/query.ts'
import type { Registry, SignedIn } from '../platform.ts'
import { mayOrderBy, type Entity } from './entity.ts'
import { scopeOf, type ScopeCondition } from './scope.ts'

/** A list request after validation (wire.md, Transport: paged lists). */
export interface ListQuery {
  conditions: ScopeCondition[]
  search: string | null
  sort: string
  order: 'asc' | 'desc'
  limit: number | null
  offset: number
}

/** Maximum number of rows per answer. */
export const MAX_PAGE = 1000
/** Maximum number of ids in one list request. */
export const MAX_IDS = MAX_PAGE

/**
 * Reads the query of a list request. Filters for records that the caller may not see lead to an empty list.
 *
 * @throws ApiError 400 for invalid parameters
 */
export function readListQuery(
  query: Record<string, unknown>,
  entity: Entity,
  { caller }: SignedIn,
  registry: Registry,
): ListQuery {
  const { resource } = entity
  const conditions = scopeOf(caller, resource, registry)

  if (resource.scope.project !== null) {
    const project = wholeOf(query, 'pro_id')
    // The caller's own project needs no filter, since the scope above already restricts to it.
    if (project !== null && (isSuper(caller) || project !== caller.project_id))
      conditions.push({ column: resource.scope.project, values: [project] })
  }
  if (resource.scope.district !== undefined) {
    const area = wholeOf(query, 'dis_id')
    if (area !== null) conditions.push({ column: resource.scope.district, values: [...registry.areasBelow([area])] })
  }
  const ids = filledText(query.ids)
  const wantedIds = ids === null ? null : [...new Set(parseIds(ids))].slice(0, MAX_IDS)
  if (wantedIds) conditions.push({ column: 'id', values: wantedIds })
  if (resource.within) {
    const parent = idOf(query[resource.within.by])
    if (parent !== null) conditions.push({ column: resource.within.by, values: [parent] })
  }

  const size = wholeOf(query, 'page_size', MAX_PAGE) ?? (wantedIds ? Math.max(wantedIds.length, 1) : 10)
  const page = wholeOf(query, 'current', 1e9) ?? 1
  const sort = filledText(query.sort) ?? 'id'
  if (!mayOrderBy(entity, caller, sort)) throw badQuery({ sort: { key: 'error.rule.choice' } })
  const order = filledText(query.order)?.toLowerCase() ?? (filledText(query.sort) || entity.bare ? 'asc' : 'desc')
  if (order !== 'asc' && order !== 'desc') throw badQuery({ order: { key: 'error.rule.choice' } })
  return {
    conditions,
    search: searchText(query.search),
    sort,
    order,
    limit: entity.bare ? null : size,
    offset: entity.bare ? 0 : (page - 1) * size,
  }
}
