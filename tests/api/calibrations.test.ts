import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const MINUTE = 60_000

interface Told {
  dataset: { nodemapid: number; data: [number, number][] }[]
  calibrations: { id: number; since: number; until: number | null; factor: number }[]
}

describe.each(engines)('calibrations on %s', (engine) => {
  let world: WorldApp
  const hour = hourStart(Date.now()) - 30 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ pollutant: 1 }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
  })
  afterAll(() => world.dispose())

  const push = (at: number, value: number) =>
    world.platform.ingest.push([{ sn: SN, t: at, values: { 1: value } }], { kind: 'trusted', by: 'import' })
  const workOut = async () => {
    await rollUp(world.platform.storage, { before: hourStart(Date.now()) })
    await workOutAll(world.platform)
  }
  const make = (given: object, user: 'super' | 'manager' | 'stranger' | 'watcher' = 'super') =>
    world.call(user, 'POST', 'godbCalibration', {
      name: 'spring',
      device_id: ids.air,
      nodemap_id: ids.pm,
      calibrated_at: hour,
      ...given,
    })
  const idOf = async (asked: ReturnType<typeof make>) => ((await asked).data as { id: number }).id
  const change = (id: number, given: object) => world.call('super', 'PUT', `godbCalibration/${id}`, given)
  const remove = async (id: number) => ({
    status: (
      await world.app.inject({
        method: 'DELETE',
        url: `/v1/godbCalibration/${id}`,
        headers: { authorization: `Bearer ${world.tokens.super}` },
      })
    ).statusCode,
  })
  const history = async () =>
    (await world.call('super', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${hour}/${Date.now()}`)).data as Told
  const values = async () =>
    (await history()).dataset.find(({ nodemapid }) => nodemapid === ids.pm)?.data.map(([, value]) => value)
  const live = () => world.platform.registry.device(ids.air)?.nodes.get(ids.pm)?.last?.value
  const means = async () =>
    (
      await world.platform.storage.read
        .selectFrom('environmenthour')
        .select(['hour', 'means'])
        .orderBy('hour')
        .execute()
    ).map(({ means: told }) => (Object.values(JSON.parse(told) as object)[0] as number[])[0])

  it('apply from their date until the next one to history, hourly means and live values, and are reverted on delete', async () => {
    for (const at of [0, 1, 2])
      for (let minute = 0; minute < 60; minute += 5) await push(hour + at * HOUR + minute * MINUTE, 40)
    const now = Date.now()
    await push(now - MINUTE, 10)
    await workOut()
    expect(await means()).toEqual([40, 40, 40])

    const first = await idOf(make({ calibrated_at: hour + HOUR, zero: 10, factor: 2 }))
    const second = await idOf(make({ calibrated_at: hour + 2 * HOUR, factor: 1.5 }))
    await workOut()
    expect([...new Set(await values())]).toEqual([40, 60, 15])
    expect(await means()).toEqual([40, 60, 60])
    expect(live()).toBe(15)
    expect((await history()).calibrations).toMatchObject([
      { id: first, since: hour + HOUR, until: hour + 2 * HOUR, factor: 2 },
      { id: second, since: hour + 2 * HOUR, until: null, factor: 1.5 },
    ])

    expect((await change(first, { factor: 1 })).status).toBe(200)
    await workOut()
    expect(await means()).toEqual([40, 30, 60])
    expect((await change(second, { ended_at: hour + 3 * HOUR })).status).toBe(200)
    expect(live()).toBe(10)
    expect((await remove(second)).status).toBe(200)
    await workOut()
    expect(await means()).toEqual([40, 30, 30])
    expect(live()).toBe(0)
    expect((await remove(first)).status).toBe(200)
    await workOut()
    expect(await means()).toEqual([40, 40, 40])
    expect(live()).toBe(10)
    const stored = await world.platform.storage.read.selectFrom('history').select('value').distinct().execute()
    expect(stored.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual([10, 40])
  })

  it('apply to live values, the live feed and alarms as samples arrive, and before corrections', async () => {
    const id = await idOf(make({ calibrated_at: hour, zero: 1, factor: 10 }))
    const at = Date.now()
    await push(at, 7)
    expect(live()).toBe(60)
    const device = world.platform.registry.device(ids.air)
    const seen = device && world.platform.feed.last(device).at(-1)
    expect(seen?.values).toEqual({ [ids.pm]: 60 })
    const stored = await world.platform.storage.read
      .selectFrom('history')
      .select('value')
      .where('ts', '=', at)
      .executeTakeFirstOrThrow()
    expect(stored.value).toBe(7)
    const review = { deviceid: ids.air, nodemapid: ids.pm, from: at, to: at, factor: 0.5, reason: 'half' }
    expect((await world.call('super', 'POST', 'quality/reviews', review)).status).toBe(200)
    expect((await values())?.at(-1)).toBe(30)
    const { storage, registry, ingest, alarms } = world.platform
    const rule = { ...ABOVE_100, params_x: 50, enable: 1, alarm_msg: 'x', created_at: 0, updated_at: 0 }
    await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
    await registry.changed('threshold', null)
    // Imported values raise no alarm.
    await ingest.push([{ sn: SN, t: at + 1, values: { 1: 7 } }], { kind: 'trusted' })
    await alarms.settled()
    expect(await storage.read.selectFrom('thresholdlog').select('real_value').execute()).toEqual([{ real_value: 60 }])
    await remove(id)
  })

  it('take project and area from their device, and are refused with invalid values or without permission', async () => {
    expect((await make({ factor: 0 })).code).toBe(400)
    expect((await make({ calibrated_at: Date.now() + HOUR })).code).toBe(400)
    expect((await make({ ended_at: hour - 1 })).code).toBe(400)
    expect((await make({ nodemap_id: 999 })).code).toBe(400)
    expect((await make({}, 'watcher')).code).toBe(403)
    expect((await make({}, 'stranger')).status).toBeGreaterThanOrEqual(400)
    const made = (await make({})).data as { id: number; project_id: number; district_id: number }
    expect(made).toMatchObject({ project_id: 1, district_id: 2, zero: 0, factor: 1 })
    await remove(made.id)
  })

  it('are reloaded for more devices than one SQL statement accepts parameters', async () => {
    const { storage, registry } = world.platform
    const calibrated = (id: number) => registry.device(id)?.nodes.get(ids.pm)?.calibrations.length ?? 0
    const before = [calibrated(ids.air), calibrated(ids.level)]
    // Adds a calibration to each of more devices than a statement takes values; the first of them are the world's
    // devices.
    const many = engine === 'postgres' ? 66_000 : 33_000
    await storage.write((trx) =>
      sql`insert into calibration (name, device_id, nodemap_id, project_id, calibrated_at, zero, factor, created_at, updated_at)
        with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${sql.lit(many)})
        select 'many', number, ${sql.lit(ids.pm)}, 1, 17, 0, 1, 0, 0 from numbers`.execute(trx),
    )
    await registry.changed('calibration', null)
    expect([calibrated(ids.air), calibrated(ids.level)]).toEqual(before.map((count) => count + 1))
  })
})
