import { useQueryClient, type Query } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import { isRecord } from '../../resources/kit/record.ts'
import { useSaved } from './useSaved.ts'

/**
 * Call after `count` records of a list were deleted: it is fetched again, and where they were all that its page held and nothing follows, steps back to
 * the last page that is left.
 */
export function useRemoved(): (path: string, count: number) => Promise<void> {
  const { page, perPage, total, setPage } = useListContext()
  const client = useQueryClient()
  const saved = useSaved()
  return async (path, count) => {
    const last = total === undefined ? page : Math.max(1, Math.ceil((total - count) / perPage))
    if (page <= last) return saved(path)
    setPage(last)
    // The page that is left is not fetched again: react-admin goes from one that comes back empty to the first.
    await client.invalidateQueries({ queryKey: [path], refetchType: 'none' })
    await client.refetchQueries({ queryKey: [path], type: 'active', predicate: (query) => !isPage(query) })
  }
}

/** Whether a query is one page of a list, rather than its names or a record. */
const isPage = ({ queryKey }: Query): boolean => isRecord(queryKey[2]) && 'pagination' in queryKey[2]
