import type { FastifyInstance } from 'fastify'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { homePlace, type Home } from './storage.ts'
import { fillWorld, users } from './world.ts'

export interface WorldApp {
  platform: Platform
  app: FastifyInstance
  /** Bearer tokens by user. */
  tokens: Record<keyof typeof users, string>
  call(
    user: keyof typeof users | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; code: number; msg: string; data: never; text: string }>
  dispose(): Promise<void>
}

/**
 * Settings of the tests. DATABASE_URL only satisfies settings that require one; the test's own database replaces it.
 */
const SETTINGS = {
  DATABASE_URL: 'postgres://none',
  DEMO: 'off',
  CAPTCHA: 'off',
  LOG_LEVEL: 'silent',
  PORT: '0',
}

/** The whole server over the telemetry tests' world, called by inject. */
export async function openWorldApp(home: Home, environment: Record<string, string> = {}): Promise<WorldApp> {
  const place = await homePlace(home)
  const settings = {
    ...readSettings({ ...SETTINGS, ...environment }, null),
    ...place.settings,
  }
  const platform = await openPlatform(settings, silentLog)
  await fillWorld(platform.storage)
  for (const table of ['district', 'nodemap', 'device']) await platform.registry.changed(table, null)
  const app = await build(platform)
  const tokens = {} as WorldApp['tokens']
  for (const [name, id] of Object.entries(users))
    tokens[name as keyof typeof users] = await platform.sessions.begin(id, null)
  return {
    platform,
    app,
    tokens,
    async call(user, method, path, body) {
      const headers = { 'accept-language': 'en', ...(user === null ? {} : { authorization: `Bearer ${tokens[user]}` }) }
      const answer = await app.inject({
        method,
        url: `/v1/${path}`,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      })
      return {
        status: answer.statusCode,
        text: answer.body,
        ...answer.json<{ code: number; msg: string; data: never }>(),
      }
    },
    async dispose() {
      await app.close()
      await platform.close()
      await place.remove()
    },
  }
}
