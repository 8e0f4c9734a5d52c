import type { Resource } from '../resources/kit/define.ts'
import { isAnnounced, call } from './http.ts'
import { idIn } from './plain.ts'
import { answered, cutPage, type Answered, type Row, type PageQuery } from './rows.ts'

/** What narrows a list, under the names of the console's URL, which are those of wire.md. */
export interface Filter {
  q?: unknown
  pro_id?: unknown
  dis_id?: unknown
  [field: string]: unknown
}

const PAGE_MAX = 1000
const PAGES_MAX = 50

/**
 * Returns one page of a resource, from a platform that pages or from one that answers everything at once. A page that
 * is longer than the platform's largest page is read in several calls; its length must be a multiple of 1,000.
 */
export async function fetchPage(
  resource: Resource,
  filter: Filter,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<{ data: Row[]; total: number }> {
  const perPage = Math.min(query.perPage, PAGE_MAX)
  const before = (query.page - 1) * query.perPage
  const data: Row[] = []
  for (let page = before / perPage + 1; ; page++) {
    const { rows, total } = await fetchRows(resource, filter, { ...query, page, perPage }, signal)
    if (total === null) return cutPage(resource, rows, query)
    data.push(...rows)
    if (query.perPage <= PAGE_MAX || rows.length === 0 || data.length >= query.perPage || before + data.length >= total)
      return { data, total }
  }
}

async function fetchRows(
  resource: Resource,
  filter: Filter,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<Answered> {
  const sorted =
    query.sort !== '' && (await isAnnounced('sort'))
      ? { sort: query.sort, order: query.descending ? 'desc' : 'asc' }
      : {}
  return fetchAnswer(
    resource,
    filter,
    { page_size: query.perPage, current: query.page, search: query.search, ...sorted },
    signal,
  )
}

/** Returns every row of a resource, page by page if the platform pages; at most 50,000. */
export async function fetchAll(resource: Resource, filter: Filter = {}, signal?: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (let current = 1; current <= PAGES_MAX; current++) {
    // Sequential: the next page is only requested if this one was full.
    const answer = await fetchAnswer(resource, filter, { page_size: PAGE_MAX, current }, signal)
    rows.push(...answer.rows)
    if (answer.total === null || answer.rows.length === 0 || rows.length >= answer.total) break
  }
  return rows
}

/** The id of the project in a filter, or null. */
export const projectOf = (filter: Filter): number | null => idIn(filter.pro_id)

type Paging = Record<string, string | number | undefined>

async function fetchAnswer(
  resource: Resource,
  filter: Filter,
  paging: Paging,
  signal?: AbortSignal,
): Promise<Answered> {
  const { within } = resource
  const parent = within && idIn(filter[within.by])
  if (within && parent) {
    const data = await call('GET', within.call.replace('{id}', String(parent)), { signal })
    const { rows } = answered(resource, data)
    return { rows: rows.map((row) => ({ ...row, [within.by]: parent })), total: null }
  }
  const query = {
    ...(resource.unpaged || resource.tree || within ? {} : paging),
    pro_id: projectOf(filter),
    dis_id: idIn(filter.dis_id),
  }
  return answered(resource, await call('GET', resource.api, { query, signal }))
}
