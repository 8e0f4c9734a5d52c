import { useListFilterContext } from 'react-admin'
import { useCallback, useMemo } from 'react'
import { idIn } from '../../../../dataProvider/plain.ts'

/** What every list can be narrowed by; `q`, `pro_id` and `dis_id` in react-admin's filter. */
export interface ListFilters {
  search: string
  project: number | null
  /** An area, with all below it. */
  area: number | null
}

/** The filters of the list around, and the way to change some of them. */
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
      // react-admin leaves out what is empty. The search as it stands: trimmed it would be one of its own, in place of what is typed at that moment.
      setFilters({ q: search, pro_id, dis_id })
    },
    [filters, setFilters],
  )
  return [filters, change]
}
