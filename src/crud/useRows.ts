import { useGetList } from 'ra-core'
import { useEffect, useMemo, useRef } from 'react'
import type { Row } from '../../dataProvider/rows.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { ListQuery } from './listQuery.ts'

export interface Rows {
  /** undefined until the first answer; after a failure those of the last good one. */
  rows: readonly Row[] | undefined
  total: number
  error: Error | null
  /** A request is under way while older rows stand there. */
  refreshing: boolean
  retry: () => void
}

/** All of a tree at once; more areas than this make no sense in one tree. */
const WHOLE_TREE = 100_000

/**
 * The rows of a list. A page behind the last one (its last record was deleted, here or by somebody else) steps back to the last
 * page that exists.
 */
export function useRows(resource: Resource, query: ListQuery, enabled: boolean, goTo: (page: number) => void): Rows {
  const whole = resource.tree !== undefined
  const { data, total, error, isFetching, isPlaceholderData, refetch } = useGetList<Row>(
    resource.path,
    {
      pagination: whole ? { page: 1, perPage: WHOLE_TREE } : { page: query.page, perPage: query.size },
      sort: { field: whole ? '' : query.sort, order: query.descending ? 'DESC' : 'ASC' },
      filter: { ...(whole ? {} : { q: query.search }), pro_id: query.project, dis_id: query.area },
    },
    { enabled, retry: false, placeholderData: (previous) => previous },
  )
  const last = useRef<{ path: string; rows: readonly Row[]; total: number } | null>(null)
  if (data && !isPlaceholderData) last.current = { path: resource.path, rows: data, total: total ?? data.length }
  const shown = data ? { rows: data, total: total ?? data.length } : last.current?.path === resource.path ? last.current : null

  const settled = data !== undefined && !isFetching && !isPlaceholderData
  useEffect(() => {
    if (whole || !settled || query.page === 1 || (data?.length ?? 0) > 0) return
    const pages = Math.ceil((total ?? 0) / query.size)
    // A platform that counts within the page answers a total of 0 behind the last one: then one step at a time.
    goTo(pages > 0 ? Math.min(pages, query.page - 1) : query.page - 1)
  }, [whole, settled, data, total, query.page, query.size, goTo])

  const rows = shown?.rows
  const count = shown?.total ?? 0
  const refreshing = isFetching && shown !== null
  return useMemo(() => ({ rows, total: count, error, refreshing, retry: () => void refetch() }), [rows, count, error, refreshing, refetch])
}
