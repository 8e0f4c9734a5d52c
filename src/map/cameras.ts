import { useQuery } from '@tanstack/react-query'
import { areaVideos, type AreaVideo } from '../../dataProvider/calls/videos.ts'
import { ROOT_AREA } from '../../resources/area.ts'
import { mayRead } from '../../resources/reads.ts'
import { useCaller } from '../kit/index.ts'

/** How long an answer stays fresh, ms: cameras are rarely added. */
const CAMERAS_TTL_MS = 300_000

interface Cameras {
  /** Cameras of the area and its subareas. */
  own: readonly AreaVideo[]
  /** All cameras that the user may see; if that request fails, the area's own. */
  all: readonly AreaVideo[]
}

/** Loads the cameras that may show a place in an area; none without an area, or without the right. */
export function useCameras(area: number | null) {
  const mayAsk = mayRead(useCaller(), 'videos')
  return useQuery({
    queryKey: ['cameras', area],
    queryFn: ({ signal }) => camerasAround(area ?? 0, signal),
    enabled: mayAsk && area !== null,
    staleTime: CAMERAS_TTL_MS,
    retry: false,
  })
}

async function camerasAround(area: number, signal: AbortSignal): Promise<Cameras> {
  const [own, all] = await Promise.all([
    areaVideos([area], signal),
    areaVideos([ROOT_AREA], signal).catch((): AreaVideo[] => []),
  ])
  return { own, all: all.length > 0 ? all : own }
}
