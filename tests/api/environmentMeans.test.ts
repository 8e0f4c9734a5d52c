import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../resources/kit/zone.ts'
import { putDayValues, type DayValues } from '../../server/environment/dayMeans.ts'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { markDays } from '../../server/storage/dirtyMeans.ts'
import { dayMeans } from '../../server/storage/migrations/0061-day-means.ts'
import { noiseTenths } from '../../server/storage/migrations/0079-noise-tenths.ts'
import { sulphurDays } from '../../server/storage/migrations/0080-sulphur-days.ts'
import { sulphurDaysBetween } from '../../server/storage/migrations/0082-sulphur-days-between.ts'
import { daysBetween } from '../../server/storage/migrations/0083-days-between.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const HOUR = 3_600_000

interface Row {
  deviceid?: number
  dis_id?: number
  medium: string
  stations: number
  days: [string, number | null, number | null, string[], number, number | null][]
  means: { of: string; parts: Record<string, Record<string, unknown>> }[]
}

describe.each(engines)('environment days of areas, and means of months and years on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.schedules.close()
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ pollutant: 1, unitname: 'µg/m³' }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  const at = (day: string): number => Date.parse(`${day}T12:00:00+08:00`)
  const ask = async (path: string, user: 'super' | 'manager' | 'watcher' | 'stranger' = 'super') =>
    (await world.call(user, 'GET', `environment/${path}`)) as unknown as { status: number; data: Row[] }
  /** Keeps the same values for `count` days from `first` on. */
  const keep = (device: number, first: string, count: number, values: DayValues) =>
    storage().write((trx) =>
      putDayValues(
        trx,
        Array.from({ length: count }, (_, place) => ({ device_id: device, day: addDays(first, place), values })),
      ),
    )
  const means = async (query: string) => (await ask(`means?${query}`)).data

  it('store daily means with the hours, and recreate them after the migration', async () => {
    const day = '2026-03-05'
    const start = Date.parse(`${day}T00:00:00+08:00`)
    const samples = Array.from({ length: 24 * 12 }, (_, place) => start + place * 300_000)
    await storage().storeSamples({
      device_id: samples.map(() => ids.air),
      nodemap_id: samples.map(() => ids.pm),
      ts: samples,
      value: samples.map((_, place) => (place < 144 ? 30 : 50)),
      save: samples.map(() => 1 as const),
    })
    await rollUp(storage(), { before: Date.now() })
    await workOutAll(world.platform)
    const kept = () =>
      storage().read.selectFrom('environmentmean').selectAll().where('device_id', '=', ids.air).execute()
    const first = await kept()
    expect(first).toEqual([{ device_id: ids.air, day, means: '{"pm25":40}' }])
    await storage().write(async (trx) => {
      await trx.schema.dropTable('environmentmean').execute()
      await dayMeans(trx, engine)
    })
    expect(await kept()).toEqual([])
    await workOutAll(world.platform)
    expect(await kept()).toEqual(first)
    // A day without any valid value is not kept.
    await storage().write((trx) => putDayValues(trx, [{ device_id: ids.air, day, values: {} }]))
    expect(await kept()).toEqual([])
  })

  it('require 27 days of a month and 25 of February, and return their count', async () => {
    await keep(ids.air, '2026-04-01', 27, { pm25: 20.5, o3: [200, 80] })
    await keep(ids.air, '2026-05-02', 26, { pm25: 30 })
    await keep(ids.air, '2026-02-04', 25, { pm25: [90, 40], so2: [100, null] })
    const [row] = await means(`deviceid=${ids.air}&from=${at('2026-02-28')}&to=${at('2026-05-02')}`)
    expect(row).toMatchObject({ deviceid: ids.air, medium: 'air', stations: 1 })
    const rest = { limit: null, exceeded: null }
    expect(row?.means.map(({ of, parts }) => [of, parts['pm25']])).toEqual([
      ['2026-02', { value: 40, count: 25, needed: 25, state: 'valid', ...rest }],
      ['2026-03', { value: null, count: 0, needed: 27, state: 'insufficient', ...rest }],
      ['2026-04', { value: 20.5, count: 27, needed: 27, state: 'valid', ...rest }],
      ['2026-05', { value: null, count: 26, needed: 27, state: 'insufficient', ...rest }],
    ])
    // Ozone has no mean, and a day judged only by its greatest hour contributes none of it.
    expect(row?.means.flatMap(({ parts }) => Object.keys(parts))).toEqual(Array(4).fill('pm25'))
    // A leap year's February requires as many days.
    await keep(ids.air, '2024-02-01', 24, { pm25: 10 })
    const [leap] = await means(`deviceid=${ids.air}&from=${at('2024-02-01')}&to=${at('2024-02-29')}`)
    expect(leap?.means[0]?.parts['pm25']).toMatchObject({ count: 24, needed: 25, state: 'insufficient' })
  })

  it('require 324 days and every month of a year, and compare with the annual limit', async () => {
    const year = async () => {
      const [row] = await means(`deviceid=${ids.air}&period=year&from=${at('2025-06-01')}&to=${at('2025-06-02')}`)
      expect(row?.means.map(({ of }) => of)).toEqual(['2025'])
      return row?.means[0]?.parts['pm25']
    }
    const drop = (day: string) => storage().write((trx) => putDayValues(trx, [{ device_id: ids.air, day, values: {} }]))
    await keep(ids.air, '2025-01-01', 365, { pm25: 35 })
    expect(await year()).toEqual({
      value: 35,
      count: 365,
      needed: 324,
      state: 'valid',
      months: 12,
      limit: 35,
      exceeded: false,
    })
    // Half rounds to the even neighbour: 35.5 becomes 36.
    await keep(ids.air, '2025-01-01', 365, { pm25: 35.5 })
    expect(await year()).toMatchObject({ value: 35.5, exceeded: true })
    for (let day = 1; day <= 4; day++) await drop(`2025-07-0${day}`)
    expect(await year()).toMatchObject({ value: 35.5, count: 361, months: 12, state: 'valid' })
    await drop('2025-07-05')
    expect(await year()).toMatchObject({
      value: null,
      count: 360,
      months: 11,
      state: 'insufficient',
      limit: 35,
      exceeded: null,
    })
  })

  it('combine the stations of an area into one row per day', async () => {
    const [own, more] = [ids.air, ids.level]
    await keep(own, '2026-06-01', 2, { pm25: 40 })
    await keep(more, '2026-06-01', 1, { pm25: 80 })
    const query = `from=${at('2026-06-01')}&to=${at('2026-06-03')}&medium=air`
    const all = (await ask(`days?by=all&pro_id=1&${query}`)).data
    expect(all).toHaveLength(1)
    const total = all[0]?.stations ?? 0
    const share = (count: number) => Math.round((count / total) * 100) / 100
    // A single pollutant: HJ 633-2026 publishes an index only above 100. A value of 60 gives 100, 40 gives 67.
    const missing = ['pm10', 'so2', 'no2', 'co', 'o3_8h']
    expect(all[0]?.days).toEqual([
      ['2026-06-01', null, null, [], share(2), null, null, missing],
      ['2026-06-02', null, null, [], share(1), null, null, missing],
    ])
    await keep(more, '2026-06-01', 1, { pm25: 120 })
    const [worse] = (await ask(`days?by=all&pro_id=1&${query}`)).data
    expect(worse?.days[0]).toEqual(['2026-06-01', 119, 3, ['pm25'], share(2), null, null, missing])
    // A pollutant that one of the stations measures is not missing.
    await keep(own, '2026-06-01', 1, { pm25: 40, pm10: 50, so2: 10, no2: 20, co: 0.5 })
    await keep(more, '2026-06-01', 1, { pm25: 120, o3_8h: 60 })
    const [whole] = (await ask(`days?by=all&pro_id=1&${query}`)).data
    expect(whole?.days[0]).toEqual(['2026-06-01', 119, 3, ['pm25'], share(2), null])
    const areas = (await ask(`days?by=area&${query}`)).data
    expect(areas.every(({ dis_id, deviceid }) => dis_id !== undefined && deviceid === undefined)).toBe(true)
    expect(areas.reduce((sum, { stations }) => sum + stations, 0)).toBeGreaterThanOrEqual(total)
    const [both] = (await ask(`means?by=all&pro_id=1&${query}`)).data
    expect(both?.means[0]?.parts['pm25']).toMatchObject({ count: 2, state: 'insufficient' })
  })

  it('judge an area’s SO2 above 304 ppb by its daily mean under the US index', async () => {
    const choose = async (air_scheme: number | null) => {
      await storage().write((trx) => trx.updateTable('project').set({ air_scheme }).where('id', '=', 1).execute())
      await world.platform.registry.changed('project', 1)
    }
    await choose(2)
    await keep(ids.air, '2026-07-01', 1, { so2: [1200, 900] })
    const [row] = (await ask(`days?by=all&pro_id=1&medium=air&from=${at('2026-07-01')}&to=${at('2026-07-01')}`)).data
    // The mean of 900 µg/m³ equals 343 ppb.
    expect(row?.days[0]?.slice(0, 4)).toEqual(['2026-07-01', 214, 5, ['so2']])
    await choose(null)
  })

  it('use the worst station of an area for noise', async () => {
    const day = {
      medium: 'noise',
      day: '2026-06-01',
      start: 0,
      standard: 'GB3096-2008',
      scheme: 'HJ',
      idx: null,
      hours: 24,
    }
    await storage().write(async (trx) => {
      await trx.updateTable('node').set({ pollutant: 20, unitname: 'dB' }).where('id', '=', 1).execute()
      await trx
        .insertInto('environmentday')
        .values([
          { ...day, device_id: ids.air, level: 1, main: '' },
          { ...day, device_id: ids.level, level: 2, main: 'ln' },
        ])
        .execute()
    })
    await world.platform.registry.changed('node', 1)
    const [row] = (await ask(`days?by=all&pro_id=1&medium=noise&from=${at('2026-06-01')}&to=${at('2026-06-02')}`)).data
    const share = Math.round((2 / (row?.stations ?? 1)) * 100) / 100
    expect(row?.days).toEqual([['2026-06-01', null, 2, ['ln'], share, ids.level, [null, null]]])
  })

  it('are marked by the migration for recalculation if noise was above a limit before rounding', async () => {
    const marked = () =>
      storage().read.selectFrom('environmentdirty').select('device_id').where('hour', '=', 0).execute()
    expect(await marked()).toEqual([])
    await storage().write((trx) => noiseTenths(trx, engine))
    expect(await marked()).toEqual([{ device_id: ids.level }])
  })

  it('are marked for recalculation if the US index may have judged them without the SO2 mean', async () => {
    const day = {
      medium: 'air',
      day: '1970-01-02',
      start: 24 * HOUR,
      standard: 'USAQI-2024',
      scheme: 'USAQI',
      level: 4,
      main: 'so2',
      hours: 24,
    }
    // Where midnight lies between two hours, as in India, the hour before it belongs to the day before.
    const between = { day: '1970-01-03', start: 48.5 * HOUR }
    const rows = [
      { ...day, device_id: ids.air, idx: 200 },
      { ...day, ...between, device_id: ids.air, idx: 214 },
      { ...day, device_id: ids.level, idx: 199 },
    ]
    const marked = () =>
      storage()
        .read.selectFrom('environmentdirty')
        .select(['device_id', 'hour'])
        .where('hour', '>', 0)
        .where('hour', '<', 100 * HOUR)
        .orderBy('hour')
        .execute()
    const both = [24 * HOUR, 49 * HOUR].map((hour) => ({ device_id: ids.air, hour }))
    expect(await marked()).toEqual([])
    await storage().write(async (trx) => {
      await trx.insertInto('environmentday').values(rows).execute()
      await sulphurDays(trx, engine)
      await sulphurDaysBetween(trx, engine)
    })
    expect(await marked()).toEqual(expect.arrayContaining(both))
    await storage().write(async (trx) => {
      await trx
        .deleteFrom('environmentdirty')
        .where('hour', '<', 100 * HOUR)
        .execute()
      await markDays(trx, { device: ids.air })
    })
    expect(await marked()).toEqual(both)
  })

  it('are marked for recalculation in every medium if earlier migrations marked the day before', async () => {
    const day = { standard: '', scheme: 'HJ', idx: null, level: 1, main: '', hours: 24, device_id: ids.other }
    const marked = () =>
      storage()
        .read.selectFrom('environmentdirty')
        .select('hour')
        .where('device_id', '=', ids.other)
        .orderBy('hour')
        .execute()
    expect(await marked()).toEqual([])
    await storage().write(async (trx) => {
      await trx
        .insertInto('environmentday')
        .values([
          { ...day, medium: 'noise', day: '1971-01-01', start: 8760.5 * HOUR },
          { ...day, medium: 'air', day: '1971-01-01', start: 8760.5 * HOUR },
          { ...day, medium: 'noise', day: '1971-01-02', start: 8784.75 * HOUR },
          { ...day, medium: 'noise', day: '1971-01-03', start: 8808 * HOUR },
        ])
        .execute()
      await daysBetween(trx, engine)
    })
    expect(await marked()).toEqual([{ hour: 8761 * HOUR }, { hour: 8785 * HOUR }])
  })

  it('are limited to devices visible to the caller, and refuse invalid parameters with 400', async () => {
    const span = `from=${at('2026-06-01')}&to=${at('2026-06-03')}`
    for (const path of [`means?${span}`, `days?by=all&${span}`]) {
      expect((await ask(`${path}&deviceid=${ids.air}`, 'stranger')).status).toBe(404)
      expect((await world.call(null, 'GET', `environment/${path}`)).status).toBe(401)
    }
    const seen = (await ask(`means?${span}`, 'stranger')).data.map(({ deviceid }) => deviceid)
    expect(seen).not.toContain(ids.air)
    for (const bad of [
      'means?period=week',
      'means?by=region',
      'days?by=region',
      'means?from=x',
      `means?from=1&to=${HOUR}`,
    ])
      expect((await ask(bad)).status, bad).toBe(400)
    const { data } = await world.call('manager', 'GET', 'capabilities')
    expect((data as unknown as { extensions: string[] }).extensions).toContain('environment-means')
  })
})
