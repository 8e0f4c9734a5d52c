import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { signedOut } from '../errors.ts'
import { bearerOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../http/language.ts'
import type { ItemResult, Platform, TelemetrySource } from '../platform.ts'
import { createSources } from './sources.ts'
import { callSchema, judged } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/** Largest body: ten thousand items of a dozen values fit. */
const BODY_LIMIT = 8 * 1024 * 1024

/** POST /v1/telemetry (wire.md, Extensions). The sender is authenticated before the body is read. */
export async function telemetryRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const sourceOf = createSources(platform)
  const sources = new WeakMap<FastifyRequest, TelemetrySource>()
  const onRequest = async (request: FastifyRequest): Promise<void> =>
    void sources.set(request, await sourceOf(bearerOf(request)))
  app.post(
    '/v1/telemetry',
    {
      schema: callSchema({
        group: 'live',
        label: ['上报数据', '回報資料', 'Send telemetry'],
        body: judged(
          s.listOf(
            s.record(
              {
                sn: s.TEXT,
                t: s.TIME,
                values: { type: 'object', additionalProperties: s.NUMBER },
                mark: {
                  type: ['string', 'object'],
                  additionalProperties: s.TEXT,
                  description: 'How the values were measured, a letter of HJ 212: for all, or by key',
                },
              },
              ['sn', 'values'],
            ),
          ),
          'item',
        ),
        answer: s.listOf(
          s.record({
            sn: s.TEXT,
            accepted: s.INT,
            rejected: s.listOf(s.record({ key: s.TEXT, reason: s.TEXT, msg: s.TEXT })),
            more: s.INT,
          }),
        ),
      }),
      bodyLimit: BODY_LIMIT,
      config: { public: true },
      onRequest,
    },
    async (request, reply) => {
      const source = sources.get(request)
      if (!source) throw signedOut()
      const results = await platform.ingest.push(request.body, source)
      const language = languageOf(request.headers['accept-language'])
      return reply.send(ok(results.map((result) => worded(result, language))))
    },
  )
}

/** A result as it is answered: each reason as its key and as a sentence. */
const worded = ({ rejected, ...result }: ItemResult, language: Language): object => ({
  ...result,
  rejected: rejected.map(({ key, reason }) => ({
    key,
    reason: reason.key,
    msg: errorText(language, reason.key, reason.args),
  })),
})
