import { useQuery } from '@tanstack/react-query'
import { areaVideos, type AreaVideo } from '../../../../dataProvider/videos.ts'
import { mayRead } from '../../../../resources/reads.ts'
import type { AreaNode } from '../../../ui/areaTree/tree.ts'
import { useCaller } from '../../../ui/index.ts'

/** How long an answer stands, ms: cameras are not put up every minute. */
const FRESH = 60_000

export interface Videos {
  /** undefined until they are known. */
  data: readonly AreaVideo[] | undefined
  error: unknown
  retry: () => void
}

/** The videos of the chosen area and those below it; with none chosen, of all top areas. */
export function useVideos(areas: readonly AreaNode[], selected: number | null): Videos {
  const caller = useCaller()
  const wanted = selected === null ? areas.map(({ id }) => id) : [selected]
  const { data, error, refetch } = useQuery({
    queryKey: ['live', 'videos', ...wanted],
    queryFn: ({ signal }) => areaVideos(wanted, signal),
    enabled: wanted.length > 0 && mayRead(caller, 'videos'),
    staleTime: FRESH,
  })
  return { data, error: data === undefined ? error : null, retry: () => void refetch() }
}
