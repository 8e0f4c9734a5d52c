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

/** What of an existing platform is passed on, the page that WeChat's QR codes open among it; everything else is the console's. */
const FORWARDED = ['/v1', '/upload', '/wx']

/** How long the platform may take to begin an answer, ms: a month of history takes its time. */
const ANSWER_TIMEOUT_MS = 120_000

/**
 * The console in front of an existing platform (PLATFORM_URL): no database. Every method, bodies unread and unbuffered, and WebSocket
 * upgrades with their sub-protocols. A platform that cannot be reached answers 503.
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
  // A hook of the routes' own would have their bodies read first.
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

/** For the platform's logs and its throttling: who really asked. */
const forwardedBy = (request: FastifyRequest): Record<string, string> => ({
  'x-forwarded-for': request.ip,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-host': request.host,
})

async function reach(upstream: URL): Promise<void> {
  await fetch(new URL('/', upstream), { method: 'HEAD', signal: AbortSignal.timeout(3000) })
}
