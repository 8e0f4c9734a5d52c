import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { needsPeerSamples, ROLES } from '../../server/roles.ts'
import { readSettings } from '../../server/settings.ts'
import { openStorage } from '../../server/storage/index.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'
import { ABOVE_100, fillWorld, ids, users } from '../support/world.ts'

const SN = '1869024001'
const soon = { timeout: upTo(20_000), interval: 50 }

describe('ROLE setting', () => {
  const refusal = (environment: Record<string, string>): string => {
    try {
      readSettings(environment, null)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  const DATABASE_URL = 'postgres://somewhere/console'

  it('defaults to all, and accepts all, ingest, web and worker on PostgreSQL', () => {
    expect(readSettings({}, null).role).toBe('all')
    for (const role of ['all', 'ingest', 'web', 'worker'])
      expect(readSettings({ ROLE: role, DATABASE_URL }, null).role).toBe(role)
  })
  it('is rejected with a reason when it is invalid or conflicts with other settings', () => {
    expect(refusal({ ROLE: 'boss', DATABASE_URL })).toBe('ROLE is "boss"; it takes all, ingest, web, worker.')
    expect(refusal({ ROLE: 'web' })).toContain('need DATABASE_URL')
    expect(refusal({ ROLE: 'web', DATABASE_URL, PLATFORM_URL: 'http://elsewhere' })).toContain('PLATFORM_URL')
    expect(refusal({ ROLE: 'ingest', DATABASE_URL, DEMO: 'on' })).toContain('demo')
    expect(refusal({ ROLE: 'all', DEMO: 'on' })).toBe('')
  })
})

describe('needsPeerSamples', () => {
  it('returns true for every role, except for ingest with a partitioned telemetry log', () => {
    const hearing = (telemetryLog: object | null) => ROLES.filter((role) => needsPeerSamples({ role, telemetryLog }))
    expect(hearing(null)).toEqual(ROLES)
    expect(hearing({ partitions: 16 })).toEqual(['all', 'web', 'worker'])
  })
})

describe.runIf(engines.includes('postgres'))('three processes by role on one PostgreSQL', () => {
  let place: TestPlace
  let bearer: string
  const platforms: Platform[] = []
  const apps: FastifyInstance[] = []
  const open = async (role: 'ingest' | 'web' | 'worker'): Promise<{ platform: Platform; app: FastifyInstance }> => {
    const settings = readSettings(
      { ROLE: role, DEMO: 'off', CAPTCHA: 'off', DATABASE_URL: place.settings.databaseUrl ?? '' },
      null,
    )
    const platform = await openPlatform({ ...settings, ...place.settings }, silentLog)
    const app = await build(platform)
    platforms.push(platform)
    apps.push(app)
    return { platform, app }
  }
  let ingest: Awaited<ReturnType<typeof open>>
  let web: Awaited<ReturnType<typeof open>>
  let worker: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    place = await testPlace('postgres', 'schema')
    const storage = await openStorage(place.settings, silentLog)
    await fillWorld(storage)
    const rule = {
      ...ABOVE_100,
      enable: 1,
      alarm_msg: 'high',
      enable_back: 0,
      created_at: 0,
      updated_at: 0,
    }
    await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
    await storage.close()
    // The worker starts last, and leads all the same.
    ingest = await open('ingest')
    web = await open('web')
    worker = await open('worker')
    await Promise.all(platforms.map(({ bus }) => bus.ready))
    bearer = `Bearer ${await web.platform.sessions.begin(users.super, null)}`
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    for (const platform of platforms) await platform.close()
    await place.remove()
  })
  const ask = (app: FastifyInstance, url: string) => app.inject({ url, headers: { authorization: bearer } })
  const send = (app: FastifyInstance, value: number) =>
    app.inject({
      method: 'POST',
      url: '/v1/telemetry',
      headers: { authorization: bearer },
      payload: [{ sn: SN, values: { 1: value } }],
    })

  it('report their roles in /readyz, with the worker as the only leader', async () => {
    await vi.waitFor(
      async () =>
        expect(
          await Promise.all([ingest, web, worker].map(async ({ app }) => (await app.inject('/readyz')).json<object>())),
        ).toEqual([
          { status: 'ok', role: 'ingest', leads: false },
          { status: 'ok', role: 'web', leads: false },
          { status: 'ok', role: 'worker', leads: true },
        ]),
      soon,
    )
  })

  it('store a value in ingest, raise its alarm in worker and show both in web', async () => {
    await worker.platform.alarms.settled()
    expect((await send(ingest.app, 150)).statusCode).toBe(200)
    await vi.waitFor(async () => {
      const state = (await ask(web.app, '/v1/godbDeviceState')).body
      expect(state).toContain('"historydata":150')
      const fired = await web.platform.storage.read.selectFrom('thresholdlog').select('device_id').execute()
      expect(fired).toEqual([{ device_id: ids.air }])
      // The worker may have written the alarm before this process has judged the value that it heard of.
      expect(web.platform.registry.device(ids.air)?.thresholds).toHaveLength(1)
    }, soon)
  })

  it('serve only the endpoints of their role', async () => {
    expect((await send(web.app, 10)).statusCode).toBe(404)
    expect((await send(worker.app, 10)).statusCode).toBe(404)
    for (const { app } of [ingest, worker]) {
      expect((await ask(app, '/v1/godbDeviceState')).statusCode).toBe(404)
      expect((await ask(app, '/')).statusCode).toBe(404)
      expect((await app.inject('/healthz')).statusCode).toBe(200)
      expect((await app.inject('/metrics')).statusCode).toBe(200)
    }
  })
})
