import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Returns a function to call after a record of a resource was saved or deleted: it refetches its lists and names. */
export function useSaved(): (path: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback((path) => client.invalidateQueries({ queryKey: [path] }), [client])
}
