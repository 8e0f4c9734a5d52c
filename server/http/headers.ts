import type { FastifyInstance } from 'fastify'
import { isAddress } from '../geocode/mapFile.ts'
import type { Settings } from '../settings.ts'

/** The hash of the empty text: emotion appends an empty <style> and fills it through the CSSOM, so no page needs 'unsafe-inline'. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** Headers every answer carries: a content security policy without exceptions, and the usual refusals. */
export function registerHeaders(app: FastifyInstance, settings: Foreign): void {
  const headers = headersOf(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.raw.url?.startsWith('/v1/')) reply.header('cache-control', 'no-store')
    done()
  })
}

export const headersOf = (settings: Foreign): Record<string, string> => ({
  'content-security-policy': policy(settings),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
})

/** Other hosts that the operator's settings make the console talk to. */
type Foreign = Pick<Settings, 'liveUrl' | 'tileUrl' | 'pmtiles'>

export function policy({ liveUrl, tileUrl, pmtiles }: Foreign): string {
  const live = liveUrl ? ` ${new URL(liveUrl).origin}` : ''
  const tiles = tileUrl ? ` ${tileSource(tileUrl)}` : ''
  const file = pmtiles !== null && isAddress(pmtiles) ? ` ${new URL(pmtiles).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    `connect-src 'self'${live}${file}`,
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The hosts of a tile address as the policy names them: the label that holds {s} stands for any. */
function tileSource(template: string): string {
  const { protocol, hostname, port } = new URL(template.replaceAll('{s}', 'subdomain-here'))
  const host = hostname.includes('subdomain-here') ? `*${hostname.slice(hostname.indexOf('.', hostname.indexOf('subdomain-here')))}` : hostname
  return `${protocol}//${host}${port && `:${port}`}`
}
