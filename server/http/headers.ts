import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { isAddress } from './mapAddress.ts'

/** The hash of the empty text: emotion appends an empty <style> and fills it through the CSSOM, so no page needs 'unsafe-inline'. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const YEAR_SECONDS = 31_536_000

/**
 * Headers every answer carries: a content security policy without exceptions, and the usual refusals; a script or style sheet those that mean
 * something for one.
 */
export function registerHeaders(app: FastifyInstance, settings: Foreign): void {
  const headers = headersOf(settings)
  const ofParts = pick(headers, ['x-content-type-options', 'cross-origin-resource-policy'])
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPart(request.routeOptions.url) ? ofParts : headers)
    // By the route, not by how its address is written.
    if ((request.routeOptions.url ?? request.url).startsWith('/v1/')) reply.header('cache-control', 'no-store')
    // Behind TLS (its own or, with TRUST_PROXY, a proxy's) a browser never comes without it again. Of this host alone: what others below its name do
    // is not ours to say.
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
    done()
  })
}

/**
 * A file of the console's code that belongs to a page, whose policy holds for it too: some thirty of them are loaded with a page, and together these
 * headers would weigh as much as its largest. A worker is no part: it has the policy that it came with.
 */
const isPart = (route: string | undefined): boolean =>
  route !== undefined && route.startsWith('/assets/') && !route.includes('.worker-')

const pick = (headers: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

export const headersOf = (settings: Foreign): Record<string, string> => ({
  'content-security-policy': policy(settings),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Where somebody stands goes into a remark on an alarm, by a button (src/alarms/inbox/acts/Photo.tsx).
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
})

/** Other hosts that the operator's settings make the console talk to. */
export type Foreign = Pick<Settings, 'liveUrl' | 'tileUrl' | 'pmtiles'> & Partial<Pick<Settings, 'videoHosts'>>

/** Names the session of whoever loads a page by the stored hash of its token; set at sign-in, HttpOnly, and no credential for anything. */
export const PAGE_COOKIE = 'page'

/** Origins that videos play from, by what the browser does with them. */
export interface VideoSources {
  /** Live streams: read by script, or by the browser's own player. */
  streams: readonly string[]
  /** Files: played by the browser. */
  files: readonly string[]
  pictures: readonly string[]
}

export const noVideos: VideoSources = { streams: [], files: [], pictures: [] }

/**
 * What a page may load and run. Of other hosts it names those of the settings and, for the console's own pages, those that the stored videos play from
 * (routes/videoSources.ts): nothing is open to any host. VIDEO_HOSTS adds those that no record names: a stream's parts on another host, the videos of
 * a platform the console stands in front of.
 */
export function policy(
  { liveUrl, tileUrl, pmtiles, videoHosts = [] }: Foreign,
  videos: VideoSources = noVideos,
): string {
  const live = liveUrl ? ` ${new URL(liveUrl).origin}` : ''
  const tiles = tileUrl ? ` ${tileSource(tileUrl)}` : ''
  const file = pmtiles !== null && isAddress(pmtiles) ? ` ${new URL(pmtiles).origin}` : ''
  const list = (...origins: (readonly string[])[]): string =>
    [...new Set(origins.flat())].map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    `connect-src 'self'${live}${file}${list(videoHosts, videos.streams)}`,
    `img-src 'self' data: blob:${tiles}${list(videoHosts, videos.pictures)}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `media-src 'self' blob:${list(videoHosts, videos.streams, videos.files)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The hosts of a tile address as the policy names them: the label that holds {s} stands for any. */
function tileSource(template: string): string {
  const { protocol, hostname, port } = new URL(template.replaceAll('{s}', 'subdomain-here'))
  const host = hostname.includes('subdomain-here')
    ? `*${hostname.slice(hostname.indexOf('.', hostname.indexOf('subdomain-here')))}`
    : hostname
  return `${protocol}//${host}${port && `:${port}`}`
}
