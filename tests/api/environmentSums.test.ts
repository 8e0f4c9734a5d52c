import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../resources/kit/zone.ts'
import { putDayValues } from '../../server/environment/dayMeans.ts'
import type { Tables } from '../../server/storage/types.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const FIRST = '2026-03-01'
const at = (day: string): number => Date.parse(`${day}T12:00:00+08:00`)
const MARCH = `from=${at(FIRST)}&to=${at('2026-03-31')}`

type Row = Pick<Tables['environmentday'], 'idx' | 'level' | 'main' | 'hours'> & {
  ld_above?: number
  ln_above?: number
  missing?: string
}

describe.each(engines)('GET /v1/environment/days?sum=1 on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.schedules.close()
  })
  afterAll(() => world.dispose())

  const ask = async (query: string, user: 'super' | 'stranger' = 'super') =>
    (await world.call(user, 'GET', `environment/days?sum=1&${query}`)) as unknown as {
      status: number
      data: Record<string, unknown>[]
    }
  const measure = async (pollutant: number, unitname: string) => {
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ pollutant, unitname }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
  }
  /** Keeps days of a station from the first of March on. */
  const keep = (device_id: number, medium: string, rows: readonly Row[]) =>
    world.platform.storage.write((trx) =>
      trx
        .insertInto('environmentday')
        .values(
          rows.map((row, place) => ({
            device_id,
            medium,
            day: addDays(FIRST, place),
            start: 0,
            standard: 'any',
            scheme: 'HJ',
            ...row,
          })),
        )
        .execute(),
    )
  const many = (count: number, row: Row): Row[] => Array.from({ length: count }, () => row)

  it('returns a row per station: mean index, days per class, deciding and missing pollutants, days needed', async () => {
    await measure(1, 'µg/m³')
    await keep(ids.air, 'air', [
      ...many(20, { idx: 40, level: 1, main: '', hours: 24, missing: '' }),
      ...many(7, { idx: 80, level: 2, main: 'pm25', hours: 24 }),
      { idx: 120, level: 3, main: 'pm25,o3', hours: 20, missing: 'so2,co' },
      { idx: null, level: null, main: '', hours: 12, missing: 'so2' },
    ])
    const sums = {
      deviceid: ids.air,
      medium: 'air',
      scheme: 'HJ',
      stations: 1,
      period: '24h',
      judged: 28,
      needed: 27,
      index: 52.9,
      wanted: 96.4,
      classes: [20, 7, 1, 0, 0, 0],
      primary: [
        { key: 'pm25', days: 8 },
        { key: 'o3', days: 1 },
      ],
      // Seven days were judged before missing pollutants were recorded, and one day has no index.
      missing: [
        { key: 'co', days: 1 },
        { key: 'so2', days: 1 },
      ],
      coverage: 0.914,
    }
    // A station without any value has no row.
    expect((await ask(`medium=air&${MARCH}`)).data).toEqual([sums])
    const [week] = (await ask(`deviceid=${ids.air}&from=${at('2026-03-16')}&to=${at('2026-03-22')}`)).data
    expect(week).toMatchObject({ judged: 7, needed: 6, index: 51.4, classes: [5, 2, 0, 0, 0, 0], coverage: 1 })
  })

  it('returns a row per area with its stations combined', async () => {
    for (let place = 0; place < 27; place++)
      await world.platform.storage.write((trx) =>
        putDayValues(trx, [{ device_id: ids.air, day: addDays(FIRST, place), values: { pm25: place < 9 ? 90 : 100 } }]),
      )
    const { data } = await ask(`by=all&pro_id=1&medium=air&${MARCH}`)
    expect(data).toHaveLength(1)
    const { stations, ...sums } = data[0] ?? {}
    expect(sums).toMatchObject({
      dis_id: null,
      judged: 27,
      needed: 27,
      wanted: 0,
      classes: [0, 0, 27, 0, 0, 0],
      primary: [{ key: 'pm25', days: 27 }],
      missing: ['co', 'no2', 'o3_8h', 'pm10', 'so2'].map((key) => ({ key, days: 27 })),
    })
    expect(sums['coverage']).toBeCloseTo(27 / 31 / Number(stations), 2)
  })

  it('counts noise days within the limits, above them, and above them by more than 5 dB', async () => {
    await measure(20, 'dB')
    const within: Row = { idx: null, level: 1, main: '', hours: 24, ld_above: 0, ln_above: 0 }
    const loud: Row = { ...within, level: 2, main: 'ln', ln_above: 5 }
    const far: Row = { ...within, level: 2, main: 'ld,ln', ld_above: 5.1, ln_above: 0.1 }
    await keep(ids.air, 'noise', [within, loud, far, within])
    await keep(ids.level, 'noise', [within, far, loud])
    const sums = { index: null, wanted: 50, classes: [2, 1, 1], judged: 4 }
    const primary = [
      { key: 'ln', days: 2 },
      { key: 'ld', days: 1 },
    ]
    const [station] = (await ask(`deviceid=${ids.air}&medium=noise&${MARCH}`)).data
    expect(station).toMatchObject({ ...sums, primary, period: 'day' })
    // An area counts as its worst station: on both loud days one station is far above.
    const [area] = (await ask(`by=all&pro_id=1&medium=noise&${MARCH}`)).data
    expect(area).toMatchObject({ ...sums, classes: [2, 0, 2] })
    const { data } = await world.call('super', 'GET', `environment/days?by=all&pro_id=1&medium=noise&${MARCH}`)
    const days = (data as unknown as { days: unknown[][] }[])[0]?.days.map((day) => day.slice(5))
    expect(days).toEqual([
      [ids.air, [0, 0]],
      [ids.level, [5.1, 0.1]],
      [ids.air, [5.1, 0.1]],
      [ids.air, [0, 0]],
    ])
  })

  it('is limited to devices visible to the caller, and refuses invalid parameters', async () => {
    expect((await ask(`deviceid=${ids.air}&${MARCH}`, 'stranger')).status).toBe(404)
    expect((await ask(MARCH, 'stranger')).data).toEqual([])
    expect((await world.call(null, 'GET', `environment/days?sum=1&${MARCH}`)).status).toBe(401)
    expect((await ask(`by=region&${MARCH}`)).status).toBe(400)
    expect((await world.call('super', 'GET', `environment/days?sum=2&${MARCH}`)).status).toBe(400)
  })
})
