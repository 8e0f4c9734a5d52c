import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Call after a record of a resource was saved or deleted: its lists and names are fetched again. */
export function useSaved(): (path: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback((path) => client.invalidateQueries({ queryKey: [path] }), [client])
}
