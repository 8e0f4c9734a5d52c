import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import type { LiveDevice, TelemetrySource } from '../../server/platform.ts'
import { TEST } from '../../server/quality/checks.ts'
import { queueOf } from '../../server/quality/queue.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const MINUTE = 60_000

describe.each(engines)('quality of stored values on %s', (engine) => {
  let world: WorldApp
  const hour = hourStart(Date.now()) - 6 * HOUR
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await checks({ qc_suspect_high: 100, qc_fail_high: 200 })
  })
  afterAll(() => world.dispose())

  const checks = async (values: Record<string, number | null>): Promise<void> => {
    await world.platform.storage.write((trx) => trx.updateTable('node').set(values).where('id', '=', 1).execute())
    await world.platform.registry.changed('node', 1)
  }
  const push = (at: number, value: number, source: TelemetrySource = { kind: 'device', id: ids.air }) =>
    world.platform.ingest.push([{ sn: SN, t: at, values: { 1: value } }], source)
  const flags = async (from = hour, to = hour + HOUR) =>
    (
      await world.platform.storage.read
        .selectFrom('historyflag')
        .select(['ts', 'flag', 'tests'])
        .where('device_id', '=', ids.air)
        .where('nodemap_id', '=', ids.pm)
        .where('ts', '>=', from)
        .where('ts', '<', to)
        .orderBy('ts')
        .execute()
    ).map(({ ts, flag, tests }) => [(ts - from) / MINUTE, flag, tests])
  const rollup = async (of: number) =>
    world.platform.storage.read
      .selectFrom('rollup')
      .select(['min', 'max', 'sum', 'count'])
      .where('device_id', '=', ids.air)
      .where('nodemap_id', '=', ids.pm)
      .where('hour', '=', of)
      .executeTakeFirst()
  const roll = () => rollUp(world.platform.storage, { before: hourStart(Date.now()) })

  it('stores a flag with each suspect or failed value and none with a good one', async () => {
    for (const [minute, value] of [10, 150, 250, 20].entries()) await push(hour + minute * MINUTE, value)
    expect(await flags()).toEqual([
      [1, 3, 1],
      [2, 4, 1],
    ])
  })

  it('excludes flagged values from rollups and statistics, and returns them as flags', async () => {
    await roll()
    expect(await rollup(hour)).toEqual({ min: 10, max: 20, sum: 30, count: 2 })
    const told = (
      await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${hour}/${hour + HOUR}`)
    ).data as { newObj: Record<string, object>; flags: object[]; dataset: { nodemapid: number; data: object[] }[] }
    expect(told.newObj[ids.pm]).toMatchObject({ min: 10, max: 20, avg: 15, last: 20 })
    expect(told.flags).toEqual([
      { nodemapid: ids.pm, t: hour + MINUTE, value: 150, flag: 3, tests: ['gross_range'] },
      { nodemapid: ids.pm, t: hour + 2 * MINUTE, value: 250, flag: 4, tests: ['gross_range'] },
    ])
    expect(told.dataset.find(({ nodemapid }) => nodemapid === ids.pm)?.data).toHaveLength(4)
  })

  it('excludes flagged values from lines and comparisons, and returns them with flags=1', async () => {
    type Told = { dataset: { nodemapid: number; data: [number, number][] }[]; flags: object[] }
    for (const days of [1, 5]) {
      const path = `godbAllHistoricaldataByIdToJson/${ids.air}/${hour - days * 24 * HOUR}/${hour + HOUR}?points=400`
      const told = (await world.call('manager', 'GET', path)).data as Told
      const own = told.dataset.find(({ nodemapid }) => nodemapid === ids.pm)
      expect(own?.data.map(([, value]) => value)).toEqual([10, 20])
      expect(told.flags).toHaveLength(2)
    }
    const month = new Intl.DateTimeFormat('sv', { timeZone: world.platform.settings.timeZone }).format(hour)
    const asked = `cxtime=${month.slice(0, 4)}${month.slice(5, 7)}&devGroup=${ids.air}&nodeGroup=${ids.pm}`
    const compared = async (more = '') =>
      ((await world.call('manager', 'GET', `godbCompareHistoricaldata?${asked}${more}`)).data as Row[]).map(
        ({ insertdate, historydata, flag }) => [(insertdate - hour) / MINUTE, historydata, flag],
      )
    type Row = { insertdate: number; historydata: number; flag?: number }
    const trusted = [
      [0, 10, undefined],
      [3, 20, undefined],
    ]
    expect(await compared()).toEqual(trusted)
    expect(await compared('&flags=1')).toEqual([...trusted, [1, 150, 3], [2, 250, 4]])
  })

  it('omits flagged values with trusted=1, and returns their count and the 10,000 newest flags', async () => {
    const [start, many] = [hour - 200 * HOUR, 10_050]
    const own = sql`${sql.lit(ids.air)}, ${sql.lit(ids.pm)}, ${sql.lit(start)} + i * 1000`
    const numbers = sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < ${sql.lit(many)})`
    // This push makes the storage create room for that time.
    await push(start - 90 * MINUTE, 7)
    await world.platform.storage.write(async (trx) => {
      await sql`insert into history (device_id, nodemap_id, ts, value) ${numbers} select ${own}, 7 from n`.execute(trx)
      // A flag for every value except the first.
      await sql`insert into historyflag (device_id, nodemap_id, ts, flag, tests)
        ${numbers} select ${own}, 4, ${sql.lit(TEST.maintenance)} from n where i > 0`.execute(trx)
    })
    type Told = { dataset: { nodemapid: number; data: object[] }[]; flags: { t: number }[]; doubted?: object[] }
    const told = async (query = '') => {
      const path = `${ids.air}/${start}/${start + 3 * HOUR}${query}`
      const one = (await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${path}`)).data as Told
      const rows = (await world.call('manager', 'GET', `godbAllHistoricaldataById/${path}`)).data as object[]
      const data = one.dataset.find(({ nodemapid }) => nodemapid === ids.pm)?.data
      return [data?.length, rows.length, one.flags.length, one.flags.at(-1)?.t, one.doubted]
    }
    const newest = [10_000, start + many * 1000]
    expect(await told('?trusted=1')).toEqual([1, 1, ...newest, [{ nodemapid: ids.pm, count: many }]])
    expect(await told()).toEqual([many + 1, many + 1, ...newest, undefined])
    const quiet = `${ids.air}/${start - 2 * HOUR}/${start - HOUR}?trusted=1`
    expect((await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${quiet}`)).data).toMatchObject({
      doubted: [],
    })
  })

  it('excludes flagged values from sparklines', async () => {
    const now = Date.now()
    for (const [minute, value] of [10, 300, 12].entries()) await push(now - (10 - minute) * MINUTE, value)
    const told = (await world.call('manager', 'GET', `sparklines?ids=${ids.air}`)).data as {
      nodes: { nodemapid: number; data: [number, number][] }[]
    }[]
    expect(told[0]?.nodes.find(({ nodemapid }) => nodemapid === ids.pm)?.data.map(([, v]) => v)).toEqual([10, 12])
  })

  it('removes the rollup of an hour without valid values, and restores it when the values become valid', async () => {
    await checks({ qc_fail_high: 5, qc_suspect_high: null })
    await push(hour + 4 * MINUTE, 30)
    await roll()
    expect(await rollup(hour)).toBeUndefined()
    await checks({ qc_fail_high: null })
    await push(hour + 5 * MINUTE, 40)
    await roll()
    expect(await flags()).toEqual([])
    expect(await rollup(hour)).toEqual({ min: 10, max: 250, sum: 500, count: 6 })
  })

  it('flags spikes, steps and flat lines regardless of the order of arrival', async () => {
    await checks({ qc_spike_fail: 30, qc_rate_suspect: 25, qc_flat_suspect: 5, qc_flat_tolerance: 0.5 })
    const series = [10, 11, 90, 12, 13, 13, 13, 13, 13, 13, 13, 20]
    const [inOrder, shuffled] = [hour + HOUR, hour + 3 * HOUR]
    for (const [minute, value] of series.entries()) await push(inOrder + minute * MINUTE, value)
    const order = [...series.keys()].toSorted((a, b) => ((a * 7) % 12) - ((b * 7) % 12))
    for (const minute of order)
      await push(shuffled + minute * MINUTE, series[minute] ?? 0, { kind: 'trusted', by: 'import' })
    await roll()
    const first = await flags(inOrder, inOrder + HOUR)
    expect(first).toContainEqual([2, 4, 2 + 4])
    expect(first).toContainEqual([9, 3, 8])
    expect(await flags(shuffled, shuffled + HOUR)).toEqual(first)
    await push(inOrder + 30 * MINUTE, 12)
    await roll()
    expect((await flags(inOrder, inOrder + HOUR)).slice(0, first.length)).toEqual(first)
  })

  it('evaluates the previous and the next hour again when a late value falls next to them', async () => {
    await checks({ qc_spike_fail: 30, qc_rate_suspect: null, qc_flat_suspect: null, qc_flat_tolerance: null })
    const edge = hour - 2 * HOUR
    await push(edge - 2 * MINUTE, 10)
    await push(edge - MINUTE, 100)
    await roll()
    expect(await flags(edge - HOUR, edge)).toEqual([])
    await push(edge, 10)
    await roll()
    expect(await flags(edge - HOUR, edge)).toEqual([[59, 4, 4]])
    expect(await rollup(edge - HOUR)).toMatchObject({ count: 1, max: 10 })
    const next = hour - 12 * HOUR
    await push(next, 100)
    await push(next + MINUTE, 10)
    await roll()
    expect(await flags(next, next + HOUR)).toEqual([])
    await push(next - MINUTE, 10)
    await roll()
    expect(await flags(next, next + HOUR)).toEqual([[0, 4, 4]])
    expect(await rollup(next)).toMatchObject({ count: 1, max: 10 })
  })

  it('excludes flagged values from regulatory hourly means', async () => {
    await checks({ qc_fail_high: 200, qc_spike_fail: null })
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ pollutant: 1 }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', 1)
    const start = hour - 30 * HOUR
    for (let minute = 0; minute < 60; minute += 5) await push(start + minute * MINUTE, minute === 30 ? 900 : 40)
    await roll()
    await workOutAll(world.platform)
    const row = await world.platform.storage.read
      .selectFrom('environmenthour')
      .select('means')
      .where('hour', '=', start)
      .executeTakeFirstOrThrow()
    expect(Object.values(JSON.parse(row.means) as object)).toEqual([[40, 55]])
  })

  it('raises no alarm for flagged values', async () => {
    await checks({ qc_fail_high: 200, qc_spike_fail: null })
    const rule = {
      id: 9,
      ...ABOVE_100,
      name: 'PM',
      alarm_interval: 0,
      enable: 1,
      alarm_msg: 'high',
      enable_back: 0,
      enable_ganged: 0,
      created_at: 0,
      updated_at: 0,
    }
    await world.platform.storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
    await world.platform.registry.changed('threshold', 9)
    const alarms = async () => {
      await world.platform.alarms.settled()
      return world.platform.storage.read.selectFrom('thresholdlog').select('real_value').execute()
    }
    const now = Date.now()
    await push(now - 3000, 400)
    expect(await alarms()).toEqual([])
    await push(now - 2000, 150)
    expect(await alarms()).toEqual([{ real_value: 150 }])
  })

  it('flags values that the station itself marked', async () => {
    const at = hour - 20 * HOUR
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('hj212mark')
        .values([
          { device_id: ids.air, nodemap_id: ids.pm, ts: at, mark: 'C' },
          { device_id: ids.air, nodemap_id: ids.pm, ts: at + MINUTE, mark: 'T' },
        ])
        .execute(),
    )
    for (const minute of [0, 1, 2]) await push(at + minute * MINUTE, 10)
    await roll()
    expect(await flags(at, at + HOUR)).toEqual([
      [0, 4, 16],
      [1, 3, 16],
    ])
    expect(await rollup(at)).toMatchObject({ count: 1 })
  })

  describe('reviews', () => {
    const start = hourStart(Date.now()) - 100 * HOUR
    const span = `deviceid=${ids.air}&from=${start}&to=${start + HOUR - 1}`
    const review = (given: object, user: 'manager' | 'super' | 'stranger' | 'watcher' = 'manager') =>
      world.call(user, 'POST', 'quality/reviews', {
        deviceid: ids.air,
        nodemapid: ids.pm,
        from: start,
        to: start + HOUR - 1,
        flag: 1,
        reason: 'calibrated that day',
        ...given,
      })
    const queue = async (step = '') => (await world.call('manager', 'GET', `quality/queue?${span}${step}`)).data
    const revoke = async (id: number, user: 'manager' | 'super' | 'stranger' = 'manager') =>
      (
        await world.app.inject({
          method: 'DELETE',
          url: `/v1/quality/reviews/${id}`,
          headers: { authorization: `Bearer ${world.tokens[user]}` },
        })
      ).statusCode
    const idOf = async (asked: ReturnType<typeof review>) => ((await asked).data as { id: number }).id

    it('remove a span from the queue of their step, change its flags, and can be revoked once', async () => {
      for (const [minute, value] of [10, 300, 310, 20].entries()) await push(start + minute * MINUTE, value)
      await roll()
      const named = { device: expect.any(String), node: expect.any(String) }
      const at = { from: start + MINUTE, to: start + 2 * MINUTE }
      const own = { deviceid: ids.air, nodemapid: ids.pm, ...named, ...at, count: 2 }
      expect(await queue()).toEqual([{ ...own, flag: 4, tests: ['gross_range'], step: 0 }])
      // Among more devices than a statement may name.
      const air = world.platform.registry.device(ids.air) as LiveDevice
      const { nodes } = air
      const others = Array.from(
        { length: 33_000 },
        (_, number): LiveDevice => ({ ...air, nodes, id: 1_000_000 + number }),
      )
      const asked = { from: start, to: start + HOUR - 1, step: 2 }
      expect(await queueOf(world.platform, [...others, air], asked)).toMatchObject([own])
      const id = await idOf(review({ from: start + MINUTE, to: start + 2 * MINUTE }))
      expect(await queue()).toEqual([])
      expect(await queue('&step=3')).toEqual([{ ...own, flag: 1, tests: ['gross_range', 'manual'], step: 2 }])
      expect(await flags(start, start + HOUR)).toEqual([
        [1, 1, 33],
        [2, 1, 33],
      ])
      await roll()
      expect(await rollup(start)).toEqual({ min: 10, max: 310, sum: 640, count: 4 })
      expect(await revoke(id)).toBe(200)
      expect(await revoke(id)).toBe(409)
      expect(await flags(start, start + HOUR)).toEqual([
        [1, 4, 1],
        [2, 4, 1],
      ])
    })

    it('of a higher step take precedence over lower ones and cannot be revoked from a lower step', async () => {
      const high = await idOf(review({ flag: 3 }, 'super'))
      const low = await idOf(review({ flag: 4 }))
      expect((await flags(start, start + HOUR)).map(([, flag]) => flag)).toEqual([3, 3, 3, 3])
      expect(await revoke(high)).toBe(403)
      expect(await revoke(high, 'super')).toBe(200)
      expect((await flags(start, start + HOUR)).map(([, flag]) => flag)).toEqual([4, 4, 4, 4])
      await roll()
      expect(await rollup(start)).toBeUndefined()
      // A late value gets the flag of the review of its time.
      await push(start + 30 * MINUTE, 15)
      await roll()
      expect((await flags(start, start + HOUR)).map(([, flag]) => flag)).toEqual([4, 4, 4, 4, 4])
      expect(await revoke(low)).toBe(200)
      await roll()
      expect(await rollup(start)).toMatchObject({ count: 3 })
      const told = (await world.call('manager', 'GET', `quality/reviews?${span}`)).data as object[]
      expect(told).toMatchObject([
        { id: low, flag: 4, step: 2, reason: 'calibrated that day', revoked_at: expect.any(Number) },
        { id: high, flag: 3, step: 3 },
        { flag: 1 },
      ])
    })

    it('have the step that their author’s permissions grant, or else that of the author’s areas', async () => {
      const { storage, sessions } = world.platform
      const grant = async (user: 'manager' | 'watcher', keys: readonly string[]): Promise<void> => {
        const menu_control = JSON.stringify(keys)
        await storage.write((trx) =>
          trx.updateTable('systemuser').set({ menu_control }).where('id', '=', users[user]).execute(),
        )
        sessions.forget(users[user])
      }
      const stepOf = async (user: 'manager' | 'watcher', ...rights: string[]) => {
        await grant(user, ['2-1-1', '2-5', '3-3-3', ...rights])
        const id = await idOf(review({ deviceid: ids.level }, user))
        const path = `quality/reviews?deviceid=${ids.level}&from=${start}&to=${start + HOUR}`
        const told = (await world.call('super', 'GET', path)).data as { id: number; step: number }[]
        expect(await revoke(id, 'super')).toBe(200)
        return told.find((one) => one.id === id)?.step
      }
      const steps = async (user: 'manager' | 'watcher') => [
        await stepOf(user),
        await stepOf(user, '2-8-1'),
        await stepOf(user, '2-8-2'),
      ]
      expect([await steps('watcher'), await steps('manager')]).toEqual([
        [1, 2, 3],
        [2, 2, 3],
      ])
      // The right to review opens no devices of other users, and allows revoking only what its step permits.
      expect((await review({}, 'watcher')).status).toBe(404)
      const high = await idOf(review({ flag: 3 }, 'super'))
      expect(await revoke(high)).toBe(200)
      await grant('manager', ['2-1-1', '2-5', '3-3-3'])
      await grant('watcher', ['2-1', '2-5'])
    })

    it('require permission to edit the device, a past span of at most a month and a reason', async () => {
      expect((await review({}, 'stranger')).status).not.toBe(200)
      expect((await review({}, 'watcher')).status).toBe(403)
      expect(await review({ flag: 9, reason: ' ', to: Date.now() + HOUR })).toMatchObject({
        status: 400,
        data: { fields: { flag: expect.any(String), reason: expect.any(String), to: expect.any(String) } },
      })
      expect((await review({ nodemapid: 99 })).status).toBe(400)
      // A month in which the clocks go back has 31 days and an hour.
      const wrong = async (hours: number) => {
        const { data } = await review({ from: start - hours * HOUR, to: start, flag: 9 })
        return Object.keys((data as { fields: object }).fields)
      }
      expect([await wrong(31 * 24 + 1), await wrong(31 * 24 + 2)]).toEqual([['flag'], ['to', 'flag']])
      expect(await revoke(99_999)).toBe(404)
      expect(await revoke(1, 'stranger')).not.toBe(200)
    })
  })

  describe('rates', () => {
    const rates = async (query: string, user: 'manager' | 'stranger' | 'watcher' = 'manager') =>
      world.call(user, 'GET', `quality?${query}`)
    const start = hourStart(Date.now()) - 200 * HOUR

    it('count received, timely and valid values in relation to the expected number', async () => {
      const span = `deviceid=${ids.air}&from=${start}&to=${start + HOUR - 1}`
      // Sent days after they were measured: none is in time.
      for (let minute = 0; minute < 30; minute++) await push(start + minute * MINUTE, minute === 3 ? 300 : 10)
      await push(start, 10)
      const row = { deviceid: ids.air, nodemapid: ids.pm, expected: 120, received: 30, intime: 0, valid: 29 }
      const own = async () =>
        ((await rates(span)).data as { nodemapid: number }[]).filter(({ nodemapid }) => nodemapid === ids.pm)
      expect(await own()).toMatchObject([{ received: 30, intime: 0 }])
      await roll()
      expect(await own()).toMatchObject([{ ...row, transmission: 0.25, timeliness: 0, validity: 0.2417 }])
      await push(start + HOUR - MINUTE, 10, { kind: 'trusted', by: 'import' })
      expect(await own()).toMatchObject([{ ...row, received: 31, intime: 1, valid: 30, tested: 1 }])
      await checks({ qc_fail_high: null })
      expect(await own()).toMatchObject([{ ...row, received: 31, intime: 1, valid: 30, tested: 0 }])
      await checks({ qc_fail_high: 200 })
    })

    it('are limited to the caller’s devices, and require a device or area and a limited time range', async () => {
      expect((await rates(`deviceid=${ids.air}`, 'stranger')).status).toBe(404)
      expect((await rates(`dis_id=2`, 'stranger')).data).toEqual([])
      expect((await rates(`dis_id=2`)).data).toContainEqual(expect.objectContaining({ deviceid: ids.air }))
      expect((await rates('')).data).toMatchObject({ fields: { deviceid: expect.any(String) } })
      expect((await rates(`deviceid=${ids.air}&from=1&to=2000000000000`)).status).toBe(400)
    })
  })
})
