import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseKeys } from '../../resources/kit/access.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR } from '../../server/storage/dirtyHours.ts'
import type { TelemetrySource } from '../../server/platform.ts'
import { homes, readDevice } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const DAY = 24 * HOUR
const MINUTE = 60_000

describe.each(homes)('history revisions and marks on %s', (home) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(home)
  })
  afterAll(() => world.dispose())
  beforeEach(() => {
    t = Date.now() - 10 * MINUTE
  })
  let t = 0
  const device: TelemetrySource = { kind: 'device', id: ids.air }
  const push = async (at: number, value: number, source: TelemetrySource = device, key = 1) =>
    (await world.platform.ingest.push([{ sn: SN, t: at, values: { [key]: value } }], source))[0]
  const told = async (start: number, end: number) =>
    (await world.call('manager', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${start}/${end}`)).data as {
      dataset: { nodemapid: number; data: [number, number][] }[]
      newObj: Record<string, { min: number; max: number; avg: number; last: number }>
      revisions: object[]
      marks: object[]
    }
  const last = () => world.platform.registry.device(ids.air)?.nodes.get(ids.pm)?.last
  const seriesOf = (history: Awaited<ReturnType<typeof told>>) =>
    history.dataset.find(({ nodemapid }) => nodemapid === ids.pm)?.data

  it('keep the first value of a timestamp, and store a differing one as a revision with source and time', async () => {
    await push(t, 35)
    const before = Date.now()
    expect(await push(t, 12, { kind: 'gateway', id: ids.gateway })).toMatchObject({ accepted: 1, rejected: [] })
    await push(t, 35)
    const history = await told(t, t)
    expect(seriesOf(history)).toEqual([[t, 35]])
    expect(history.newObj[ids.pm]).toMatchObject({ min: 35, max: 35, avg: 35, last: 35 })
    expect(history.revisions).toEqual([
      {
        nodemapid: ids.pm,
        t,
        value: 12,
        first: 35,
        stands: 0,
        source: 'gateway',
        by: 'GW-桥西-01',
        received: expect.any(Number),
      },
    ])
    expect((history.revisions[0] as { received: number }).received).toBeGreaterThanOrEqual(before)
    expect(last()).toEqual({ value: 35, ts: t })
    expect(
      await readDevice(world.platform.storage, ids.air, (read) =>
        read
          .selectFrom('lastvalue')
          .select(['value'])
          .where('device_id', '=', ids.air)
          .where('nodemap_id', '=', ids.pm)
          .execute(),
      ),
    ).toEqual([{ value: 35 }])
  })

  it('keep an old value, and store a later differing one as a revision', async () => {
    const old = t - 20 * DAY
    await push(old, 1)
    await push(t, 50)
    await push(old, 2)
    const history = await told(old, old)
    expect(seriesOf(history)).toEqual([[old, 1]])
    expect(history.revisions).toMatchObject([{ t: old, value: 2, first: 1, source: 'device' }])
  })

  it('accept samples up to LATE_DAYS old and 5 min ahead, and those of stations up to the retention', async () => {
    const now = Date.now()
    const reason = async (at: number, source?: TelemetrySource) => (await push(at, 1, source))?.rejected[0]?.reason
    expect(await reason(now - 31 * DAY)).toEqual({ key: 'error.telemetry.old', args: { days: 30 } })
    expect(await reason(now - 29 * DAY)).toBeUndefined()
    expect(await reason(now + 6 * MINUTE)).toEqual({ key: 'error.telemetry.future' })
    expect(await reason(now + 4 * MINUTE)).toBeUndefined()
    expect(await reason(now - 31 * DAY, { kind: 'trusted', by: 'mqtt' })).toMatchObject({ key: 'error.telemetry.old' })
    expect(await reason(now - 200 * DAY, { kind: 'trusted', by: 'station' })).toBeUndefined()
    expect(await reason(now - 366 * DAY, { kind: 'trusted', by: 'import' })).toEqual({
      key: 'error.telemetry.old',
      args: { days: 365 },
    })
    // Once the device's clock is set right, present values count again.
    await push(now, 5)
    expect(last()).toEqual({ value: 5, ts: now })
  })

  it('mark out-of-range values, and exclude them from alarms, averages and last value', async () => {
    const { storage, alarms, registry } = world.platform
    const rule = {
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
    await storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ id: 1, ...rule })
        .execute(),
    )
    await registry.changed('threshold', 1)
    const hour = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR
    await push(hour, 10)
    expect(await push(hour + 1000, 65_535)).toEqual({ sn: SN, accepted: 1, rejected: [] })
    await push(hour + 2000, 20)
    await rollUp(storage, { before: hour + HOUR })
    expect(
      await readDevice(storage, ids.air, (read) =>
        read
          .selectFrom('rollup')
          .select(['min', 'max', 'sum', 'count'])
          .where('hour', '=', hour)
          .where('nodemap_id', '=', ids.pm)
          .execute(),
      ),
    ).toEqual([{ min: 10, max: 20, sum: 30, count: 2 }])
    const history = await told(hour, hour + HOUR)
    expect(seriesOf(history)).toEqual([
      [hour, 10],
      [hour + 2000, 20],
    ])
    expect(history.newObj[ids.pm]).toMatchObject({ max: 20, avg: 15 })
    expect(history.marks).toEqual([
      {
        nodemapid: ids.pm,
        t: hour + 1000,
        value: 65_535,
        mark: 'range',
        source: 'device',
        by: null,
        received: expect.any(Number),
      },
    ])

    const now = Date.now()
    await push(now, 15)
    await push(now + 1, 65_535)
    await alarms.settled()
    expect(await storage.read.selectFrom('thresholdlog').selectAll().execute()).toEqual([])
    expect(await storage.read.selectFrom('alarminbox').selectAll().execute()).toEqual([])
    expect(last()).toEqual({ value: 15, ts: now })
    // A value within the node's range still raises an alarm, however high it is.
    await push(now + 2, 2000)
    await alarms.settled()
    expect(await storage.read.selectFrom('thresholdlog').select(['real_value']).execute()).toEqual([
      { real_value: 2000 },
    ])
  })

  it('apply the range_factor of the node', async () => {
    const { storage, registry } = world.platform
    const factor = async (range_factor: number | null) => {
      await storage.write((trx) => trx.updateTable('node').set({ range_factor }).where('id', '=', 1).execute())
      await registry.changed('node', 1)
    }
    const marked = async (...values: number[]): Promise<number[]> => {
      const from = (t += MINUTE / 6)
      for (const [i, value] of values.entries()) await push(from + i, value)
      const { marks } = await told(from, from + values.length)
      return (marks as { value: number }[]).map(({ value }) => value)
    }
    // The range is 0 to 500, extended to 2750 where the node names none, and below 0 by the instrument's drift.
    expect(await marked(2750, 2750.5, -25, -26)).toEqual([2750.5, -26])
    await factor(1)
    expect(await marked(0, 500, 501, -1)).toEqual([501, -1])
    await factor(null)
  })

  it('accept values of a user who is allowed to edit the device, and log them', async () => {
    const asked = (user: 'manager' | 'watcher' | 'stranger', sn = SN) =>
      world.call(user, 'POST', 'telemetry', [{ sn, t, values: { 1: 44 } }])
    const entries = () =>
      world.platform.storage.read
        .selectFrom('operationlog')
        .selectAll()
        .where('operation_type', '=', 'telemetry')
        .execute()
    expect((await asked('watcher')).status).toBe(403)
    expect((await asked('stranger')).data).toMatchObject([
      { accepted: 0, rejected: [{ reason: 'error.telemetry.sn' }] },
    ])
    expect(await entries()).toEqual([])
    await push(t, 40)
    expect((await asked('manager')).data).toMatchObject([{ accepted: 1 }])
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      operation_table: 'device',
      record_id: ids.air,
      project_id: 1,
      user_id: users.manager,
    })
    const details = await world.platform.storage.read
      .selectFrom('operationdetail')
      .selectAll()
      .where('operation_id', '=', entry?.id ?? 0)
      .execute()
    expect(details).toMatchObject([
      {
        field_name: `nodemap ${ids.pm} ${t}`,
        field_comment: 'PM2.5',
        old_value: null,
        new_value: `44 @ ${new Date(t).toISOString()}`,
      },
    ])
    expect((await told(t, t)).revisions).toMatchObject([{ value: 44, first: 40, source: 'user', by: 'manager' }])
    expect(
      await world.platform.ingest.push([{ sn: SN, t, values: { 1: 1 } }], {
        kind: 'user',
        caller: { id: 9, super_id: 2, project_id: 1, keys: parseKeys('["2-1"]'), districts: [], types: [] },
      }),
    ).toMatchObject([{ accepted: 0 }])
  })

  it('keep a revision for a saved timestamp, and none for one that was not saved', async () => {
    const period = Math.floor((Date.now() - HOUR) / (5 * MINUTE)) * 5 * MINUTE
    const level = (at: number, value: number) =>
      world.platform.ingest.push([{ sn: '1869024002', t: at, values: { 1: value } }], { kind: 'device', id: ids.level })
    await level(period, 1)
    await level(period + 1000, 2)
    await level(period + 1000, 3)
    await level(period, 4)
    const { data } = await world.call(
      'manager',
      'GET',
      `godbAllHistoricaldataByIdToJson/${ids.level}/${period}/${period + HOUR}`,
    )
    expect((data as { revisions: object[] }).revisions).toMatchObject([{ t: period, value: 4, first: 1 }])
    expect((data as { datasetArr: unknown[] }).datasetArr[0]).toEqual([[period, 1]])
    expect(world.platform.registry.device(ids.level)?.nodes.get(ids.pm)?.last).toEqual({ value: 2, ts: period + 1000 })
  })
})
