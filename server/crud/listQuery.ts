import { isSuper, parseIds } from '../../resources/kit/access.ts'
import { ApiError } from '../errors.ts'
import { idOf } from '../http/body.ts'
import type { Registry, SignedIn } from '../platform.ts'
import type { Entity } from './entity.ts'
import { scopeOf, type ScopeCondition } from './scope.ts'

/** What a list is asked for, checked (wire.md, Transport: paged lists). */
export interface ListQuery {
  conditions: ScopeCondition[]
  search: string | null
  sort: string
  order: 'asc' | 'desc'
  limit: number | null
  offset: number
}

/** Rows of one answer at most. */
export const MAX_PAGE = 1000
/** Records that one list names by their ids. */
export const MAX_IDS = MAX_PAGE

/** Reads a list's query. What a caller may not see is no error but an empty list; what makes no sense answers 400. */
export function readListQuery(
  query: Record<string, unknown>,
  entity: Entity,
  { caller }: SignedIn,
  registry: Registry,
): ListQuery {
  const { resource } = entity
  const conditions = scopeOf(caller, resource, registry)

  const project = filledText(query.pro_id)
  if (project !== null && resource.scope.project !== null) {
    const id = whole('pro_id', project, 1, Number.MAX_SAFE_INTEGER)
    // Without another's project there is nothing to filter: the scope above says it already.
    if (isSuper(caller) || id !== caller.project_id) conditions.push({ column: resource.scope.project, values: [id] })
  }
  const area = filledText(query.dis_id)
  if (area !== null && resource.scope.district !== undefined) {
    conditions.push({
      column: resource.scope.district,
      values: [...registry.areasBelow([whole('dis_id', area, 1, Number.MAX_SAFE_INTEGER)])],
    })
  }
  const ids = filledText(query.ids)
  const wantedIds = ids === null ? null : [...new Set(parseIds(ids))].slice(0, MAX_IDS)
  if (wantedIds) conditions.push({ column: 'id', values: wantedIds })
  if (resource.within) {
    const parent = idOf(query[resource.within.by])
    if (parent !== null) conditions.push({ column: resource.within.by, values: [parent] })
  }

  const size = whole(
    'page_size',
    filledText(query.page_size) ?? String(wantedIds ? Math.max(wantedIds.length, 1) : 10),
    1,
    MAX_PAGE,
  )
  const page = whole('current', filledText(query.current) ?? '1', 1, 1e9)
  const sort = filledText(query.sort) ?? 'id'
  if (!entity.sortable.has(sort)) throw wrong('sort', 'error.rule.choice')
  const order = filledText(query.order)?.toLowerCase() ?? (filledText(query.sort) || entity.bare ? 'asc' : 'desc')
  if (order !== 'asc' && order !== 'desc') throw wrong('order', 'error.rule.choice')
  return {
    conditions,
    search: filledText(query.search)?.slice(0, 200) ?? null,
    sort,
    order,
    limit: entity.bare ? null : size,
    offset: entity.bare ? 0 : (page - 1) * size,
  }
}

const wrong = (name: string, key: string, args?: Record<string, number>): ApiError =>
  new ApiError(400, 'error.badRequest', {}, { [name]: { key, ...(args && { args }) } })

const filledText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

function whole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(value)) throw wrong(name, 'error.rule.int')
  if (value < min) throw wrong(name, 'error.rule.min', { min })
  if (value > max) throw wrong(name, 'error.rule.max', { max })
  return value
}
