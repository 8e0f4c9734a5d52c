import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { callSchema } from '../openapi/call.ts'
import { pmtilesAddress } from './mapAddress.ts'

/** An account that the sign-in page shows with its password. */
export interface ShownAccount {
  username: string
  password: string
}

/** Serves what the console has to know before a user signs in: GET /console-settings.json. */
export function registerConsoleSettings(
  app: FastifyInstance,
  settings: Settings,
  demo: readonly ShownAccount[] | null,
): void {
  const accounts = demo?.map(({ username, password }) => ({ username, password })) ?? null
  const body = {
    demo: accounts,
    passwordMin: settings.passwordMin,
    liveUrl: settings.liveUrl,
    captcha: settings.captcha,
    smsCaptcha: settings.captcha && settings.platformUrl === null,
    smsOutbox: settings.smsUrl === null && settings.platformUrl === null,
    hmiUrl: settings.hmiUrl,
    timeZone: settings.timeZone,
    map: mapOf(settings, demo !== null),
  }
  app.get(
    '/console-settings.json',
    {
      schema: callSchema({
        group: 'operation',
        label: ['控制台设置', '主控台設定', 'Settings of the console'],
        plain: 'application/json',
      }),
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(body),
  )
}

/**
 * Returns the base map: the operator's tiles or file, else the console's bundled map; the demo's city only with the
 * demo.
 */
function mapOf(settings: Settings, demoCity: boolean) {
  const { tileUrl: url, tileAttribution: attribution, tileDatum: datum } = settings
  return { tiles: url === null ? null : { url, attribution, datum }, pmtiles: pmtilesAddress(settings), demoCity }
}
