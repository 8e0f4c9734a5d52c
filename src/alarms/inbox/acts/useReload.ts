import { useQueryClient } from '@tanstack/react-query'
import { EPISODES, NEEDING_KEY } from '../../../../dataProvider/episodes/calls.ts'

/** Invalidates all queries that show episodes: the inbox, its detail, and the bell. */
export function useReload(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: [EPISODES] })
    void client.invalidateQueries({ queryKey: NEEDING_KEY })
  }
}
