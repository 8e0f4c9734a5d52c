import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rollUp } from '../../server/history/rollup.ts'
import { homes } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

interface Row {
  insertdate: number
  historydata: number
  nodemapid: number
  deviceid: number
}

// In Berlin, October 2025 has 745 hours and March 743.
const OCTOBER = { start: Date.parse('2025-09-30T22:00:00Z'), end: Date.parse('2025-10-31T23:00:00Z') }
const STEP = 10 * 60_000

describe.each(homes)('GET /v1/godbCompareHistoricaldata on %s', (home) => {
  let world: WorldApp
  const wave = (ts: number): number => Math.round(1000 * Math.sin(ts / 20_000_000)) / 10
  beforeAll(async () => {
    world = await openWorldApp(home, { TIME_ZONE: 'Europe/Berlin', RETENTION_DAYS: '3650' })
    const ts: number[] = []
    for (let t = OCTOBER.start - STEP; t <= OCTOBER.end; t += STEP) ts.push(t)
    for (const [device, node] of [
      [ids.air, ids.pm],
      [ids.air, ids.temperature],
      [ids.level, ids.pm],
    ] as const) {
      await world.platform.storage.storeSamples({
        device_id: ts.map(() => device),
        nodemap_id: ts.map(() => node),
        ts,
        value: ts.map((t) => wave(t) + node + device),
        save: ts.map(() => 1),
      })
    }
    await rollUp(world.platform.storage, { before: OCTOBER.end - 24 * 3_600_000 })
  })
  afterAll(() => world.dispose())
  const compare = (query: string, user: 'super' | 'manager' | 'watcher' | 'stranger' = 'manager') =>
    world.call(user, 'GET', `godbCompareHistoricaldata?${query}`)

  it('returns the calendar month in the platform’s time zone, pairing each device with its node', async () => {
    const { data, code } = await compare(
      `cxtime=202510&devGroup=${ids.air},${ids.level}&nodeGroup=${ids.temperature},${ids.pm}&points=20000`,
    )
    expect(code).toBe(0)
    const rows = data as Row[]
    const expected: Row[] = []
    for (const [deviceid, nodemapid] of [
      [ids.air, ids.temperature],
      [ids.level, ids.pm],
    ] as const) {
      for (let t = OCTOBER.start; t < OCTOBER.end; t += STEP)
        expected.push({ insertdate: t, historydata: wave(t) + nodemapid + deviceid, nodemapid, deviceid })
    }
    expect(rows).toHaveLength(expected.length)
    expect(rows.map((row) => [row.deviceid, row.nodemapid, row.insertdate])).toEqual(
      expected.map((row) => [row.deviceid, row.nodemapid, row.insertdate]),
    )
    for (const [i, row] of rows.entries()) expect(row.historydata).toBeCloseTo(expected[i]?.historydata ?? 0, 9)
  })

  it('reduces to the requested number of points, keeping first, last, minimum and maximum', async () => {
    for (const points of [8, 400]) {
      const rows = (await compare(`cxtime=202510&devGroup=${ids.air}&nodeGroup=${ids.pm}&points=${points}`))
        .data as Row[]
      const values: number[] = []
      for (let t = OCTOBER.start; t < OCTOBER.end; t += STEP) values.push(wave(t) + ids.pm + ids.air)
      expect(rows.length).toBeLessThanOrEqual(points)
      expect(rows.length).toBeGreaterThan(points / 3)
      expect(rows[0]?.insertdate).toBe(OCTOBER.start)
      expect(rows.at(-1)?.insertdate).toBe(OCTOBER.end - STEP)
      expect(Math.max(...rows.map((row) => row.historydata))).toBeCloseTo(Math.max(...values), 9)
      expect(Math.min(...rows.map((row) => row.historydata))).toBeCloseTo(Math.min(...values), 9)
    }
    const plain = (await compare(`cxtime=202510&devGroup=${ids.air}&nodeGroup=${ids.pm}`)).data as Row[]
    expect(plain.length).toBeGreaterThan(500)
    expect(plain.length).toBeLessThanOrEqual(2000)
  })

  it('returns an empty list for a month without data', async () => {
    expect((await compare(`cxtime=202503&devGroup=${ids.air},${ids.air}&nodeGroup=${ids.pm},${ids.fan}`)).data).toEqual(
      [],
    )
  })

  it('refuses invalid months, items and points with 400, and devices of others with 404', async () => {
    const items = `devGroup=${ids.air}&nodeGroup=${ids.pm}`
    for (const month of ['', '2025', '202513', '202500', '2025-10', '299901', '20251', 'abcdef'])
      expect((await compare(`cxtime=${month}&${items}`)).status, month).toBe(400)
    expect((await compare(`cxtime=299901&${items}`)).msg).toMatch(/future/)
    for (const wrong of [
      '',
      'devGroup=1',
      `devGroup=${ids.air},${ids.level}&nodeGroup=${ids.pm}`,
      'devGroup=1,x&nodeGroup=11,11',
      `devGroup=${ids.air}&nodeGroup=999`,
    ])
      expect((await compare(`cxtime=202510&${wrong}`)).status, wrong).toBe(400)
    const many = Array.from({ length: 21 }, () => ids.air).join()
    expect(
      (await compare(`cxtime=202510&devGroup=${many}&nodeGroup=${Array.from({ length: 21 }, () => ids.pm).join()}`))
        .status,
    ).toBe(400)
    for (const points of ['0', '1e9', 'many', '-3'])
      expect((await compare(`cxtime=202510&${items}&points=${points}`)).status).toBe(400)
    expect((await compare(`cxtime=202510&${items}`, 'stranger')).status).toBe(404)
    expect(
      (await compare(`cxtime=202510&devGroup=${ids.level},${ids.air}&nodeGroup=${ids.pm},${ids.pm}`, 'watcher')).status,
    ).toBe(404)
    expect((await compare(`cxtime=202510&devGroup=${ids.level}&nodeGroup=${ids.pm}`, 'watcher')).status).toBe(200)
    expect((await compare(`cxtime=202510&${items}`, 'super')).status).toBe(200)
    expect((await world.call(null, 'GET', `godbCompareHistoricaldata?cxtime=202510&${items}`)).status).toBe(401)
  })
})
