import { useQuery } from '@tanstack/react-query'
import { areaVideos, type AreaVideo } from '../../dataProvider/calls/videos.ts'
import { ROOT_AREA } from '../../resources/area.ts'
import type { Pair } from '../../resources/kit/datum.ts'
import { mayRead } from '../../resources/reads.ts'
import { useCaller } from '../kit/index.ts'
import { nearest } from './nearest.ts'

/** A camera further away shows nothing of it, metres. */
const IN_SIGHT = 5000
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

/** The camera nearest to a place, with its distance; where nobody knows of one near enough, the first of the area. */
export function cameraFor(
  { own, all }: Cameras,
  place: Pair | null,
): (AreaVideo & { metres: number | null }) | undefined {
  const [near] = place === null ? [] : nearest(all, place, 1)
  if (near && near.metres <= IN_SIGHT) return near
  return own[0] && { ...own[0], metres: null }
}
