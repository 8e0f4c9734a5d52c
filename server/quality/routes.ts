import type { FastifyInstance } from 'fastify'
import { bodyOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { flagsOf } from './question.ts'

/** A body of as many values as one call takes, bytes. */
const LIMIT = 8 * 1024 * 1024

/** What QARTOD's tests say of values (docs/wire.md, `quality-evaluate`). */
export async function qualityRoutes(app: FastifyInstance, _options: { platform: Platform }): Promise<void> {
  app.post('/v1/quality/evaluate', { bodyLimit: LIMIT }, async (request) => ok(flagsOf(bodyOf(request))))
}
