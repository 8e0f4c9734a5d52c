import { useListContext } from 'react-admin'
import type { Row } from '../../../dataProvider/rows.ts'
import { Pager, PagerPlaceholder } from '../../kit/Pager.tsx'
import { countOf } from './table/treeRows.ts'
import { DEFAULT_SIZE, SIZE } from './opening.ts'
import { useUserStore } from './useUserStore.ts'
import { useEntity } from '../EntityContext.tsx'
import { useListFilters } from './toolbar/listFilters.ts'

interface ListPagerProps {
  /** All rows are on one page. */
  whole?: boolean
  /** Number of rows, where the list knows better than the platform; null while it is unknown. */
  count?: number | null
  /** Whether the pager stands beside other content. */
  narrow?: boolean
}

/**
 * Pager below every table: the range of rows, rows per page, pages, and a jump. The page size is remembered for other
 * lists.
 */
export function ListPager({ whole = false, count, narrow = false }: ListPagerProps) {
  const { total: platformTotal, page, perPage, setPage, setPerPage, error } = useListContext<Row>()
  const [, keepSize] = useUserStore<number>(SIZE, DEFAULT_SIZE)
  const total = count === undefined ? platformTotal : count
  if (total === null || total === undefined) return error ? null : <PagerPlaceholder />
  return (
    <Pager
      page={page}
      size={perPage}
      total={total}
      singlePage={whole}
      narrow={narrow}
      onPage={setPage}
      onSize={(size) => {
        keepSize(size)
        setPerPage(size)
      }}
    />
  )
}

/** Returns how many records the list has in all; for a tree, those that the search finds; null while it is unknown. */
export function useListCount(): number | null {
  const { resource } = useEntity()
  const { data: rows, total } = useListContext<Row>()
  const [{ search }] = useListFilters()
  return rows === undefined ? null : countOf(resource, { rows, total: total ?? 0 }, search)
}
