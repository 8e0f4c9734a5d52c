import { parse as parseForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutMarkBytes } from '../../resources/kit/mark.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { unwrap, isWrapped } from '../../resources/kit/wire.ts'
import { badRequest, notFound } from '../errors.ts'
import { parseLarge } from './largeJson.ts'

/** Largest body of an ordinary call of a signed-in user, bytes; telemetry, batches and uploads set their own limit. */
const BODY_LIMIT = 1024 * 1024
/** Largest body of public calls, and of requests for which there is no route, bytes. */
export const PUBLIC_LIMIT = 64 * 1024
/** Larger bodies are parsed in slices. */
const LARGE_BYTES = 256 * 1024

/** First bytes of bodies that were not valid JSON, for the counts of refusals (telemetry/refusals.ts). */
const unread = new WeakMap<FastifyRequest, Buffer>()
const UNREAD_BYTES = 1000

/**
 * Returns the first bytes of a body that could not be parsed; undefined where it was parsed, or the request had none.
 */
export const unreadBody = (request: FastifyRequest): Buffer | undefined => unread.get(request)

/**
 * Registers the parsers of JSON and form-encoded bodies; an empty JSON body (a DELETE with a content type) counts as
 * none. Calls that need a signed-in user accept larger bodies than public ones.
 */
export function registerBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/v1/') && route.config?.public !== true) route.bodyLimit ??= BODY_LIMIT
  })
  const parser = app.getDefaultJsonParser('error', 'error')
  const parse = (request: FastifyRequest, text: string): unknown => {
    let parsed: unknown
    let problem: Error | null = null
    // The parser is synchronous: it calls back before it returns.
    void parser(request, text, (error, body) => {
      problem = error
      parsed = body
    })
    if (problem !== null) throw problem as Error
    return parsed
  }
  // No call takes plain text: it is answered with 415.
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
    // The byte order mark may have been percent-encoded together with the first name.
    parser: (text) => parseForm(text.replace(/^(?:\uFEFF|%EF%BB%BF)/i, ''), '&', '=', { maxKeys: 0 }),
  })
}

/**
 * Returns the body as a record.
 * @throws {ApiError} 400 where it is none; the validation error where it does not match the route's schema
 * (openapi/checks.ts)
 */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body, validationError } = request
  if (validationError?.validationContext === 'body') throw validationError
  if (!isRecord(body)) throw badRequest()
  return body
}

/** Returns optional text of a body: plain, wrapped, or the wrapped form as JSON text inside a form-encoded value. */
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

/** Returns an id from a path or a body: a positive integer, or null. */
export function idOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/**
 * Returns the id of a path.
 * @throws {ApiError} 404 where the text is no id: it names no record
 */
export function recordId(text: string): number {
  const id = idOf(text)
  if (id === null) throw notFound()
  return id
}
