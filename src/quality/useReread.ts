import { useQueryClient } from '@tanstack/react-query'

/** Reads anew what a review changes: queue, reviews and rates, and the histories. */
export function useReread(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['quality'] }),
      client.invalidateQueries({ queryKey: ['history'] }),
    ])
}
