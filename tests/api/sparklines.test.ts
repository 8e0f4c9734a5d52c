import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homes } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

interface Hour {
  deviceid: number
  nodes: { nodemapid: number; data: [number, number][] }[]
}

describe.each(homes)('GET sparklines on %s', (home) => {
  let world: WorldApp
  const now = Date.now()
  const times = Array.from({ length: 1200 }, (_, i) => now - 7_200_000 + i * 6000)
  beforeAll(async () => {
    world = await openWorldApp(home)
    for (const device of [ids.air, ids.level, ids.other])
      await world.platform.storage.storeSamples({
        device_id: times.map(() => device),
        nodemap_id: times.map(() => ids.pm),
        ts: times,
        value: times.map((_, i) => (i === 900 ? 999 : device * 10 + (i % 3))),
        save: times.map(() => 1),
      })
  })
  afterAll(() => world.dispose())
  const ask = (user: 'manager' | 'watcher' | 'super', list: string) => world.call(user, 'GET', `sparklines?ids=${list}`)

  it('returns the last hour of several devices, thinned to 64 points, oldest first, with its peaks', async () => {
    const hours = (await ask('super', `${ids.level},${ids.air}`)).data as Hour[]
    expect(hours.map(({ deviceid }) => deviceid)).toEqual([ids.level, ids.air])
    for (const { nodes } of hours) {
      expect(nodes.map(({ nodemapid }) => nodemapid)).toEqual([ids.pm])
      const data = nodes[0]?.data ?? []
      expect(data.length).toBeGreaterThan(20)
      expect(data.length).toBeLessThanOrEqual(64)
      expect(data.every(([at], i) => at >= now - 3_600_000 && (i === 0 || at > (data[i - 1]?.[0] ?? 0)))).toBe(true)
      expect(data.at(-1)?.[0]).toBe(times.at(-1))
      expect(data).toContainEqual([times[900], 999])
    }
  })

  it('returns the hour before a past moment, without later values', async () => {
    const at = times[700] ?? 0
    const hours = (await ask('super', `${ids.air}&at=${at}`)).data as Hour[]
    const data = hours[0]?.nodes[0]?.data ?? []
    expect([data[0]?.[0], data.at(-1)]).toEqual([times[100], [at, ids.air * 10 + 1]])
    expect((await ask('super', `${ids.air}&at=${now - 86_400_000}`)).data).toEqual([{ deviceid: ids.air, nodes: [] }])
    expect((await ask('manager', `${ids.other}&at=${at}`)).data).toEqual([])
    expect((await ask('super', `${ids.air}&at=17`)).status).toBe(400)
  })

  it('returns only the caller’s devices', async () => {
    expect(
      ((await ask('watcher', `${ids.air},${ids.level},${ids.other},999`)).data as Hour[]).map(
        ({ deviceid }) => deviceid,
      ),
    ).toEqual([ids.level])
    expect((await ask('manager', String(ids.other))).data as Hour[]).toEqual([])
  })

  it.each(['', 'x', Array.from({ length: 101 }, (_, i) => i + 1).join(',')])(
    'rejects an empty, invalid or too long list of devices',
    async (list) => {
      expect((await ask('super', list)).status).toBe(400)
    },
  )

  it('returns past hours only to callers who are allowed to read histories', async () => {
    const { storage, sessions } = world.platform
    const hold = async (menu_control: string) => {
      await storage.write((trx) =>
        trx.updateTable('systemuser').set({ menu_control }).where('id', '=', users.watcher).execute(),
      )
      sessions.forget(users.watcher)
    }
    const statuses = async () =>
      Promise.all(['', `&at=${now}`].map(async (at) => (await ask('watcher', `${ids.level}${at}`)).status))
    await hold('["2-9"]')
    expect(await statuses()).toEqual([200, 403])
    await hold('["2-1"]')
    expect(await statuses()).toEqual([200, 200])
  })
})
