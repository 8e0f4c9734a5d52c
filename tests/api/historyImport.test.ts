import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { zoneOf } from '../../resources/kit/zone.ts'
import { workOutAll } from '../../server/environment/job.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids, type users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const MINUTE = 60_000
const DAY = 24 * HOUR
const SN = { air: '1869024001', level: '1869024002', other: '1869024003', disabled: '1869024004' }

interface Answer {
  state: 'stored' | 'same' | 'refused'
  reason?: string
  msg?: string
}

describe.each(engines)('POST /v1/history/import on %s', (engine) => {
  let world: WorldApp
  /** Time of the samples, long ago; each test has its own hour. */
  let t = hourStart(Date.now()) - 40 * DAY
  const storage = () => world.platform.storage
  beforeAll(async () => {
    world = await openWorldApp(engine)
    const tests = { qc_suspect_high: 80, qc_fail_high: 120, pollutant: 1 }
    await storage().write((trx) => trx.updateTable('node').set(tests).where('id', '=', 1).execute())
    await world.platform.registry.changed('node', 1)
  })
  beforeEach(() => void (t += 2 * DAY))
  afterAll(() => world.dispose())

  const send = (rows: unknown, user: keyof typeof users | null = 'manager', more: object = {}) =>
    world.call(user, 'POST', 'history/import', { rows, ...more })
  const states = async (rows: unknown, user: keyof typeof users = 'manager', more: object = {}) => {
    const { data, msg } = await send(rows, user, more)
    expect(msg).toBe('')
    return (data as Answer[]).map(({ state, reason }) => reason ?? state)
  }
  const pm = (at: number, value: unknown, more: object = {}) => ({ sn: SN.air, node: 'PM2.5', t: at, value, ...more })
  const stored = (device: number = ids.air) =>
    storage()
      .read.selectFrom('history')
      .select(['nodemap_id', 'ts', 'value'])
      .where('device_id', '=', device)
      .where('ts', '>=', t - HOUR)
      .where('ts', '<', t + DAY)
      .orderBy('ts')
      .orderBy('nodemap_id')
      .execute()
  const rollUpAll = async () => {
    await rollUp(storage(), { before: hourStart(Date.now()) })
    await workOutAll(world.platform)
  }

  it('is listed in the capabilities, and accepts devices by code or id and nodes by address, id or name', async () => {
    const { data } = await world.call('manager', 'GET', 'capabilities')
    expect((data as { extensions: string[] }).extensions).toContain('history-import')
    const rows = [
      { sn: ` ${SN.air} `, node: 1, t, value: 10 },
      { device_id: ids.air, node: String(ids.temperature), t: t + 1, value: '11.5' },
      { device_id: String(ids.air), sn: SN.air, node: 'ｐｍ2.5 ', t: t + 2, value: 12 },
      { node: '排风扇', t: t + 3, value: true },
      // Seconds are accepted, as everywhere.
      { node: 2, t: (t + MINUTE) / 1000, value: -20 },
    ]
    expect(await states(rows, 'manager', { device_id: ids.air })).toEqual(Array(5).fill('stored'))
    expect(await stored()).toEqual([
      { nodemap_id: ids.pm, ts: t, value: 10 },
      { nodemap_id: ids.temperature, ts: t + 1, value: 11.5 },
      { nodemap_id: ids.pm, ts: t + 2, value: 12 },
      { nodemap_id: ids.fan, ts: t + 3, value: 1 },
      { nodemap_id: ids.temperature, ts: t + MINUTE, value: -20 },
    ])
  })

  it('requires permission to edit the device, and checks each row separately', async () => {
    expect((await send([pm(t, 1)], null)).status).toBe(401)
    expect((await send([pm(t, 1)], 'watcher')).status).toBe(403)
    const both = [pm(t, 1), pm(t, 2, { sn: SN.other }), pm(t, 3, { sn: 'none' })]
    const foreign = 'error.historyImport.device'
    expect(await states(both, 'stranger')).toEqual([foreign, 'stored', foreign])
    expect(await states(both)).toEqual(['stored', foreign, foreign])
    // Ids do not reach further either, nor two names that disagree, nor the body's device.
    expect(
      await states([
        { device_id: ids.other, node: 1, t: t + 1, value: 1 },
        { device_id: ids.other, sn: SN.air, node: 1, t: t + 1, value: 1 },
        { device_id: ids.air, sn: SN.other, node: 1, t: t + 1, value: 1 },
      ]),
    ).toEqual([foreign, foreign, foreign])
    expect(await states([{ node: 1, t: t + 1, value: 1 }], 'manager', { device_id: ids.other })).toEqual([foreign])
    expect(await states(both, 'super')).toEqual(['same', 'same', foreign])
    // A foreign device is answered like an unknown one.
    const told = (await send([both[1], both[2]])).data as Answer[]
    expect(told[0]).toEqual(told[1])
    expect([(await stored()).length, (await stored(ids.other)).length]).toEqual([1, 1])
  })

  it('is limited to the user’s managed areas', async () => {
    const keys = (menu_control: string) =>
      storage().write((trx) => trx.updateTable('systemuser').set({ menu_control }).where('id', '=', 3).execute())
    await keys('["3-3-3"]')
    world.platform.sessions.forget(3)
    expect(await states([pm(t, 1), pm(t, 1, { sn: SN.level })], 'watcher')).toEqual([
      'error.historyImport.device',
      'stored',
    ])
    await keys('["2-1","2-5"]')
    world.platform.sessions.forget(3)
  })

  it('stores nothing twice when repeated, and never overwrites a different value', async () => {
    const rows = [pm(t, 10), pm(t + 1, 11), pm(t, 10), pm(t, 99)]
    expect(await states(rows)).toEqual(['stored', 'stored', 'same', 'error.historyImport.taken'])
    const before = await stored()
    expect(before.map(({ value }) => value)).toEqual([10, 11])
    expect(await states(rows)).toEqual(['same', 'same', 'same', 'error.historyImport.taken'])
    const { data } = await send([pm(t + 1, 12)])
    expect(data).toEqual([
      {
        state: 'refused',
        reason: 'error.historyImport.taken',
        msg: 'Another value, 11, is stored for this moment and is not overwritten',
      },
    ])
    expect(await stored()).toEqual(before)
    const revisions = storage().read.selectFrom('historyrevision').selectAll().where('ts', '>=', t)
    expect(await revisions.where('ts', '<', t + DAY).execute()).toEqual([])
  })

  it('stores two concurrent identical batches once', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => pm(t + at, at))
    const answers = await Promise.all([states(rows), states(rows)])
    expect(answers.flat().every((state) => state === 'stored' || state === 'same')).toBe(true)
    expect(await stored()).toHaveLength(50)
  })

  it('refuses a row at a timestamp that has a marked value', async () => {
    const { ingest } = world.platform
    await ingest.push([{ sn: SN.air, t, values: { 1: 65_535 } }], { kind: 'trusted', by: 'station' })
    expect(await states([pm(t, 10)])).toEqual(['error.historyImport.taken'])
    expect(await stored()).toEqual([])
  })

  it('stores every row regardless of the device’s saving cycle', async () => {
    const rows = [0, 1, 2, 3].map((minute) => pm(t + minute * MINUTE, 7, { sn: SN.level }))
    expect(await states(rows)).toEqual(Array(4).fill('stored'))
    expect(await stored(ids.level)).toHaveLength(4)
    // An imported value does not affect the period of later values.
    const { ingest } = world.platform
    const now = Date.now()
    expect(await states([pm(now - 2, 8, { sn: SN.level })])).toEqual(['stored'])
    await ingest.push([{ sn: SN.level, t: now - 1, values: { 2: 5 } }], { kind: 'trusted' })
    const fresh = storage().read.selectFrom('history').select('nodemap_id').where('device_id', '=', ids.level)
    expect(await fresh.where('ts', '=', now - 1).execute()).toEqual([{ nodemap_id: ids.temperature }])
  })

  it('updates flags, rollups and hourly means, also of an hour calculated before', async () => {
    const rollup = () =>
      storage()
        .read.selectFrom('rollup')
        .select(['min', 'max', 'count'])
        .where('device_id', '=', ids.air)
        .where('nodemap_id', '=', ids.pm)
        .where('hour', '=', t)
        .executeTakeFirst()
    const flags = async () =>
      (
        await storage()
          .read.selectFrom('historyflag')
          .select(['ts', 'flag', 'tests'])
          .where('device_id', '=', ids.air)
          .where('ts', '>=', t)
          .where('ts', '<', t + HOUR)
          .orderBy('ts')
          .execute()
      ).map(({ ts, flag, tests }) => [(ts - t) / MINUTE, flag, tests])
    const mean = async () => {
      const row = await storage()
        .read.selectFrom('environmenthour')
        .select('means')
        .where('device_id', '=', ids.air)
        .where('hour', '=', t)
        .executeTakeFirst()
      return row ? JSON.stringify(JSON.parse(row.means)) : null
    }
    const minutes = (from: number, to: number, value: number) =>
      Array.from({ length: to - from }, (_, at) => pm(t + (from + at) * MINUTE, value))
    await states(minutes(0, 50, 20))
    await rollUpAll()
    expect(await rollup()).toEqual({ min: 20, max: 20, count: 50 })
    expect(await flags()).toEqual([])
    const first = await mean()
    expect(first).not.toBeNull()
    await states([...minutes(50, 58, 60), pm(t + 58 * MINUTE, 90), pm(t + 59 * MINUTE, 130)])
    await rollUpAll()
    expect(await rollup()).toEqual({ min: 20, max: 60, count: 58 })
    expect(await flags()).toEqual([
      [58, 3, 1],
      [59, 4, 1],
    ])
    expect(await mean()).not.toBe(first)
  })

  it('recalculates the day with the imported hours', async () => {
    const zone = zoneOf(world.platform.settings.timeZone)
    const midnight = zone.startOf(zone.day(t))
    const day = async () => {
      const row = await storage()
        .read.selectFrom('environmentday')
        .select(['hours', 'idx'])
        .where('device_id', '=', ids.air)
        .where('medium', '=', 'air')
        .where('day', '=', zone.day(t))
        .executeTakeFirst()
      return row && { hours: Number(row.hours), idx: row.idx }
    }
    const hours = (from: number, to: number, value: number) =>
      Array.from({ length: (to - from) * 60 }, (_, at) => pm(midnight + from * HOUR + at * MINUTE, value))
    await states(hours(0, 4, 20))
    await rollUpAll()
    expect(await day()).toEqual({ hours: 4, idx: null })
    await states(hours(4, 22, 40))
    await rollUpAll()
    const whole = await day()
    expect(whole?.hours).toBe(22)
  })

  it('does not move live values back, and neither raises nor ends alarms', async () => {
    const { platform } = world
    const rule = {
      name: 'rule',
      project_id: 1,
      district_id: 2,
      device_list: String(ids.air),
      nodemap_id: ids.pm,
      com_oper: 0,
      params_x: 70,
      hold_time: 0,
      alarm_interval: 5,
      enable: 1,
      alarm_msg: 'x',
      created_at: 0,
      updated_at: 0,
    }
    const { id } = await storage().write((trx) =>
      trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow(),
    )
    await platform.registry.changed('threshold', id)
    const records = async () => {
      await platform.alarms.settled()
      return storage().read.selectFrom('thresholdlog').select('is_alarm').where('threshold_id', '=', id).execute()
    }
    const last = () => platform.registry.device(ids.air)?.nodes.get(ids.pm)?.last
    const now = Date.now()
    await platform.ingest.push([{ sn: SN.air, t: now - MINUTE, values: { 1: 33 } }], { kind: 'trusted' })
    expect(await states([pm(t, 75), pm(now - 3 * MINUTE, 75), pm(now - 2 * MINUTE, 76)])).toEqual(
      Array(3).fill('stored'),
    )
    expect(last()).toMatchObject({ value: 33, ts: now - MINUTE })
    expect(await records()).toEqual([])
    // Not even a value newer than all known ones.
    expect(await states([pm(now - 1000, 77)])).toEqual(['stored'])
    platform.alarms.tick(Date.now())
    expect(await records()).toEqual([])
    // An alarm that is open stays open.
    await platform.ingest.push([{ sn: SN.air, t: now, values: { 1: 79 } }], { kind: 'trusted' })
    expect(await records()).toEqual([{ is_alarm: 1 }])
    await states([pm(now - 500, 5)])
    expect(await records()).toEqual([{ is_alarm: 1 }])
    await storage().write((trx) => trx.deleteFrom('threshold').execute())
    await platform.registry.changed('threshold', null)
  })

  it('writes one operation log entry per batch and project, and none if nothing was stored', async () => {
    const entries = () =>
      storage()
        .read.selectFrom('operationlog')
        .select(['id', 'operation_table', 'project_id', 'user_id', 'explained'])
        .where('operation_type', '=', 'import')
        .orderBy('id')
        .execute()
    const before = (await entries()).length
    const rows = [pm(t + 1, 2), pm(t, 1), pm(t, 9, { node: '温度' }), pm(t, 3, { sn: SN.level })]
    await states(rows)
    const [entry, ...more] = (await entries()).slice(before)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      operation_table: 'device',
      project_id: 1,
      user_id: 2,
      explained: '桥西空气微站 01, 民心河水位',
    })
    const details = await storage()
      .read.selectFrom('operationdetail')
      .select(['field_name', 'field_comment', 'new_value'])
      .where('operation_id', '=', entry?.id ?? 0)
      .execute()
    expect(details.map(({ field_name }) => field_name).toSorted()).toEqual([
      'device 1 nodemap 11',
      'device 1 nodemap 12',
      'device 2 nodemap 11',
    ])
    expect(details.find(({ field_name }) => field_name === 'device 1 nodemap 11')).toMatchObject({
      field_comment: '桥西空气微站 01 · PM2.5',
      new_value: `2 @ ${new Date(t).toISOString()} – ${new Date(t + 1).toISOString()}`,
    })
    await states(rows)
    expect(await entries()).toHaveLength(before + 1)
    expect(await states([pm(t, 4, { sn: SN.other }), pm(t + 5, 4)], 'super')).toEqual(['stored', 'stored'])
    expect(
      (await entries())
        .slice(before + 1)
        .map(({ project_id }) => project_id)
        .toSorted(),
    ).toEqual([1, 2])
  })

  it('refuses each invalid row with a reason, and stores the others', async () => {
    const now = Date.now()
    const cases: [unknown, string][] = [
      [null, 'error.historyImport.row'],
      ['x', 'error.historyImport.row'],
      [[], 'error.historyImport.row'],
      [{}, 'error.historyImport.device'],
      [pm(t, 1, { sn: {} }), 'error.historyImport.device'],
      [pm(t, 1, { sn: '__proto__' }), 'error.historyImport.device'],
      [pm(t, 1, { device_id: -1 }), 'error.historyImport.device'],
      [pm(t, 1, { device_id: '1; drop table history' }), 'error.historyImport.device'],
      [pm(t, 1, { sn: SN.disabled }), 'error.telemetry.disabled'],
      [pm(t, 1, { node: 99 }), 'error.telemetry.node'],
      [pm(t, 1, { node: '' }), 'error.telemetry.node'],
      [pm(t, 1, { node: '__proto__' }), 'error.telemetry.node'],
      [pm(t, 1, { node: [1] }), 'error.telemetry.node'],
      [pm(t, 1, { node: 'Ⓟ'.repeat(100_000) }), 'error.telemetry.node'],
      [{ sn: SN.air, node: 1, value: 1 }, 'error.historyImport.time'],
      [pm(Number.NaN, 1), 'error.historyImport.time'],
      [{ ...pm(t, 1), t: '2026-01-01' }, 'error.historyImport.time'],
      [pm(now + MINUTE, 1), 'error.historyImport.future'],
      [pm(now - 366 * DAY, 1), 'error.telemetry.old'],
      [pm(t, 'abc'), 'error.telemetry.value'],
      [pm(t, ''), 'error.telemetry.value'],
      [pm(t, null), 'error.telemetry.value'],
      [pm(t, '1e999'), 'error.telemetry.value'],
      [pm(t, [1]), 'error.telemetry.value'],
      [pm(t, 1e6), 'error.historyImport.range'],
    ]
    expect(await states([...cases.map(([row]) => row), pm(t, 1)])).toEqual([
      ...cases.map(([, reason]) => reason),
      'stored',
    ])
    expect(await stored()).toEqual([{ nodemap_id: ids.pm, ts: t, value: 1 }])
  })

  it('accepts 1 to 5,000 rows, and answers 413 to a body that is too large', async () => {
    expect((await send(undefined)).status).toBe(400)
    expect((await send({ 0: pm(t, 1) })).status).toBe(400)
    expect((await send([])).status).toBe(400)
    const rows = Array.from({ length: 5001 }, (_, at) => pm(t + at * 1000, 5))
    expect(await send(rows)).toMatchObject({ status: 400, data: { fields: { rows: 'Send 1 to 5000 rows' } } })
    expect(await stored()).toEqual([])
    expect(new Set(await states(rows.slice(1)))).toEqual(new Set(['stored']))
    expect(await stored()).toHaveLength(5000)
    expect((await send([pm(t, 'x'.repeat(3 * 1024 * 1024))])).status).toBe(413)
  })
})
