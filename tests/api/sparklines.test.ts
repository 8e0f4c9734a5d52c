import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homes } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

interface Hour {
  deviceid: number
  nodes: { nodemapid: number; data: [number, number][] }[]
}

describe.each(homes)('the last hour of devices on %s', (home) => {
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

  it('comes of all at once, thinned, oldest first, its peaks kept', async () => {
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

  it('is of the caller’s devices alone', async () => {
    expect(
      ((await ask('watcher', `${ids.air},${ids.level},${ids.other},999`)).data as Hour[]).map(
        ({ deviceid }) => deviceid,
      ),
    ).toEqual([ids.level])
    expect((await ask('manager', String(ids.other))).data as Hour[]).toEqual([])
  })

  it.each(['', 'x', Array.from({ length: 101 }, (_, i) => i + 1).join(',')])(
    'refuses what names no devices, or too many',
    async (list) => {
      expect((await ask('super', list)).status).toBe(400)
    },
  )
})
