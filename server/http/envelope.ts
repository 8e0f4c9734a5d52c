import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { ApiError, badRequest, type ErrorCode } from '../errors.ts'
import { languageOf } from '../language.ts'
import { throttled } from '../log.ts'
import { HistoryAway, isUnavailable } from '../storage/unavailable.ts'

/** The envelope of wire.md, Transport. */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data: T
}

/** Returns a successful answer. */
export const ok = <T>(data: T): Envelope<T> => ({ code: 0, msg: '', data })

/**
 * Sends a successful answer whose data is JSON text already (a large read of the database, the live list), without
 * parsing it.
 */
export const okText = (reply: FastifyReply, data: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(`{"code":0,"msg":"","data":${data}}`)

/** Returns the envelope of a failure in a language. */
export function failure(error: ApiError, language: Language): Envelope {
  const fields =
    error.fields &&
    Object.fromEntries(
      Object.entries(error.fields).map(([name, problem]) => [name, errorText(language, problem.key, problem.args)]),
    )
  const data = fields || error.data ? { ...(fields && { fields }), ...error.data } : null
  return { code: error.code, msg: errorText(language, error.key, error.args), data }
}

/** Interval of log lines during a database outage, ms. */
const LOG_INTERVAL_MS = 10_000
/** After how long a call that the platform could not serve may be repeated, seconds (Retry-After). */
const RETRY_AFTER_SECONDS = 5

/** Makes the body of a failure. */
type FailureBody = (error: ApiError, language: Language) => object

/**
 * Registers the single error handler: status, code and message agree, and no internals are exposed.
 *
 * @param body makes the body of the failures of routes registered in `app`; the envelope, unless they speak another
 * dialect
 */
export function registerErrorExit(app: FastifyInstance, body: FailureBody = failure): void {
  // During a database outage every call fails: one log line stands for all of them.
  const mayTell = throttled(LOG_INTERVAL_MS)
  const unavailable = (error: unknown, request: FastifyRequest): ApiError => {
    if (mayTell()) request.log.error({ err: error }, 'the database cannot be used; calls are answered with 503')
    return new ApiError(503, error instanceof HistoryAway ? 'error.historyAway' : 'error.unavailable')
  }
  app.setErrorHandler((error, request, reply) => {
    const failed =
      error instanceof ApiError
        ? error
        : isUnavailable(error)
          ? unavailable(error, request)
          : translated(error, request)
    if (failed.code === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    if (failed.code === 429 && typeof failed.args.seconds === 'number') reply.header('retry-after', failed.args.seconds)
    return sendFailure(request, reply, failed, body)
  })
}

export const sendFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  failed: ApiError,
  body: FailureBody = failure,
): FastifyReply =>
  reply
    .code(failed.code)
    .type('application/json; charset=utf-8')
    .send(body(failed, languageOf(request.headers['accept-language'])))

/**
 * Converts Fastify's own errors to ApiErrors. Any other error is a bug: it is logged in full, and answered without
 * detail.
 */
function translated(error: unknown, request: FastifyRequest): ApiError {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  const key = keys[status as ErrorCode] ?? (status >= 400 && status < 500 ? keys[400] : keys[500])
  // PostgreSQL's errors for text that it cannot hold (NUL in a body that no definition describes): the fault of the
  // client's input, not of the server.
  if (status === 500 && UNHOLDABLE.has(codeOf(error))) return badRequest()
  const code = (Object.hasOwn(keys, status) ? status : status >= 400 && status < 500 ? 400 : 500) as ErrorCode
  if (code === 500) request.log.error({ err: error }, 'request failed')
  return new ApiError(code, key, code === 429 ? { seconds: 60 } : {})
}

const UNHOLDABLE: ReadonlySet<unknown> = new Set(['22021', '22P05'])
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

const keys: Record<ErrorCode, string> = {
  400: 'error.badRequest',
  401: 'error.signedOut',
  403: 'error.forbidden',
  404: 'error.noSuchCall',
  409: 'error.conflict',
  413: 'error.tooLarge',
  415: 'error.wrongType',
  429: 'error.tooMany',
  500: 'error.server',
  503: 'error.unavailable',
}
