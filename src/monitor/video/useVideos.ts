import { useQuery } from '@tanstack/react-query'
import { areaVideos, type AreaVideo } from '../../../dataProvider/calls/videos.ts'
import { mayRead } from '../../../resources/reads.ts'
import type { AreaNode } from '../../kit/areaTree/tree.ts'
import { useCaller } from '../../kit/index.ts'

/** How long an answer stands, ms: cameras are not put up every minute. */
const STALE_AFTER_MS = 60_000

export interface Videos {
  /** undefined until they are known. */
  data: readonly AreaVideo[] | undefined
  error: unknown
  retry: () => void
}

/**
 * The videos of the chosen area and those below it; with none chosen, of all top areas (undefined until these are known). Where there is nothing to
 * ask for, there are none.
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
