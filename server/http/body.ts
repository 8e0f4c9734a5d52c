import { parse as parseForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutMarkBytes } from '../../resources/kit/mark.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { unwrap, isWrapped } from '../../resources/kit/wire.ts'
import { badRequest, notFound } from '../errors.ts'
import { parseLarge } from './largeJson.ts'

/** Largest body of a plain call of a signed-in user; telemetry, batches and uploads name their own. */
const BODY_LIMIT = 1024 * 1024
/** Largest body of everybody else: of the public calls, and of what is no call at all. */
export const PUBLIC_LIMIT = 64 * 1024
/** Larger bodies are parsed in slices. */
const LARGE_BYTES = 256 * 1024

/** Bodies that were no JSON, for who counts them (telemetry/refusals.ts): their first bytes. */
const unread = new WeakMap<FastifyRequest, Buffer>()
const UNREAD_BYTES = 1000

/** What a body that could not be read began with; undefined where it was read, or was none. */
export const unreadBody = (request: FastifyRequest): Buffer | undefined => unread.get(request)

/** JSON and form-encoded bodies; an empty JSON body (a DELETE that names its type) counts as none. Who is signed in may send more. */
export function registerBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/v1/') && route.config?.public !== true) route.bodyLimit ??= BODY_LIMIT
  })
  const parser = app.getDefaultJsonParser('error', 'error')
  const parse = (request: FastifyRequest, text: string): unknown => {
    let parsed: unknown
    let problem: Error | null = null
    // It is done when it returns, and tells by a callback.
    void parser(request, text, (error, body) => {
      problem = error
      parsed = body
    })
    if (problem !== null) throw problem as Error
    return parsed
  }
  // Plain text is no form of a call: 415.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, given: Buffer) => {
      const body = withoutMarkBytes(given)
      if (body.length === 0) return null
      try {
        if (body.length <= LARGE_BYTES) return parse(request, body.toString())
        return await parseLarge(body, (text) => parse(request, text))
      } catch (error) {
        unread.set(request, body.subarray(0, UNREAD_BYTES))
        throw error
      }
    },
  )
  void app.register(formbody, {
    bodyLimit: PUBLIC_LIMIT,
    // The mark may have been encoded with the name it stands before.
    parser: (text) => parseForm(text.replace(/^(?:\uFEFF|%EF%BB%BF)/i, ''), '&', '=', { maxKeys: 0 }),
  })
}

/** The body as a record; throws 400 when it is none, or not what the route's schema says (openapi/checks.ts). */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body, validationError } = request
  if (validationError?.validationContext === 'body') throw validationError
  if (!isRecord(body)) throw badRequest()
  return body
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

/** The id of a path; what is none names no record. */
export function recordId(text: string): number {
  const id = idOf(text)
  if (id === null) throw notFound()
  return id
}
