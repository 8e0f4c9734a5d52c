import { useQueryClient } from '@tanstack/react-query'

/** Refetches everything that a review changes: queue, reviews and rates, and the histories. */
export function useReread(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['quality'] }),
      client.invalidateQueries({ queryKey: ['history'] }),
    ])
}
