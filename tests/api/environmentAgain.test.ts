import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR } from '../../server/storage/dirtyHours.ts'
import { markDays } from '../../server/storage/dirtyMeans.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const MINUTE = 60_000
const DAY = 24 * HOUR

describe.each(engines)('recalculated environment hours on %s', (engine) => {
  let world: WorldApp
  /** A midnight in Shanghai. */
  const start = Math.floor((Date.now() + 8 * HOUR) / DAY) * DAY - 8 * HOUR - 5 * DAY
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.schedules.close()
    await storage().write((trx) =>
      trx.updateTable('node').set({ pollutant: 1, unitname: 'µg/m³' }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  const workOut = async () => {
    await rollUp(storage(), { before: Date.now() })
    await workOutAll(world.platform)
  }
  /** Stores a value every five minutes. */
  const store = (from: number, hours: number, value: number) => {
    const times = Array.from({ length: hours * 12 }, (_, at) => from + at * 5 * MINUTE)
    return storage().storeSamples({
      device_id: times.map(() => ids.air),
      nodemap_id: times.map(() => ids.pm),
      ts: times,
      value: times.map(() => value),
      save: times.map(() => 1 as const),
    })
  }
  const review = async (from: number, to: number, flag: number): Promise<number> => {
    const span = { deviceid: ids.air, nodemapid: ids.pm, from, to: to - 1 }
    const { data } = await world.call('manager', 'POST', 'quality/reviews', { ...span, flag, reason: 'as seen there' })
    return (data as { id: number }).id
  }
  const takeBack = async (id: number) =>
    expect((await world.call('manager', 'DELETE', `quality/reviews/${id}`)).code).toBe(0)
  /** What is kept of a span, and the flags of its first hour. */
  const known = async (from: number, to: number) => {
    const own = { device: ids.air, day: new Date(from + 8 * HOUR).toISOString().slice(0, 10) }
    const { read } = storage()
    const hours = await read
      .selectFrom('environmenthour')
      .select(['hour', 'means'])
      .where('device_id', '=', own.device)
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .orderBy('hour')
      .execute()
    const [days, means] = await Promise.all([
      read
        .selectFrom('environmentday')
        .select(['idx', 'hours'])
        .where('device_id', '=', own.device)
        .where('day', '=', own.day)
        .execute(),
      read
        .selectFrom('environmentmean')
        .select('means')
        .where('device_id', '=', own.device)
        .where('day', '=', own.day)
        .execute(),
    ])
    const { data } = await world.call('manager', 'GET', `environment?deviceid=${own.device}&at=${from + HOUR}`)
    const [row] = data as { index: number | null; level: number | null; parts: object }[]
    return { hours, days, means, row }
  }

  const meansOf = async (hour: number) => JSON.parse((await known(hour, hour + HOUR)).hours[0]?.means ?? '{}') as object

  it('lose index and day when all values are rejected, and regain them when the review is revoked', async () => {
    await store(start, 24, 200)
    await workOut()
    const whole = await known(start, start + DAY)
    expect(whole.hours).toHaveLength(24)
    expect(whole).toMatchObject({ days: [{ hours: 24 }], means: [{ means: '{"pm25":200}' }], row: { index: 250 } })
    const first = await review(start, start + HOUR, 4)
    await workOut()
    const rest = await known(start, start + DAY)
    expect(rest.hours).toEqual(whole.hours.slice(1))
    expect(rest).toMatchObject({ days: [{ hours: 23 }], row: { index: null, level: null, parts: {} } })
    const all = await review(start, start + DAY, 3)
    await workOut()
    expect(await known(start, start + DAY)).toMatchObject({
      hours: [],
      days: [],
      means: [],
      row: { index: null, level: null, parts: {} },
    })
    await takeBack(all)
    await takeBack(first)
    await workOut()
    expect(await known(start, start + DAY)).toEqual(whole)
  })

  it('are the same whether values are rejected before or after the calculation', async () => {
    const day = start + DAY
    await store(day, 3, 200)
    const before = await review(day + HOUR, day + 2 * HOUR, 4)
    await workOut()
    const refusedBefore = await known(day, day + DAY)
    expect(refusedBefore.hours.map(({ hour }) => (hour - day) / HOUR)).toEqual([0, 2])
    await takeBack(before)
    await workOut()
    expect((await known(day, day + DAY)).hours).toHaveLength(3)
    await review(day + HOUR, day + 2 * HOUR, 4)
    await workOut()
    expect(await known(day, day + DAY)).toEqual(refusedBefore)
  })

  it('include a value marked by the station only while a review accepts it', async () => {
    const hour = start + 3 * DAY
    await store(hour, 1, 200)
    const broken = { device_id: ids.air, nodemap_id: ids.pm, ts: hour + 30 * MINUTE, mark: 'D' }
    await storage().write((trx) => trx.insertInto('hj212mark').values(broken).execute())
    await workOut()
    const minutes = () => meansOf(hour)
    expect(await minutes()).toEqual({ pm25: [200, 55] })
    const good = await review(broken.ts, broken.ts + 1, 1)
    await workOut()
    expect(await minutes()).toEqual({ pm25: [200, 60] })
    await takeBack(good)
    await workOut()
    expect(await minutes()).toEqual({ pm25: [200, 55] })
  })

  it('exclude an unflagged value that the station marked D, and keep one marked N', async () => {
    const hour = start + 2 * DAY
    await store(hour, 1, 200)
    await workOut()
    expect(await meansOf(hour)).toEqual({ pm25: [200, 60] })
    const marks = ['D', 'N'].map((mark, at) => ({
      device_id: ids.air,
      nodemap_id: ids.pm,
      ts: hour + (30 + 5 * at) * MINUTE,
      mark,
    }))
    await storage().write((trx) => trx.insertInto('hj212mark').values(marks).execute())
    await storage().write((trx) => markDays(trx, { device: ids.air }))
    // As after a change of the site, which does not validate values again.
    await workOutAll(world.platform)
    const flags = storage().read.selectFrom('historyflag').select('flag').where('ts', '>=', hour)
    expect(await flags.where('ts', '<', hour + HOUR).execute()).toEqual([])
    expect(await meansOf(hour)).toEqual({ pm25: [200, 55] })
  })

  it('stay unchanged when their samples have expired', async () => {
    const kept = await known(start, start + DAY)
    await storage().dropHistory(start + DAY)
    await storage().write((trx) => markDays(trx, { device: ids.air }))
    await workOut()
    const left = await storage()
      .read.selectFrom('history')
      .select('ts')
      .where('device_id', '=', ids.air)
      .where('ts', '<', start + DAY)
      .execute()
    expect(left).toEqual([])
    expect(await known(start, start + DAY)).toEqual(kept)
  })
})
