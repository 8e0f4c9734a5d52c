import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { isSuper } from '../../resources/kit/access.ts'
import { mayRead } from '../../resources/reads.ts'
import { resourceOf } from '../../resources/index.ts'
import { video } from '../../resources/video.ts'
import { kindOf } from '../../resources/videoKinds.ts'
import { visibleRows } from '../crud/visible.ts'
import { noVideos, PAGE_COOKIE, type VideoSources } from '../http/headers.ts'
import type { Platform } from '../platform.ts'

/** Most hosts: more would make a header that proxies refuse. */
const MAX_HOSTS = 60

/**
 * Returns the origins of the videos that the user who loads a page may see: none before sign-in, or where the database
 * does not answer.
 */
export function videoSourcesOf(platform: Platform): (request: FastifyRequest) => Promise<VideoSources> {
  return async ({ cookies }) => {
    const hash = cookies[PAGE_COOKIE] ?? ''
    if (!/^[0-9a-f]{64}$/.test(hash)) return noVideos
    try {
      const caller = await platform.sessions.peek(hash)
      if (caller === null || !mayRead(caller, 'videos')) return noVideos
      const rows = await visibleRows(platform, resourceOf(video.path), caller)
      const videos = rows.map(({ video_url, video_type, project_id }) => ({
        video_url: video_url === null ? null : String(video_url),
        video_type: Number(video_type),
        project: Number(project_id),
      }))
      return sourcesOf(isSuper(caller) ? takingTurns(videos) : videos)
    } catch (error) {
      platform.log.warn({ err: error }, 'the hosts of the videos could not be read')
      return noVideos
    }
  }
}

/**
 * Orders videos so that the projects take turns: for a user who sees all projects, no project crowds out the others.
 */
export function takingTurns<T extends { project: number }>(videos: readonly T[]): T[] {
  const turns = new Map<number, number>()
  const turn = videos.map(({ project }) => {
    const at = turns.get(project) ?? 0
    turns.set(project, at + 1)
    return at
  })
  return videos
    .map((each, at) => [turn[at] ?? 0, each] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, each]) => each)
}

/**
 * Returns the origins of video addresses. An address that is not http or https, or that a policy cannot name, is left
 * out.
 */
export function sourcesOf(videos: Iterable<{ video_url: string | null; video_type: number | null }>): VideoSources {
  const [streams, files, pictures] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { video_url, video_type } of videos) {
    const origin = originOf(video_url ?? '')
    if (origin === null) continue
    const origins = { stream: streams, picture: pictures, file: files }[kindOf(video_url ?? '', video_type)]
    if (new Set([...streams, ...files, ...pictures, origin]).size <= MAX_HOSTS) origins.add(origin)
  }
  return { streams: [...streams], files: [...files], pictures: [...pictures] }
}

/** Accepts plain names and numbers only: a host may contain ; and *, which have a meaning in a policy. */
function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return origin.length <= 120 && /^https?:\/\/[a-z0-9_-][a-z0-9._-]*(:\d+)?$/.test(origin) ? origin : null
}
