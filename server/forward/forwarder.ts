import type { IncomingHttpHeaders } from 'node:http'
import proxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forwardDefinitions } from '../entities/forward.ts'
import { ApiError, badRequest } from '../errors.ts'
import { registerMapFile } from '../geocode/mapFile.ts'
import { registerConsole } from '../http/console.ts'
import { registerConsoleSettings } from '../http/consoleSettings.ts'
import { sendFailure } from '../http/envelope.ts'
import { registerHealth } from '../http/health.ts'
import { createServer } from '../http/server.ts'
import type { Log } from '../log.ts'
import type { RejectedFile } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { headersOfAnswer } from './answers.ts'
import { forwardedPath, withoutForwarding } from './requests.ts'
import { forwardUpgrades } from './upgrade.ts'

/**
 * Paths that are forwarded to the existing platform, including the page that WeChat's QR codes open; all others are the
 * console's.
 */
const FORWARDED = ['/v1', '/upload', '/wx']

/** How long the platform may take to begin an answer, ms: reading a month of history is slow. */
const ANSWER_TIMEOUT_MS = 120_000

/**
 * Builds the console in front of an existing platform (PLATFORM_URL), without a database. It forwards every method,
 * bodies without reading or buffering them, and WebSocket upgrades with their sub-protocols. Where the platform cannot
 * be reached it answers 503.
 */
export async function buildForwarder(
  settings: Settings,
  platformUrl: string,
  log: Log,
  rejected: readonly RejectedFile[] = [],
): Promise<FastifyInstance> {
  const app = await createServer(settings, log)
  const upstream = new URL(platformUrl)
  registerHealth(app, () => reach(upstream), rejected)
  registerConsoleSettings(app, settings, null)
  await registerMapFile(app, settings)
  forwardDefinitions(app, platformUrl)
  // A hook of the proxy's own routes would make Fastify read their bodies first.
  app.addHook('onRequest', async ({ raw, routeOptions: { url = '' } }) => {
    const isForwarded = FORWARDED.some((prefix) => url === prefix || url.startsWith(`${prefix}/`))
    if (isForwarded && forwardedPath(raw.url ?? '', FORWARDED) === null) throw badRequest()
  })
  for (const prefix of FORWARDED) {
    await app.register(proxy, {
      upstream: upstream.origin,
      prefix,
      rewritePrefix: upstream.pathname.replace(/\/$/, '') + prefix,
      undici: { connections: 128, headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS },
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => ({
          ...withoutForwarding(headers),
          ...forwardedBy(request as FastifyRequest),
        }),
        rewriteHeaders: (headers, request) =>
          headersOfAnswer(
            request?.url ?? '',
            headers as IncomingHttpHeaders,
            (request as FastifyRequest | undefined)?.protocol === 'https',
          ),
        onError: (failed, { error }) => {
          const reply = failed as unknown as FastifyReply
          log.warn({ err: error, upstream: upstream.origin }, 'the platform cannot be reached')
          sendFailure(reply.request, reply, new ApiError(503, 'error.unavailable'))
        },
      },
    })
  }
  forwardUpgrades(app, {
    upstream,
    prefixes: FORWARDED,
    behindProxy: settings.trustProxy !== false,
    origins: settings.liveOrigins,
    log,
  })
  await registerConsole(app, settings.consoleDir)
  return app
}

/** Returns the forwarding headers, which give the actual client to the platform's logs and throttling. */
const forwardedBy = (request: FastifyRequest): Record<string, string> => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
})

async function reach(upstream: URL): Promise<void> {
  await fetch(new URL('/', upstream), { method: 'HEAD', signal: AbortSignal.timeout(3000) })
}
