import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import { ApiError, badRequest } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { PUBLIC_LIMIT } from './body.ts'
import { failure, registerErrorExit, sendFailure } from './envelope.ts'
import { headersOf, registerHeaders } from './headers.ts'

/** Creates a Fastify instance with what the platform and the forwarder share: logs, headers, cookies, errors. */
export async function createServer(settings: Settings, log: Log): Promise<FastifyInstance> {
  const app = Fastify({
    ...(isLogger(log) ? { loggerInstance: log } : { logger: false }),
    // Requests are logged at debug level only.
    logController: new LogController({
      disableRequestLogging: settings.logLevel !== 'debug' && settings.logLevel !== 'trace',
    }),
    trustProxy: trusted(settings.trustProxy),
    bodyLimit: PUBLIC_LIMIT,
    // Limits slow requests (Slowloris).
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerUnreadable,
    // An address that cannot be decoded is malformed (400); one whose parts are too long names nothing that exists
    // (404).
    frameworkErrors: (error, request, reply) =>
      void sendFailure(
        request,
        reply.headers(headersOf(settings)),
        error.code === 'FST_ERR_BAD_URL' ? badRequest() : new ApiError(404, 'error.noSuchCall'),
      ),
  })
  registerErrorExit(app)
  registerHeaders(app, settings)
  app.addHook('onRequest', async ({ raw }) => {
    // No text of the platform contains the character NUL, and PostgreSQL cannot search for it.
    if (raw.url?.includes('%00')) throw badRequest()
  })
  await app.register(cookie)
  closeAsTheyFallIdle(app)
  return app
}

/**
 * Compresses answers of more than a kilobyte, at levels that favour speed over size: an answer is created once and read
 * once.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    globalDecompression: false,
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    },
    zlibOptions: { level: 4 },
  })
}

/**
 * Answers bytes that are not valid HTTP, which never become a request: in the envelope all the same, and the connection
 * is closed.
 */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // The client has disconnected.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
  const body = JSON.stringify(failure(badRequest(), 'zhCN'))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Returns which hops' X-Forwarded-* headers are trusted; hop 0 is the peer of the connection. */
function trusted(proxies: Settings['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}

const isLogger = (log: Log): log is FastifyBaseLogger & Log => 'child' in log

/**
 * During close, closes each kept-alive connection as soon as its last answer is sent; otherwise the close would wait a
 * minute for browsers that keep one open.
 */
function closeAsTheyFallIdle(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
}
