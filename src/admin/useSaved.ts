import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useForgetNames } from './fields/names.ts'

/** Call after a record of a resource was saved or deleted: its lists and names are read anew. */
export function useSaved(): (path: string) => Promise<void> {
  const client = useQueryClient()
  const forgetNames = useForgetNames()
  return useCallback(
    async (path) => {
      forgetNames(path)
      await client.invalidateQueries({ queryKey: [path] })
    },
    [client, forgetNames],
  )
}
