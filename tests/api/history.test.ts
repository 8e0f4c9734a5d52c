import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homes } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const START = 1_790_000_000_000
const END = START + 999 * 1000

describe.each(homes)('history on %s', (home) => {
  let world: WorldApp
  const wave = (i: number): number => Math.round(1000 * Math.sin(i / 50)) / 10
  beforeAll(async () => {
    world = await openWorldApp(home)
    const seconds = Array.from({ length: 1000 }, (_, i) => i)
    const ts = [...seconds, ...seconds].map((i) => START + i * 1000)
    await world.platform.storage.storeSamples({
      device_id: ts.map(() => ids.air),
      nodemap_id: [...seconds.map(() => ids.pm), ...seconds.map(() => ids.temperature)],
      ts,
      value: [...seconds.map(wave), ...seconds.map((i) => (i === 500 ? 99.5 : 20))],
      save: ts.map(() => 1),
    })
  })
  afterAll(() => world.dispose())
  const rows = async (path: string) =>
    (await world.call('manager', 'GET', `godbAllHistoricaldataById/${path}`)).data as {
      insertdate: number
      historydata: number
      nodemapid: number
      deviceid: number
    }[]

  it('returns all samples of a time range, oldest first, for times in seconds or milliseconds', async () => {
    const all = await rows(`${ids.air}/${START}/${END}`)
    expect(all).toHaveLength(2000)
    expect(all[0]).toEqual({ insertdate: START, historydata: 0, nodemapid: ids.pm, deviceid: ids.air })
    expect(all.every((row, i) => i === 0 || row.insertdate >= (all[i - 1]?.insertdate ?? 0))).toBe(true)
    expect(await rows(`${ids.air}/${START / 1000}/${START / 1000 + 9}`)).toHaveLength(20)
    expect(await rows(`${ids.air}/${START - 5000}/${START - 1000}`)).toEqual([])
    expect(await rows(`${ids.level}/${START}/${END}`)).toEqual([])
  })

  it('thins to about the requested number of points, keeping first, last, minimum and maximum', async () => {
    const thin = await rows(`${ids.air}/${START}/${END}?points=40`)
    const pm = thin.filter((row) => row.nodemapid === ids.pm)
    expect(pm.length).toBeGreaterThan(15)
    expect(pm.length).toBeLessThanOrEqual(40)
    expect(pm[0]?.insertdate).toBe(START)
    expect(pm.at(-1)?.insertdate).toBe(END)
    const all = Array.from({ length: 1000 }, (_, i) => wave(i))
    expect(Math.max(...pm.map((row) => row.historydata))).toBe(Math.max(...all))
    expect(Math.min(...pm.map((row) => row.historydata))).toBe(Math.min(...all))
    expect(thin.filter((row) => row.nodemapid === ids.temperature && row.historydata === 99.5)).toEqual([
      { insertdate: START + 500_000, historydata: 99.5, nodemapid: ids.temperature, deviceid: ids.air },
    ])
    expect(new Set(pm.map((row) => row.insertdate)).size).toBe(pm.length)
  })

  it('keeps the same samples as a full scan per section, each extreme at its first time', async () => {
    // Uneven times, few distinct values, and a gap.
    const samples = Array.from({ length: 600 }, (_, i) => ({
      ts: START + i * 1500 + ((i * 7919) % 1400) + (i > 300 ? 90_000_000 : 0),
      value: (i * i) % 7,
    }))
    await world.platform.storage.storeSamples({
      device_id: samples.map(() => ids.level),
      nodemap_id: samples.map(() => ids.pm),
      ts: samples.map(({ ts }) => ts),
      value: samples.map(({ value }) => value),
      save: samples.map(() => 1),
    })
    const end = samples.at(-1)?.ts ?? 0
    for (const points of [1, 40, 400, 4000, 100_000]) {
      const width = Math.ceil((end - START + 1) / Math.max(1, Math.floor(points / 4)))
      const buckets = new Map<number, typeof samples>()
      for (const sample of samples) {
        const bucket = Math.floor((sample.ts - START) / width)
        buckets.set(bucket, [...(buckets.get(bucket) ?? []), sample])
      }
      const chosen = [...buckets.values()].flatMap((bucket) => {
        const up = bucket.toSorted((a, b) => a.value - b.value)
        return [
          ...new Set([bucket[0], bucket.at(-1), up[0], up.find(({ value }) => value === up.at(-1)?.value)]),
        ].flatMap((one) => one ?? [])
      })
      const expected = chosen
        .toSorted((a, b) => a.ts - b.ts)
        .map(({ ts, value }) => ({ insertdate: ts, historydata: value, nodemapid: ids.pm, deviceid: ids.level }))
      expect(await rows(`${ids.level}/${START}/${end}?points=${points}`)).toEqual(expected)
    }
  })

  it('returns series, table and summary', async () => {
    const { data } = await world.call(
      'manager',
      'GET',
      `godbAllHistoricaldataByIdToJson/${ids.air}/${START}/${START + 2000}`,
    )
    const temperature = [
      [START, 20],
      [START + 1000, 20],
      [START + 2000, 20],
    ]
    const pm = [
      [START, 0],
      [START + 1000, wave(1)],
      [START + 2000, wave(2)],
    ]
    expect(data).toEqual({
      nodeArr: [
        { id: ids.pm, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4, node_script: null },
        { id: ids.temperature, alias: '温度', unitname: '℃', registertype: 3, node_script: 'value * 0.1' },
        { id: ids.fan, alias: '排风扇', unitname: '', registertype: 1, node_script: null },
      ],
      nodenamearr: ['PM2.5', '温度', '排风扇'],
      dataset: [
        { nodemapid: ids.pm, name: 'PM2.5', data: pm },
        { nodemapid: ids.temperature, name: '温度', data: temperature },
        { nodemapid: ids.fan, name: '排风扇', data: [] },
      ],
      datasetArr: [pm, temperature, []],
      tableArr: [2, 1, 0].map((i) => ({ time: START + i * 1000, [ids.pm]: wave(i), [ids.temperature]: 20 })),
      newObj: {
        [ids.pm]: { min: 0, max: wave(2), avg: (wave(1) + wave(2)) / 3, last: wave(2) },
        [ids.temperature]: { min: 20, max: 20, avg: 20, last: 20 },
      },
      revisions: [],
      marks: [],
      flags: [],
      corrected: [],
      calibrations: [],
    })
    const thin = await world.call(
      'manager',
      'GET',
      `godbAllHistoricaldataByIdToJson/${ids.air}/${START}/${END}?points=20`,
    )
    const { newObj, datasetArr } = thin.data as {
      newObj: Record<string, { max: number; last: number; avg: number }>
      datasetArr: unknown[][]
    }
    expect(newObj[ids.temperature]).toMatchObject({ max: 99.5, last: 20, avg: expect.closeTo(20.0795, 6) })
    expect(datasetArr[0]?.length).toBeLessThanOrEqual(20)
    const empty = await world.call(
      'manager',
      'GET',
      `godbAllHistoricaldataByIdToJson/${ids.level}/${START - 9000}/${START - 1}`,
    )
    expect(empty.data).toMatchObject({ tableArr: [], newObj: {}, datasetArr: [[], [], []] })
  })

  it('accepts a month of 31 days plus one hour for a clock change, and no more', async () => {
    const month = 31 * 86_400_000 + 3_600_000
    const of = (end: number) => world.call('manager', 'GET', `godbAllHistoricaldataById/${ids.air}/${START}/${end}`)
    expect((await of(START + month)).status).toBe(200)
    expect((await of(START + month + 1)).status).toBe(400)
  })

  it('refuses invalid ranges and points with 400, and devices without access with 404', async () => {
    const status = async (path: string, user: 'manager' | 'stranger' | 'watcher' = 'manager'): Promise<number> =>
      (await world.call(user, 'GET', `godbAllHistoricaldataById/${path}`)).status
    expect(await status(`${ids.air}/${START}/${START + 32 * 86_400_000}`)).toBe(400)
    expect(await status(`${ids.air}/${END}/${START}`)).toBe(400)
    for (const path of ['yesterday/today', '123/456', `${START}/1e13`])
      expect(await status(`${ids.air}/${path}`)).toBe(400)
    for (const points of ['0', '-1', 'many', '1e9', '1.5'])
      expect(await status(`${ids.air}/${START}/${END}?points=${points}`)).toBe(400)
    expect(await status(`${ids.air}/${START}/${END}`, 'stranger')).toBe(404)
    expect(await status(`${ids.air}/${START}/${END}`, 'watcher')).toBe(404)
    expect(await status(`404/${START}/${END}`)).toBe(404)
  })
})
