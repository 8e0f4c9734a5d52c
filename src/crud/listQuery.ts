import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useKept } from './useKept.ts'
import { useStable } from './useStable.ts'

/** What a list shows, as its URL holds it. */
export interface ListQuery {
  search: string
  project: number | null
  /** An area, with all below it. */
  area: number | null
  /** A stored column, or '' for the platform's own order. */
  sort: string
  descending: boolean
  /** From 1. */
  page: number
  size: number
}

export const SIZES = [10, 20, 50] as const

/**
 * The list's state, kept in the URL so that it can be linked, reloaded and gone back through; dialogs opened over the list keep
 * it. Every change but that of the page starts again at page 1. The page size is also kept for other lists.
 */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [usualSize, setUsualSize] = useKept<number>('list.size', SIZES[0])
  // Two changes may follow each other before the location does.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const query = useMemo(() => readQuery(search, usualSize), [search, usualSize])
  const change = useStable((changed: Partial<ListQuery>) => {
    if (changed.size !== undefined) setUsualSize(changed.size)
    const next = { ...readQuery(latest.current, usualSize), page: 1, ...changed }
    latest.current = writeQuery(next, changed.size ?? usualSize)
    void navigate({ pathname, search: latest.current }, { replace: changed.search !== undefined })
  })
  return [query, change]
}

export function readQuery(search: string, usualSize: number): ListQuery {
  const parameters = new URLSearchParams(search)
  const size = Number(parameters.get('size') ?? usualSize)
  return {
    search: parameters.get('search') ?? '',
    project: positive(parameters.get('project')),
    area: positive(parameters.get('area')),
    sort: parameters.get('sort') ?? '',
    descending: parameters.get('order') === 'desc',
    page: positive(parameters.get('page')) ?? 1,
    size: SIZES.some((known) => known === size) ? size : SIZES[0],
  }
}

/** Only what differs from the plain list, so that its URL stays short. */
export function writeQuery(query: ListQuery, usualSize: number): string {
  const parameters = new URLSearchParams()
  if (query.search.trim() !== '') parameters.set('search', query.search.trim())
  if (query.project !== null) parameters.set('project', String(query.project))
  if (query.area !== null) parameters.set('area', String(query.area))
  if (query.sort !== '') parameters.set('sort', query.sort)
  if (query.sort !== '' && query.descending) parameters.set('order', 'desc')
  if (query.page > 1) parameters.set('page', String(query.page))
  if (query.size !== usualSize) parameters.set('size', String(query.size))
  const text = parameters.toString()
  return text && `?${text}`
}

/** A list's search, filters and sorting as its URL holds them; '' where it is the plain list. */
export const stateOf = (query: ListQuery): string => writeQuery({ ...query, page: 1 }, query.size)

function positive(text: string | null): number | null {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : null
}
