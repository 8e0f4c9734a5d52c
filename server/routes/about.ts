import type { FastifyInstance } from 'fastify'
import { allResources } from '../../resources/index.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'

/** Name and version as they are told to consoles. */
export const ABOUT = { name: 'city-environment-platform', version: '0.1.0' } as const

/** What of wire.md's extensions this server answers. */
const EXTENSIONS = ['points', 'ws-all', 'ids', 'sort', 'one', 'logout', 'resources', 'telemetry', 'gateway-online', 'credential'] as const

export async function aboutRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get('/v1/capabilities', { config: { beforeProject: true } }, async () => ok({ ...ABOUT, extensions: EXTENSIONS, passwordMin: platform.settings.passwordMin }))
  app.get('/v1/resources', { config: { beforeProject: true } }, async (request) => {
    signedInOf(request)
    return ok(allResources)
  })
}
