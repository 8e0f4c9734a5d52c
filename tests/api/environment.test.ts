import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import type { Storage } from '../../server/storage/types.ts'
import { engines } from '../support/storage.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const DAY = 24 * HOUR
const stamp = { created_at: 0, updated_at: 0 }
/** Node maps of the station with six pollutants, of the noise station, and of the river station. */
const SIX = { pm25: 101, pm10: 102, so2: 103, no2: 104, co: 105, o3: 106 } as const
const LEQ = 110
const COD = 120
const TP = 121
const OXYGEN = 122
const station = { air: 20, twin: 21, noise: 22, river: 23, stranger: 24 } as const

interface Row {
  deviceid: number
  medium: string
  standard: string
  index: number | null
  level: number | null
  primary: string[]
  missing: string[]
  parts: Record<
    string,
    { index: number | null; value: number | null; count: number; state: string; limit: number | null }
  >
  coverage: number
  at: number
}

describe.each(engines)('environment endpoints on %s', (engine) => {
  let world: WorldApp
  let storage: Storage
  /** Midnights in Shanghai: the start of the current day, and of the day two days before. */
  const today = Math.floor((Date.now() + 8 * HOUR) / DAY) * DAY - 8 * HOUR
  const start = today - 2 * DAY
  beforeAll(async () => {
    world = await openWorldApp(engine)
    storage = world.platform.storage
    await world.platform.schedules.close()
    await fillStations(storage)
    for (const table of ['nodemap', 'device']) await world.platform.registry.changed(table, null)
  })
  afterAll(() => world.dispose())

  const ask = async (path: string, user: 'super' | 'manager' | 'watcher' | 'stranger' = 'super') =>
    (await world.call(user, 'GET', `environment${path}`)) as unknown as { status: number; data: Row[] }
  const rowOf = async (deviceid: number, at: number): Promise<Row> => {
    const [row] = (await ask(`?deviceid=${deviceid}&at=${at}`)).data
    if (!row) throw new Error('no row')
    return row
  }
  /** Stores one value per step for each node, from a moment on. */
  const store = async (device: number, from: number, count: number, step: number, valueOf: Record<number, number>) => {
    const samples = Array.from({ length: count }, (_, at) => from + at * step).flatMap((ts) =>
      Object.entries(valueOf).map(([nodemap, value]) => ({ nodemap: Number(nodemap), ts, value })),
    )
    await storage.storeSamples({
      device_id: samples.map(() => device),
      nodemap_id: samples.map(({ nodemap }) => nodemap),
      ts: samples.map(({ ts }) => ts),
      value: samples.map(({ value }) => value),
      save: samples.map(() => 1 as const),
    })
  }
  const nameOf = (at: number): string => new Date(at + 8 * HOUR).toISOString().slice(0, 10)
  const daysOf = async (query: string, at: number): Promise<unknown[][]> =>
    ((await ask(`/days?${query}&from=${at}&to=${at}`)).data as unknown as { days: unknown[][] }[]).flatMap(
      ({ days }) => days,
    )
  const workOut = async () => {
    await rollUp(storage, { before: Date.now() })
    await workOutAll(world.platform)
  }
  const six = (pm25: number): Record<number, number> => ({
    [SIX.pm25]: pm25,
    [SIX.pm10]: 60,
    [SIX.so2]: 10,
    [SIX.no2]: 30,
    // The node delivers µg/m³ through its script, and CO in ppm.
    [SIX.co]: 1,
    [SIX.o3]: 900,
  })

  it('judge the last full hour by the standard valid on that day', async () => {
    await store(station.air, start, 60, MINUTE, six(60))
    await workOut()
    const row = await rowOf(station.air, start + HOUR + 10 * MINUTE)
    expect(row).toMatchObject({
      deviceid: station.air,
      medium: 'air',
      standard: 'HJ633-2026',
      period: '1h',
      index: 100,
      level: 2,
      primary: ['pm25'],
      missing: [],
      coverage: 1,
      at: start + HOUR,
    })
    expect(row.parts.pm25).toMatchObject({ value: 60, index: 100, count: 60, state: 'valid' })
    expect(row.parts.co?.value).toBeCloseTo(1.1456, 3)
    expect(row.parts.o3).toMatchObject({ value: 90, limit: 200 })
  })

  it('return no mean for fewer than 45 minutes, with their count; late data completes the hour', async () => {
    await store(station.air, start + HOUR, 44, MINUTE, six(30))
    await workOut()
    const row = await rowOf(station.air, start + 2 * HOUR)
    expect(row).toMatchObject({ index: null, level: null, coverage: 0.73 })
    expect(row.missing).toHaveLength(6)
    expect(row.parts.pm25).toEqual({
      index: null,
      level: null,
      limit: null,
      exceeded: null,
      value: null,
      count: 44,
      state: 'insufficient',
    })
    // Late data completes the hour.
    await store(station.air, start + HOUR + 44 * MINUTE, 1, MINUTE, six(30))
    await workOut()
    expect(await rowOf(station.air, start + 2 * HOUR)).toMatchObject({ level: 2, coverage: 0.75 })
  })

  it('omit parts with parts=none, and list judged nodes and wind pairs in /measures', async () => {
    const [row] = (await ask(`?deviceid=${station.air}&at=${start + HOUR}&parts=none`)).data
    expect(row).toMatchObject({ index: 100, level: 2, primary: ['pm25'], missing: [], value: 60, at: start + HOUR })
    expect(row).not.toHaveProperty('parts')
    const { data } = (await ask('/measures')) as unknown as { data: Record<string, { id: number }[]> }
    expect(data['nodes']).toContainEqual({ id: LEQ, pollutant: 'leq', model: 8, unit: 'dB' })
    expect(data['nodes']).toContainEqual({ id: SIX.co, pollutant: 'co', model: 7, unit: 'ppm' })
    expect(data['nodes']?.some(({ id }) => id === 130)).toBe(false)
    expect(data['further']).toContainEqual({ id: 130, pollutant: 'pm25', model: 7, unit: 'ppm' })
    expect(data['winds']).toContainEqual({ direction: 131, speed: 132 })
    expect(data['winds']).not.toContainEqual({ direction: 134, speed: 133 })
    expect(data['directions']).toEqual([{ id: 131 }])
    const seen = (await ask('/measures', 'watcher')) as unknown as { data: Record<string, { id: number }[]> }
    expect(seen.data['nodes']?.map(({ id }) => id).toSorted()).toEqual([COD, TP, OXYGEN])
    expect((await ask(`/measures?deviceid=${station.air}`, 'watcher')).status).toBe(404)
  })

  it('return no index for an hour without data', async () => {
    expect(await rowOf(station.air, start - 3 * HOUR)).toMatchObject({
      index: null,
      level: null,
      parts: {},
      coverage: 0,
    })
  })

  it('return the same result for any order of arrival', async () => {
    const values = Array.from({ length: 60 }, (_, at) => ({ at, value: 20 + ((at * 7) % 50) }))
    const from = start + 5 * HOUR
    for (const { at, value } of values) await store(station.air, from + at * MINUTE, 1, MINUTE, six(value))
    await workOut()
    for (const { at, value } of values.toReversed()) {
      await store(station.twin, from + at * MINUTE, 1, MINUTE, six(value))
      if (at % 20 === 0) await workOut()
    }
    await workOut()
    await workOut()
    const [one, other] = [await rowOf(station.air, from + HOUR), await rowOf(station.twin, from + HOUR)]
    expect({ ...other, deviceid: 0 }).toEqual({ ...one, deviceid: 0 })
    for (const device of [station.air, station.twin])
      expect((await daysOf(`deviceid=${device}`, from))[0]?.slice(1, 4)).toEqual([null, null, []])
  })

  it('exclude values that a station marks as faulty', async () => {
    const from = start + 8 * HOUR
    await store(station.twin, from, 60, MINUTE, six(40))
    await store(station.twin, from + 30_000, 1, MINUTE, six(400))
    await storage.write((trx) =>
      trx
        .insertInto('hj212mark')
        .values({ device_id: station.twin, nodemap_id: SIX.pm25, ts: from + 30_000, mark: 'D' })
        .execute(),
    )
    await workOut()
    expect((await rowOf(station.twin, from + HOUR)).parts.pm25?.value).toBe(40)
  })

  it('judge a day by at least 20 hours, and return days as a calendar', async () => {
    const day = start + DAY
    await store(station.air, day, 19 * 12, 5 * MINUTE, six(108))
    await workOut()
    expect(await daysOf(`deviceid=${station.air}`, day)).toEqual([
      // For ozone the hours suffice.
      [nameOf(day), null, null, [], 0.79, null, null, ['pm25', 'pm10', 'so2', 'no2', 'co']],
    ])
    await store(station.air, day + 19 * HOUR, 5 * 12, 5 * MINUTE, six(108))
    await workOut()
    expect((await ask(`/days?deviceid=${station.air}&from=${day}&to=${day + DAY - 1}`)).data).toEqual([
      { deviceid: station.air, medium: 'air', period: '24h', scheme: 'HJ', days: [[nameOf(day), 144, 3, ['pm25'], 1]] },
    ])
  })

  it('average noise levels by energy, and apply the limits of the zone', async () => {
    const day = start + DAY
    await store(station.noise, day, 24 * 12, 5 * MINUTE, { [LEQ]: 56 })
    await store(station.noise, day + 12 * HOUR + 2.5 * MINUTE, 12, 5 * MINUTE, { [LEQ]: 66 })
    await workOut()
    const noon = await rowOf(station.noise, day + 13 * HOUR)
    expect(noon).toMatchObject({ medium: 'noise', period: 'day', level: 2, limit: 60, primary: ['leq'] })
    expect(noon.parts.leq?.value).toBeCloseTo(63.4, 1)
    expect(await rowOf(station.noise, day + 3 * HOUR)).toMatchObject({
      period: 'night',
      level: 2,
      limit: 50,
      exceeded: 6,
    })
    expect(await daysOf(`deviceid=${station.noise}`, day)).toEqual([[nameOf(day), null, 2, ['ln'], 1, null, [0, 6]]])
  })

  it('classify water by its worst parameter, also with few samples', async () => {
    const day = start + DAY
    await store(station.river, day, 6, 4 * HOUR, { [COD]: 25, [TP]: 120 })
    await store(station.river, start + 12 * HOUR, 1, MINUTE, { [COD]: 18, [OXYGEN]: 9 })
    await workOut()
    const cod = { medium: 'water', deciding: ['cod'], index: null }
    expect(await rowOf(station.river, day + HOUR)).toMatchObject({ ...cod, level: 4, primary: ['cod'], value: 25 })
    expect(await rowOf(station.river, start + 13 * HOUR)).toMatchObject({ ...cod, level: 3, primary: [], value: 18 })
    expect((await rowOf(station.river, day + HOUR)).parts.tp).toMatchObject({ value: 0.12, level: 3 })
    expect(await daysOf('medium=water', day)).toEqual([[nameOf(day), null, 4, ['cod'], 0.25]])
  })

  it('classify dissolved oxygen as worse the lower its value is', async () => {
    const at = start + 20 * HOUR
    await store(station.river, at, 1, MINUTE, { [COD]: 10, [OXYGEN]: 2.5 })
    await workOut()
    const row = await rowOf(station.river, at + HOUR)
    expect(row).toMatchObject({ level: 5, primary: ['do'] })
    expect(row.parts.do).toMatchObject({ value: 2.5, level: 5, limit: 5, exceeded: true })
  })

  it('add class, index and standard at alarm time to the alarm workbook, only with access to live data', async () => {
    const at = start + HOUR + 10 * MINUTE
    // One pollutant out of six still yields an index, because it is above 100.
    await store(station.twin, start + 12 * HOUR, 60, MINUTE, { [SIX.pm25]: 200 })
    await workOut()
    const alarms = [
      { device_id: station.air, nodemap_id: SIX.pm25, alarm_time: at },
      // The hour before held nothing valid.
      { device_id: station.air, nodemap_id: SIX.pm25, alarm_time: start + 10 * MINUTE },
      { device_id: station.river, nodemap_id: OXYGEN, alarm_time: start + 21 * HOUR },
      // A node without a legal limit on a station that has limits, and a device that does not exist.
      { device_id: station.air, nodemap_id: 999, alarm_time: at },
      { device_id: 9999, nodemap_id: SIX.pm25, alarm_time: at },
      { device_id: station.twin, nodemap_id: SIX.pm25, alarm_time: start + 13 * HOUR + 10 * MINUTE },
    ]
    await storage.write((trx) =>
      trx
        .insertInto('thresholdlog')
        .values(
          alarms.map((alarm, place) => ({
            ...alarm,
            threshold_id: 1,
            threshold_name: `alarm ${place}`,
            device_name: 'd',
            district_id: 2,
            nodemap_name: 'n',
            real_value: 1,
            alarm_value: 'r',
            alarm_msg: 'm',
            project_id: 1,
            is_alarm: 0,
            alarm_state: 0,
          })),
        )
        .execute(),
    )
    const sheet = async (token: string): Promise<string[][]> => {
      const response = await world.app.inject({
        method: 'GET',
        url: '/v1/godbThresholdlogByTimeOrIdToExcel',
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      })
      const xml = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      return [...xml.matchAll(/<row .*?<\/row>/g)].map(([row]) =>
        [...row.matchAll(/<c[^>]*?\/>|<c.*?<\/c>/g)].map(([cell]) => cell.replaceAll(/<[^>]*>/g, '')),
      )
    }
    const [head, ...rows] = await sheet(world.tokens.super)
    expect(head?.slice(-4)).toEqual(['Environmental class', 'Index', 'Pollutants', 'Standard'])
    const told = new Map(rows.map((row) => [row[1], row.slice(-4)]))
    const air = ['Good', '100', '', 'Ambient air quality index (AQI), HJ 633-2026']
    expect([0, 1, 2, 3, 4, 5].map((place) => told.get(`alarm ${place}`))).toEqual([
      air,
      ['', '', '', ''],
      ['Class V', '', '', 'Environmental quality standards for surface water, GB 3838-2002'],
      air,
      ['', '', '', ''],
      [
        'Heavily polluted',
        '250',
        '1 / 6 · missing PM10, SO2, NO2, CO, O3',
        'Ambient air quality index (AQI), HJ 633-2026',
      ],
    ])
    // A user who may open alarm records but not live data.
    await storage.write((trx) =>
      trx
        .insertInto('systemuser')
        .values({
          id: 90,
          username: 'records',
          nickname: 'records',
          password: '-',
          super_id: 2,
          project_id: 1,
          menu_control: JSON.stringify(['2-3']),
          ...stamp,
        })
        .execute(),
    )
    const [brief] = await sheet(await world.platform.sessions.begin(90, null))
    expect(brief).toContain('Alarm time')
    expect(brief).not.toContain('Environmental class')
  })

  it('apply the project’s index scheme, and judge its days again when it is changed by PUT', async () => {
    const choose = async (air_scheme: number | null) => {
      expect(await world.call('super', 'PUT', 'godbProject/1', { air_scheme })).toMatchObject({ code: 0 })
      await workOut()
    }
    const day = async () => (await daysOf(`deviceid=${station.air}`, start + DAY))[0]?.slice(1, 4)
    await choose(3)
    expect(await rowOf(station.air, start + HOUR)).toMatchObject({
      standard: 'EAQI-2025',
      index: 4,
      level: 4,
      primary: ['pm25'],
    })
    expect(await day()).toEqual([5, 5, ['pm25']])
    await choose(2)
    expect(await rowOf(station.air, start + DAY + 20 * HOUR)).toMatchObject({ standard: 'USAQI-2024', level: 4 })
    expect(await day()).toEqual([expect.any(Number), 4, ['pm25']])
    await choose(null)
    expect(await day()).toEqual([144, 3, ['pm25']])
  })

  it('judge a station’s days again when its site is changed by PUT', async () => {
    const put = (path: string, body: object) => world.call('super', 'PUT', path, body)
    expect(await put(`godbDevice/${station.noise}`, { site: 5 })).toMatchObject({ code: 0 })
    await workOut()
    const day = async () => {
      const [, , level, primary, , , above] = (await daysOf(`deviceid=${station.noise}`, start + DAY))[0] ?? []
      return [level, primary, above]
    }
    expect(await day()).toEqual([2, ['ln'], [0, 1]])
    expect(await put(`godbDevice/${station.noise}`, { site: 6 })).toMatchObject({ code: 0 })
    await workOut()
    expect(await day()).toEqual([1, [], [0, 0]])
  })

  describe('GET /v1/environment/hours', () => {
    type Hours = { dis_id?: number | null; deviceid?: number; medium: string; stations: number; hours: PlaceHour[] }
    interface PlaceHour {
      at: number
      index: number | null
      level: number | null
      primary: string[]
      missing?: string[]
      exceeded?: number
      stations: number
      classes: number[]
      worst: number | null
      parts: Record<string, [number, number | null, number | null]>
    }
    const from = start - 3 * DAY
    const hours = async (query: string, user: 'super' | 'manager' | 'watcher' | 'stranger' = 'super') =>
      (await ask(`/hours?from=${from}&to=${from + 4 * HOUR}${query}`, user)).data as unknown as Hours[]
    beforeAll(async () => {
      await store(station.air, from, 60, MINUTE, six(30))
      await store(station.twin, from, 60, MINUTE, six(90))
      await store(station.stranger, from, 60, MINUTE, six(210))
      // Too few minutes: only the twin counts.
      await store(station.air, from + HOUR, 20, MINUTE, six(30))
      await store(station.twin, from + HOUR, 60, MINUTE, six(90))
      await store(station.noise, from, 60, MINUTE, { [LEQ]: 66 })
      await store(station.river, from + 2 * HOUR, 1, MINUTE, { [COD]: 25, [TP]: 120 })
      await workOut()
    })

    it('returns the mean of an area’s stations, judged as one', async () => {
      const [row] = await hours('&pro_id=1&medium=air')
      expect(row).toMatchObject({ dis_id: 2, medium: 'air', stations: 2 })
      expect(row?.hours.map(({ at, index, level, stations }) => ({ at, index, level, stations }))).toEqual([
        { at: from + HOUR, index: 100, level: 2, stations: 2 },
        { at: from + 2 * HOUR, index: 128, level: 3, stations: 1 },
      ])
      expect(row?.hours[0]?.parts['pm25']).toEqual([60, 100, 2])
      expect(row?.hours[0]).toMatchObject({ standard: 'HJ633-2026', primary: ['pm25'], missing: [] })
    })

    it('returns the worst station for noise and water, with the number of stations per class', async () => {
      const [noise] = await hours('&medium=noise')
      expect(noise?.hours).toEqual([
        expect.objectContaining({ level: 2, stations: 1, classes: [0, 0, 1], worst: station.noise, at: from + HOUR }),
      ])
      expect(noise?.hours[0]?.exceeded).toBeGreaterThan(5)
      const [water] = await hours('&medium=water')
      expect(water?.hours).toEqual([
        expect.objectContaining({ level: 4, primary: ['cod'], classes: [0, 0, 0, 1], worst: station.river }),
      ])
      expect(water?.hours[0]).toMatchObject({ deciding: ['cod'] })
      expect(noise?.hours[0]).not.toHaveProperty('deciding')
      expect(water?.hours[0]).not.toHaveProperty('exceeded')
      expect(water?.hours[0]).not.toHaveProperty('missing')
    })

    it('combines all stations with by=all, and lists them separately by deviceid', async () => {
      const [all] = await hours('&by=all&medium=air')
      expect(all).toMatchObject({ dis_id: null, stations: 3 })
      expect(all?.hours[0]?.parts['pm25']?.[0]).toBe(110)
      const single = await hours(`&deviceid=${station.air},${station.twin}`)
      expect(single.map(({ deviceid, hours: own }) => [deviceid, own.length])).toEqual([
        [station.air, 1],
        [station.twin, 2],
      ])
      const [below] = await hours('&dis_id=2&by=all&medium=air')
      expect(below).toMatchObject({ dis_id: 2, stations: 2 })
    })

    it('counts only stations visible to the caller', async () => {
      const seen = async (user: 'manager' | 'watcher' | 'stranger') =>
        (await hours('&by=all', user)).map(({ medium, stations }) => [medium, stations])
      expect(await seen('manager')).toEqual([
        ['air', 2],
        ['noise', 1],
        ['water', 1],
      ])
      expect(await seen('watcher')).toEqual([['water', 1]])
      expect(await seen('stranger')).toEqual([['air', 1]])
      expect((await ask(`/hours?deviceid=${station.air}`, 'stranger')).status).toBe(404)
    })

    it.each(['by=district', 'from=x', 'from=1&to=2000000000000', 'deviceid=1,x'])('refuses %s', async (query) =>
      expect((await ask(`/hours?${query}`)).status).toBe(400),
    )
  })

  it('return only devices and areas visible to the caller', async () => {
    const at = start + HOUR
    const seen = async (user: 'super' | 'manager' | 'watcher' | 'stranger', query = '') =>
      (await ask(`?at=${at}${query}`, user)).data.map(({ deviceid }) => deviceid).toSorted((a, b) => a - b)
    expect(await seen('super')).toEqual([20, 21, 22, 23, 24])
    expect(await seen('manager')).toEqual([20, 21, 22, 23])
    expect(await seen('watcher')).toEqual([station.river])
    expect(await seen('stranger')).toEqual([station.stranger])
    expect(await seen('manager', '&dis_id=3')).toEqual([station.river])
    expect(await seen('manager', '&pro_id=2')).toEqual([])
    expect(await seen('super', '&medium=air')).toEqual([20, 21, 24])
    expect((await ask(`?deviceid=${station.air}`, 'stranger')).status).toBe(404)
    expect((await ask(`/days?deviceid=${station.air}`, 'watcher')).status).toBe(404)
    expect((await ask('/days', 'watcher')).data.every(({ deviceid }) => deviceid === station.river)).toBe(true)
  })

  it.each([
    '?at=soon',
    '?deviceid=x',
    '?medium=light',
    '/days?from=x',
    '/days?from=1795264170521&to=1795264170520',
    '/days?from=1&to=2',
    '/days?from=1600000000',
  ])('refuse %s', async (path) => expect((await ask(path)).status).toBe(400))
})

async function fillStations(storage: Storage): Promise<void> {
  const node = { datatype: 5, registertype: 4, imginfo: '/upload/node.png', min_value: 0, max_value: 10_000, ...stamp }
  const still = { control_state: 0, sort_num: 0, ...stamp }
  const device = { issingle: 1, gateway_id: null, acquisition_cycle: 60, save_cycle: -1, over_time: 600, ...still }
  const maps = [
    { id: SIX.pm25, model: 7, unit: 'ug/m3', key: 'a34004', pollutant: null },
    { id: SIX.pm10, model: 7, unit: 'mg/m³', key: null, pollutant: 2, script: 'value / 1000' },
    { id: SIX.so2, model: 7, unit: '', key: 'a21026-Rtd', pollutant: null },
    { id: SIX.no2, model: 7, unit: 'µg/m³', key: 'a21004', pollutant: null },
    { id: SIX.co, model: 7, unit: 'ppm', key: 'a21005', pollutant: null },
    { id: SIX.o3, model: 7, unit: 'µg/m³', key: null, pollutant: 6, script: 'value * 0.1' },
    { id: LEQ, model: 8, unit: 'dB', key: 'Leq', pollutant: null },
    { id: COD, model: 9, unit: 'mg/L', key: 'w01018', pollutant: null },
    { id: OXYGEN, model: 9, unit: 'mg/L', key: 'w01009', pollutant: null },
    { id: TP, model: 9, unit: 'μg/L', key: 'w21011', pollutant: null },
    // A volume fraction of particles is meaningless: the node is not judged.
    { id: 130, model: 7, unit: 'ppm', key: null, pollutant: 1 },
    { id: 131, model: 8, unit: 'rad', key: 'a01008', pollutant: null },
    { id: 132, model: 8, unit: 'km/h', key: 'a01007', pollutant: null },
    // The river's flow is not wind.
    { id: 133, model: 9, unit: 'm/s', key: null, pollutant: null },
    { id: 134, model: 9, unit: '°', key: null, pollutant: null },
  ]
  await storage.write(async (trx) => {
    for (const id of [7, 8, 9])
      await trx
        .insertInto('devicetype')
        .values({ id, name: `model ${id}`, product_type: 1, ...stamp })
        .execute()
    for (const [at, { id, model, unit, key, pollutant, script }] of maps.entries()) {
      await trx
        .insertInto('node')
        .values({ ...node, id, name: `node ${id}`, unitname: unit, pollutant, node_script: script ?? null })
        .execute()
      await trx
        .insertInto('nodemap')
        .values({
          id,
          devicetype_id: model,
          node_id: id,
          alias: `node ${id}`,
          nodeaddr: at + 1,
          key_msg: key,
          ...stamp,
        })
        .execute()
    }
    const devices = [
      { id: station.air, name: 'air', sn: '20', devicetype_id: 7, project_id: 1, district_id: 2, site: null },
      { id: station.twin, name: 'twin', sn: '21', devicetype_id: 7, project_id: 1, district_id: 2, site: null },
      { id: station.noise, name: 'noise', sn: '22', devicetype_id: 8, project_id: 1, district_id: 2, site: 3 },
      { id: station.river, name: 'river', sn: '23', devicetype_id: 9, project_id: 1, district_id: 3, site: 7 },
      { id: station.stranger, name: 'other', sn: '24', devicetype_id: 7, project_id: 2, district_id: 4, site: null },
    ]
    const rows = devices.map((one) => ({ ...device, ...one }))
    await trx.insertInto('device').values(rows).execute()
  })
}
