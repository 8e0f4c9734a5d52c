import { useQueryClient, type Query } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import { isRecord } from '../../resources/kit/record.ts'
import { useSaved } from './useSaved.ts'

/**
 * Returns a function to call after `count` records of a list were deleted: it refetches the list, or goes to the last
 * remaining page where the current one became empty.
 */
export function useRemoved(): (path: string, count: number) => Promise<void> {
  const { page, perPage, total, setPage } = useListContext()
  const client = useQueryClient()
  const saved = useSaved()
  return async (path, count) => {
    const last = total === undefined ? page : Math.max(1, Math.ceil((total - count) / perPage))
    if (page <= last) return saved(path)
    setPage(last)
    // The page being left is not refetched: it would come back empty, and react-admin would go to the first page.
    await client.invalidateQueries({ queryKey: [path], refetchType: 'none' })
    await client.refetchQueries({ queryKey: [path], type: 'active', predicate: (query) => !isPage(query) })
  }
}

/** Whether a query is one page of a list, and not its names or a record. */
const isPage = ({ queryKey }: Query): boolean => isRecord(queryKey[2]) && 'pagination' in queryKey[2]
