import type { FastifyInstance } from 'fastify'
import { joinedResources } from '../../resources/index.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { ABOUT } from '../openapi/about.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * Registers GET capabilities: name, version, and the extensions of docs/wire.md that this server supports, which are
 * all.
 */
export async function aboutRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get(
    '/v1/capabilities',
    {
      schema: callSchema({
        group: 'session',
        label: ['平台能力', '平台能力', 'What this platform can do'],
        answer: s.record({
          name: s.TEXT,
          version: s.TEXT,
          extensions: s.listOf(s.TEXT),
          joined: s.INT,
          passwordMin: s.INT,
        }),
      }),
      config: { beforeProject: true },
    },
    async () =>
      ok({
        ...ABOUT,
        extensions,
        joined: joinedResources().length,
        passwordMin: platform.settings.passwordMin,
      }),
  )
}
