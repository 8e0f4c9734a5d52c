import { useListFilterContext } from 'react-admin'
import { useCallback, useMemo } from 'react'
import { idIn } from '../../../../dataProvider/plain.ts'

/** Filters common to all lists; `q`, `pro_id` and `dis_id` in react-admin's filter. */
export interface ListFilters {
  search: string
  project: number | null
  /** An area, including all areas below it. */
  area: number | null
}

/** Returns the filters of the surrounding list, and a function that changes some of them. */
export function useListFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const { filterValues, setFilters } = useListFilterContext()
  const { q, pro_id: project, dis_id: area } = filterValues as Record<string, unknown>
  const filters = useMemo(
    () => ({ search: typeof q === 'string' ? q : '', project: idIn(project), area: idIn(area) }),
    [q, project, area],
  )
  const change = useCallback(
    (changed: Partial<ListFilters>) => {
      const { search, project: pro_id, area: dis_id } = { ...filters, ...changed }
      // react-admin leaves out empty values. The search is not trimmed: the trimmed text would be a different value
      // that replaces what the user is typing.
      setFilters({ q: search, pro_id, dis_id })
    },
    [filters, setFilters],
  )
  return [filters, change]
}
