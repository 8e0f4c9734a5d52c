import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextMarks } from '../../server/environment/marks.ts'
import { hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

describe.each(engines)('environment job on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
  })
  afterAll(() => world.dispose())
  const hour = hourStart(Date.now()) - 3 * HOUR
  const push = async (from: number, to: number, value: number) => {
    const items = Array.from({ length: (to - from) / 5 }, (_, at) => ({
      sn: '1869024001',
      t: hour + (from + at * 5) * MINUTE,
      values: { 1: value },
    }))
    await world.platform.ingest.push(items, { kind: 'device', id: ids.air })
  }
  const row = async () => {
    const { data } = await world.call('manager', 'GET', `environment?deviceid=${ids.air}&at=${hour + HOUR}`)
    return (data as { index: number | null; level: number | null; parts: object; missing: string[] }[])[0]
  }

  it('judges an hour once the node has a pollutant, and again when more samples arrive', async () => {
    expect(await row()).toBeUndefined()
    const node = await world.call('super', 'PUT', 'godbNode/1', { pollutant: 1 })
    expect(node).toMatchObject({ code: 0, data: { pollutant: 1 } })
    await push(0, 45, 100)
    await expect.poll(row).toMatchObject({
      index: 137,
      level: 3,
      parts: { pm25: { value: 100, count: 45, state: 'valid' } },
      missing: ['pm10', 'so2', 'no2', 'co', 'o3'],
    })
    await push(45, 60, 20)
    await expect.poll(row).toMatchObject({ index: 119, parts: { pm25: { value: 80, index: 119, count: 60 } } })
  })

  it('converts ppb to mass at the reference temperature of the project’s index scheme', async () => {
    await world.platform.storage.write(async (trx) => {
      await trx.updateTable('node').set({ pollutant: 6, unitname: 'ppb' }).where('id', '=', 1).execute()
      await trx.updateTable('project').set({ air_scheme: 3 }).where('id', '=', 1).execute()
    })
    await world.platform.registry.changed('node', 1)
    await world.platform.registry.changed('project', 1)
    await push(-60, 0, 100)
    const { platform } = world
    const means = async () => {
      const row = await platform.storage.read
        .selectFrom('environmenthour')
        .select('means')
        .where('hour', '=', hour - HOUR)
        .executeTakeFirst()
      return row?.means
    }
    await expect.poll(means).toBe(JSON.stringify({ o3: [199.542715, 60] }))
  })

  it('takes a recent hour before a backlog of 600 old ones', async () => {
    const now = hourStart(Date.now())
    const undone = new Error('nothing of this is kept')
    const found: { device_id: number; hour: number }[][] = []
    const trying = world.platform.storage.write(async (trx) => {
      await trx.deleteFrom('environmentdirty').execute()
      const old = Array.from({ length: 600 }, (_, back) => ({ device_id: 1, hour: now - (back + 9) * HOUR, stamp: 0 }))
      for (const some of [old.slice(0, 300), old.slice(300), [{ device_id: 9, hour: now - HOUR, stamp: 0 }]])
        await trx.insertInto('environmentdirty').values(some).execute()
      found.push(await nextMarks(trx, now))
      await trx.deleteFrom('environmentdirty').where('device_id', '=', 9).execute()
      found.push(await nextMarks(trx, now))
      throw undone
    })
    await expect(trying).rejects.toBe(undone)
    expect(found[0]).toEqual([{ device_id: 9, hour: now - HOUR, stamp: 0 }])
    expect(found[1]?.map(({ device_id }) => device_id)).toEqual(Array.from({ length: 500 }, () => 1))
  })

  it('takes the newest day of all stations, station by station, before older days', async () => {
    const last = hourStart(Date.now()) - 5 * HOUR
    const undone = new Error('nothing of this is kept')
    const trying = world.platform.storage.write(async (trx) => {
      const mark = (device_id: number, back: number) => ({ device_id, hour: last - back * HOUR, stamp: 0 })
      const put = async (marks: readonly ReturnType<typeof mark>[]) => {
        await trx.deleteFrom('environmentdirty').execute()
        for (let at = 0; at < marks.length; at += 300)
          await trx
            .insertInto('environmentdirty')
            .values(marks.slice(at, at + 300))
            .execute()
      }
      const step = () => nextMarks(trx, Date.now())
      const days = (count: number, stations: number) =>
        Array.from({ length: stations }, (_station, device) =>
          Array.from({ length: count * 24 }, (_hour, back) => mark(device + 1, back)),
        ).flat()
      // Three days of forty stations: the newest days come first, whichever station they belong to.
      await put(days(3, 40))
      const taken: Awaited<ReturnType<typeof step>> = []
      for (let some = await step(); taken.length < 40 * 24; some = await step()) {
        const own = some.slice(0, 100)
        taken.push(...own)
        await trx
          .deleteFrom('environmentdirty')
          .where((eb) => eb.or(own.map(({ device_id, hour: at }) => eb.and({ device_id, hour: at }))))
          .execute()
      }
      const wanted = new Set(days(1, 40).map(({ device_id, hour: at }) => `${device_id} ${at}`))
      const older = taken.filter(({ device_id, hour: at }) => !wanted.has(`${device_id} ${at}`))
      expect(older.length).toBeLessThan(100)
      const [first] = taken
      expect(taken.slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, at) => mark(first?.device_id ?? 0, 23 - at)))
      // One mark a day, as after a change of a site: a step takes as many marks as ever, the newest first.
      const sparse = Array.from({ length: 600 }, (_, day) => mark(1, day * 24))
      await put(sparse)
      expect(await step()).toEqual(sparse.slice(0, 500))
      throw undone
    })
    await expect(trying).rejects.toBe(undone)
  })
})
