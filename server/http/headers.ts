import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { isAddress } from './mapAddress.ts'

/**
 * The hash of the empty text: emotion appends an empty <style> and fills it through the CSSOM, so no page needs
 * 'unsafe-inline'.
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const YEAR_SECONDS = 31_536_000

/**
 * Sets the headers of every answer: a content security policy without exceptions, and the usual hardening headers.
 * Scripts and style sheets get only the headers that apply to them.
 */
export function registerHeaders(app: FastifyInstance, settings: Foreign): void {
  const headers = headersOf(settings)
  const ofParts = pick(headers, ['x-content-type-options', 'cross-origin-resource-policy'])
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPart(request.routeOptions.url) ? ofParts : headers)
    // Decided by the route rather than by the spelling of the address.
    if ((request.routeOptions.url ?? request.url).startsWith('/v1/')) reply.header('cache-control', 'no-store')
    // After one request by TLS (the server's own or, with TRUST_PROXY, a proxy's) a browser uses only TLS for this
    // host. Subdomains are not included: they may belong to others.
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
    done()
  })
}

/**
 * Whether a route is a file of the console's code that is covered by the policy of the page that loads it. A page loads
 * some thirty of them, and the full set of headers on all of them would weigh as much as the largest file. A worker is
 * not covered: its policy is the one it was served with.
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
  // A remark on an alarm may include the user's position, at the press of a button (src/alarms/inbox/acts/Photo.tsx).
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
})

/** Settings that name other hosts for the console to reach. */
export type Foreign = Pick<Settings, 'liveUrl' | 'tileUrl' | 'pmtiles'> & Partial<Pick<Settings, 'videoHosts'>>

/**
 * Cookie that names the session of the browser that loads a page by the stored hash of its token; set at sign-in,
 * HttpOnly, and no credential for anything.
 */
export const PAGE_COOKIE = 'page'

/** Origins that videos play from, by how the browser loads them. */
export interface VideoSources {
  /** Live streams: read by script, or by the browser's own player. */
  streams: readonly string[]
  /** Files: played by the browser. */
  files: readonly string[]
  pictures: readonly string[]
}

export const noVideos: VideoSources = { streams: [], files: [], pictures: [] }

/**
 * Returns the content security policy: what a page may load and run. Of other hosts it names those of the settings and,
 * for the console's own pages, those that the stored videos play from (routes/videoSources.ts); no directive allows any
 * host. VIDEO_HOSTS adds hosts that no record names: segments of a stream on another host, or videos of an existing
 * platform that the console stands in front of.
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

/** Returns the hosts of a tile address as the policy names them: the label with {s} becomes `*`. */
function tileSource(template: string): string {
  const { protocol, hostname, port } = new URL(template.replaceAll('{s}', 'subdomain-here'))
  const host = hostname.includes('subdomain-here')
    ? `*${hostname.slice(hostname.indexOf('.', hostname.indexOf('subdomain-here')))}`
    : hostname
  return `${protocol}//${host}${port && `:${port}`}`
}
