import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unwrap, isWrapped } from '../../resources/kit/wire.ts'
import { badRequest } from '../errors.ts'

/** Largest body of a plain call; telemetry and uploads name their own. */
export const BODY_LIMIT = 1024 * 1024

/** JSON and form-encoded bodies; an empty JSON body (a DELETE that names its type) counts as none. */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  // Plain text is no form of a call: 415.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, null)
    else void parse(request, body as string, done)
  })
  void app.register(formbody, { bodyLimit: BODY_LIMIT })
}

/** The body as a record; throws 400 when it is none. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  return body as Record<string, unknown>
}

/** Optional text of a body: plain, wrapped, or the wrapped form as JSON text inside a form-encoded value. */
export function plainText(value: unknown): unknown {
  if (isWrapped(value)) return unwrap(value)
  if (typeof value !== 'string' || !value.startsWith('{"') || !value.includes('"Valid"')) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isWrapped(parsed) ? unwrap(parsed) : value
  } catch {
    return value
  }
}

/** An id out of a path or a body: a positive integer, or null. */
export function idOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
