import { useQuery } from '@tanstack/react-query'
import { areaVideos, type AreaVideo } from '../../dataProvider/calls/videos.ts'
import { ROOT_AREA } from '../../resources/area.ts'
import { mayRead } from '../../resources/reads.ts'
import { useCaller } from '../kit/index.ts'

/** How long an answer stands, ms: cameras are not put up every minute. */
const CAMERAS_TTL_MS = 300_000

interface Cameras {
  /** Of the area and those below it. */
  own: readonly AreaVideo[]
  /** All that the reader may see; without an answer only the area's own are known. */
  all: readonly AreaVideo[]
}

/** The cameras that may show what stands in an area; none in no area, or without the right. */
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
