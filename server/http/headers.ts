import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** The hash of the empty text: emotion appends an empty <style> and fills it through the CSSOM, so no page needs 'unsafe-inline'. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** Headers every answer carries: a content security policy without exceptions, and the usual refusals. */
export function registerHeaders(app: FastifyInstance, settings: Pick<Settings, 'liveUrl'>): void {
  const headers = headersOf(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.raw.url?.startsWith('/v1/')) reply.header('cache-control', 'no-store')
    done()
  })
}

export const headersOf = (settings: Pick<Settings, 'liveUrl'>): Record<string, string> => ({
  'content-security-policy': policy(settings.liveUrl),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
})

export function policy(liveUrl: string | null): string {
  const live = liveUrl ? ` ${new URL(liveUrl).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    `connect-src 'self'${live}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
