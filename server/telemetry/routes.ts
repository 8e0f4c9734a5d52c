import type { FastifyInstance } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { bearerOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../http/language.ts'
import type { ItemResult, Platform } from '../platform.ts'
import { createSources } from './sources.ts'

/** Largest body: ten thousand items of a dozen values fit. */
const BODY_LIMIT = 8 * 1024 * 1024

/** POST /v1/telemetry (wire.md, Extensions). */
export async function telemetryRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const sourceOf = createSources(platform)
  app.post('/v1/telemetry', { bodyLimit: BODY_LIMIT, config: { public: true } }, async (request, reply) => {
    const source = await sourceOf(bearerOf(request))
    const results = await platform.ingest.push(request.body, source)
    const language = languageOf(request.headers['accept-language'])
    return reply.send(ok(results.map((result) => worded(result, language))))
  })
}

/** A result as it is answered: each reason as its key and as a sentence. */
const worded = ({ sn, accepted, rejected }: ItemResult, language: Language): object => ({
  sn,
  accepted,
  rejected: rejected.map(({ key, reason }) => ({ key, reason: reason.key, msg: errorText(language, reason.key, reason.args) })),
})
