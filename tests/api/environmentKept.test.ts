import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { environmentRoutes } from '../../server/environment/routes.ts'
import { registerAuth } from '../../server/http/auth.ts'
import { createServer } from '../../server/http/server.ts'
import { silentLog } from '../../server/log.ts'
import { registerOpenApi } from '../../server/openapi/routes.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { seeded } from '../support/seeded.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const MINUTE = 60_000
const EVENTS = 50
const USERS = Object.keys(users) as (keyof typeof users)[]
const DEVICES = [ids.air, ids.level, ids.other, ids.disabled]
const MEDIA = ['air', 'noise', 'water'] as const
/** The quantity that each of the model's nodes measures. */
const KEYS = { air: 'pm25', noise: 'leq', water: 'cod' } as const

describe.each(engines)('cache of GET /v1/environment on %s', (engine) => {
  let world: WorldApp
  let now = hourStart(Date.now()) + 10 * MINUTE
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.schedules.close()
    await storage().write(async (trx) => {
      for (const [place, pollutant] of [1, 20, 32].entries())
        await trx
          .updateTable('node')
          .set({ pollutant })
          .where('id', '=', place + 1)
          .execute()
    })
    await world.platform.registry.changed('node', null)
  })
  beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => now))
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  const put = (device_id: number, medium: (typeof MEDIA)[number], back: number, mean: [value: number, count: number]) =>
    storage().write((trx) =>
      trx
        .insertInto('environmenthour')
        .values({
          hour: hourStart(now) - (back + 1) * HOUR,
          medium,
          device_id,
          means: JSON.stringify({ [KEYS[medium]]: mean }),
        })
        .onConflict((conflict) =>
          conflict.columns(['hour', 'medium', 'device_id']).doUpdateSet((eb) => ({ means: eb.ref('excluded.means') })),
        )
        .execute(),
    )
  const refuse = (device: number, back: number) =>
    storage().write((trx) =>
      trx
        .deleteFrom('environmenthour')
        .where('device_id', '=', device)
        .where('hour', '=', hourStart(now) - (back + 1) * HOUR)
        .execute(),
    )
  const judgeBy = async (project: number, air_scheme: number | null) => {
    await storage().write((trx) => trx.updateTable('project').set({ air_scheme }).where('id', '=', project).execute())
    await world.platform.registry.changed('project', project)
  }
  const change = async (
    device: number,
    record: { site?: number | null; district_id?: number; project_id?: number },
  ) => {
    await storage().write((trx) => trx.updateTable('device').set(record).where('id', '=', device).execute())
    await world.platform.registry.changed('device', device)
  }
  const ask = (app: FastifyInstance, user: keyof typeof users, query: string, version?: string) =>
    app.inject({
      url: `/v1/environment?${query}`,
      headers: {
        authorization: `Bearer ${world.tokens[user]}`,
        ...(version !== undefined && { 'if-none-match': version }),
      },
    })
  /** The answer of a server whose cache is empty. */
  const fresh = async (user: keyof typeof users, query: string) => {
    const app = await createServer(world.platform.settings, silentLog)
    await registerOpenApi(app)
    registerAuth(app, world.platform)
    await app.register(environmentRoutes, { platform: world.platform })
    const answer = await ask(app, user, query)
    await app.close()
    return answer
  }

  it('returns the same bytes as an uncached server after random changes, for any caller', async () => {
    const chance = seeded(20_261_129)
    const upTo = (count: number): number => Math.floor(chance() * count)
    const one = <T>(of: readonly T[]): T => of[upTo(of.length)] as T
    const events: readonly (() => Promise<unknown> | void)[] = [
      () => put(one(DEVICES), one(MEDIA), upTo(2), [upTo(2000) / 10, one([20, 50, 60])]),
      () => put(one(DEVICES), one(MEDIA), upTo(8), [upTo(2000) / 10, 60]),
      () => put(one(DEVICES), 'air', upTo(8), [upTo(2000) / 10, 60]),
      () => refuse(one(DEVICES), upTo(2)),
      () => void (now += one([2, 30, 60]) * MINUTE),
      () => judgeBy(one([1, 2]), one([null, 2, 3])),
      () => change(one(DEVICES), { site: one([null, 1, 5, 7, 8, 9]) }),
      () => change(one(DEVICES), one([{ district_id: 3 }, { district_id: 2 }])),
      () => change(ids.disabled, one([{ project_id: 1 }, { project_id: 2 }])),
    ]
    const queries = [
      () => '',
      () => 'parts=none',
      () => `medium=${one(MEDIA)}`,
      () => `pro_id=${one([1, 2])}`,
      () => 'dis_id=3&parts=none',
      () => `at=${now - upTo(5) * HOUR}`,
    ]
    for (const device of DEVICES) for (const medium of MEDIA) await put(device, medium, 0, [40 + device, 60])
    for (let round = 0; round < EVENTS; round++) {
      await one(events)()
      const asked = [one(USERS), one(queries)()] as const
      const [kept, made] = [await ask(world.app, ...asked), await fresh(...asked)]
      expect([kept.statusCode, kept.headers.etag, kept.body], `${round}: ${asked.join(' ')}`).toEqual([
        200,
        made.headers.etag,
        made.body,
      ])
    }
  })

  it('keeps a version for each of two alternating callers, and answers 304 to both', async () => {
    await change(ids.air, { district_id: 2 })
    await change(ids.level, { district_id: 3 })
    const devices = async (user: keyof typeof users) =>
      (await ask(world.app, user, '')).json<{ data: { deviceid: number }[] }>().data.map(({ deviceid }) => deviceid)
    const [own, all] = [await devices('watcher'), await devices('super')]
    expect(own).toContain(ids.level)
    expect(own).not.toContain(ids.air)
    expect(all).toEqual(expect.arrayContaining([ids.air, ids.level, ids.other]))
    const callers = ['watcher', 'super'] as const
    const versions = new Map<string, string>()
    for (const user of callers) versions.set(user, String((await ask(world.app, user, '')).headers.etag))
    for (let round = 0; round < 3; round++)
      for (const [place, user] of callers.entries()) {
        const other = callers[1 - place] ?? user
        expect((await ask(world.app, user, '', versions.get(user))).statusCode).toBe(304)
        const answer = await ask(world.app, user, '', versions.get(other))
        expect([answer.statusCode, answer.headers.etag]).toEqual([200, versions.get(user)])
      }
  })

  it('answers 304 to a matching ETag, and 200 once the content has changed', async () => {
    await put(ids.air, 'air', 0, [20, 60])
    const versionOf = async (user: keyof typeof users, query = '') =>
      String((await ask(world.app, user, query)).headers.etag)
    const { headers } = await ask(world.app, 'manager', '')
    const version = String(headers.etag)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringMatching(/authorization/i),
    })
    expect(await ask(world.app, 'manager', '', `"other", ${version}`)).toMatchObject({ statusCode: 304, body: '' })
    for (const other of [await versionOf('stranger'), await versionOf('manager', 'parts=none')])
      expect(other).not.toBe(version)
    await put(ids.air, 'air', 0, [30, 60])
    expect((await ask(world.app, 'manager', '', version)).statusCode).toBe(200)
    await put(ids.air, 'air', 0, [20, 60])
    // The version depends on the content: the earlier content has the earlier version.
    expect((await ask(world.app, 'manager', '', version)).statusCode).toBe(304)
  })
})
