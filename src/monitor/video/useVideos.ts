import { useQuery } from '@tanstack/react-query'
import { areaVideos, type AreaVideo } from '../../../dataProvider/calls/videos.ts'
import { mayRead } from '../../../resources/reads.ts'
import type { AreaNode } from '../../kit/areaTree/tree.ts'
import { useCaller } from '../../kit/index.ts'

/** How long an answer stays fresh, ms: cameras are rarely added. */
const STALE_AFTER_MS = 60_000

export interface Videos {
  /** undefined until the videos are loaded. */
  data: readonly AreaVideo[] | undefined
  error: unknown
  retry: () => void
}

/**
 * Loads the videos of the chosen area and its subareas; with none chosen, of all top areas (undefined until these are
 * known). Returns an empty list if there is nothing to request.
 */
export function useVideos(areas: readonly AreaNode[] | undefined, selected: number | null): Videos {
  const mayAsk = mayRead(useCaller(), 'videos')
  const areaIds = selected === null ? areas?.map(({ id }) => id) : [selected]
  const nothing = !mayAsk || areaIds?.length === 0
  const { data, error, refetch } = useQuery({
    queryKey: ['live', 'videos', ...(areaIds ?? [])],
    queryFn: ({ signal }) => areaVideos(areaIds ?? [], signal),
    enabled: areaIds !== undefined && !nothing,
    staleTime: STALE_AFTER_MS,
  })
  return { data: nothing ? NONE : data, error: data === undefined ? error : null, retry: () => void refetch() }
}

const NONE: readonly AreaVideo[] = []
