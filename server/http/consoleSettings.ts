import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

export interface DemoAccount {
  username: string
  password: string
}

/** What the console has to know before anybody signed in: GET /console-settings.json. */
export function registerConsoleSettings(app: FastifyInstance, settings: Settings, demo: readonly DemoAccount[] | null): void {
  const accounts = demo?.map(({ username, password }) => ({ username, password })) ?? null
  const body = { demo: accounts, passwordMin: settings.passwordMin, liveUrl: settings.liveUrl, captcha: settings.captcha }
  app.get('/console-settings.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(body))
}
