import type { Platform } from '../platform.ts'

/** Origins that videos play from, by what the browser does with them. */
export interface VideoSources {
  /** Live streams: read by script, or by the browser's own player. */
  streams: readonly string[]
  /** Files: played by the browser. */
  files: readonly string[]
  pictures: readonly string[]
}

export const noVideos: VideoSources = { streams: [], files: [], pictures: [] }

/** More hosts than this would make a header that proxies refuse. */
const MOST = 60
/** So long one answer of the database stands for, ms: whoever loads pages in a row asks it once. */
const FRESH = 1000

/** Where the stored videos come from, as of at most a second ago. Where the database does not answer, as last known. */
export function videoSourcesOf({ storage, log }: Platform): () => Promise<VideoSources> {
  let known = noVideos
  let at = -Infinity
  let asking: Promise<VideoSources> | null = null
  const ask = async (): Promise<VideoSources> => {
    try {
      known = sourcesOf(await storage.read.selectFrom('videoshow').select(['video_url', 'video_type']).distinct().orderBy('video_url').execute())
    } catch (error) {
      log.warn({ err: error }, 'the hosts of the videos could not be read')
    }
    at = performance.now()
    asking = null
    return known
  }
  return async () => (performance.now() - at < FRESH ? known : (asking ??= ask()))
}

/** The origins of video addresses. What a policy cannot name, and what is none of http, is left out. */
export function sourcesOf(videos: Iterable<{ video_url: string | null; video_type: number | null }>): VideoSources {
  const [streams, files, pictures] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { video_url, video_type } of videos) {
    const origin = originOf(video_url ?? '')
    if (origin === null) continue
    const path = new URL(video_url ?? '').pathname.toLowerCase()
    const origins = path.endsWith('.m3u8') ? streams : video_type === PICTURE || /\.(png|jpe?g|gif)$/.test(path) ? pictures : files
    if (new Set([...streams, ...files, ...pictures, origin]).size <= MOST) origins.add(origin)
  }
  return { streams: [...streams], files: [...files], pictures: [...pictures] }
}

const PICTURE = 1

/** Plain names and numbers only: a host may hold ; and *, which mean something in a policy. */
function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return origin.length <= 120 && /^https?:\/\/[a-z0-9_-][a-z0-9._-]*(:\d+)?$/.test(origin) ? origin : null
}
