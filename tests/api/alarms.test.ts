import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPlatform } from '../../server/open.ts'
import { silentLog } from '../../server/log.ts'
import { openChannel, type Command } from '../../server/telemetry/commands.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002', other: '1869024003' }

describe.each(engines)('alarm engine on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
  })
  afterAll(() => world.dispose())

  const settled = () => world.platform.alarms.settled()
  const push = async (sn: string, node: number, value: number, t = Date.now()): Promise<void> => {
    await world.platform.ingest.push([{ sn, t, values: { [node]: value } }], trusted)
    // A value that comes while the inbox is read is judged after it.
    await settled()
  }
  const addRule = async (row: object): Promise<number> => {
    const stamp = { created_at: 0, updated_at: 0 }
    const rule = {
      ...ABOVE_100,
      alarm_interval: 0,
      alert_level: 2,
      enable: 1,
      alarm_msg: '超标',
      enable_back: 0,
      enable_ganged: 0,
      ...row,
      ...stamp,
    }
    const { id } = await world.platform.storage.write((trx) =>
      trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    return id
  }
  const setRule = async (id: number, row: object): Promise<void> => {
    await world.platform.storage.write((trx) => trx.updateTable('threshold').set(row).where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
  }
  const logs = (ruleId: number) =>
    world.platform.storage.read
      .selectFrom('thresholdlog')
      .selectAll()
      .where('threshold_id', '=', ruleId)
      .orderBy('id')
      .execute()
  const sends = (logId = 0) =>
    world.platform.storage.read
      .selectFrom('alarmsendlog')
      .selectAll()
      .where('thresholdlog_id', '=', logId)
      .orderBy('id')
      .execute()
  const violated = (id: number) => world.platform.registry.device(id)?.thresholds ?? []

  it('writes one record per episode, shows it in the live list, and ends it on recovery', async () => {
    const id = await addRule({ alarm_msg: '{device} {node} {value}{unit} {rule}' })
    const t = Date.now() - 60_000
    await push(SN.air, 1, 150, t)
    expect(violated(ids.air)).toEqual([id])
    await push(SN.air, 1, 160, t + 1000)
    const [log, ...more] = await logs(id)
    expect(more).toEqual([])
    expect(log).toMatchObject({
      alarm_time: t,
      threshold_name: 'rule',
      device_id: ids.air,
      device_name: '桥西空气微站 01',
      nodemap_name: 'PM2.5',
      real_value: 150,
      alarm_value: 'PM2.5 > 100 µg/m³',
      alarm_msg: '桥西空气微站 01 PM2.5 150µg/m³ PM2.5 > 100 µg/m³',
      project_id: 1,
      district_id: 2,
      is_alarm: 1,
      alarm_state: 0,
      alert_level: 2,
    })
    expect(JSON.parse(log?.trace ?? '')).toMatchObject({
      rule: { id, com_oper: 0, params_x: 100 },
      value: 150,
      sample: t,
      by: 'sample',
    })
    const { data } = await world.call('super', 'GET', 'godbDeviceState')
    expect((data as { id: number }[]).find((state) => state.id === ids.air)).toMatchObject({
      thre_list: [id],
      alarms: [{ id, level: 2, since: t, fired: t, limit: 'PM2.5 > 100 µg/m³' }],
    })

    await push(SN.air, 1, 90, t + 2000)
    expect(violated(ids.air)).toEqual([])
    expect(world.platform.registry.device(ids.air)?.alarms).toEqual([])
    expect(await logs(id)).toMatchObject([{ is_alarm: 0, recovered_at: t + 2000, alarm_state: 0 }])
    await push(SN.air, 1, 170, t + 3000)
    await push(SN.air, 1, 5, t + 2500)
    expect(await logs(id)).toMatchObject([{ is_alarm: 0 }, { is_alarm: 1 }])
    await setRule(id, { enable: 0 })
    await settled()
    expect(violated(ids.air)).toEqual([])
    expect((await logs(id)).map((row) => row.is_alarm)).toEqual([0, 0])
    expect(await world.platform.storage.read.selectFrom('alarmstate').selectAll().execute()).toEqual([])
  })

  it('waits for the hold time, repeats at its interval, and sends the recovery message', async () => {
    const stamp = { created_at: 0, updated_at: 0 }
    const contact = await world.platform.storage.write((trx) =>
      trx
        .insertInto('alarminfo')
        .values({ alarm_name: '张工', alarm_phone: '13800000001', project_id: 1, district_id: 2, ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const id = await addRule({
      device_list: String(ids.level),
      hold_time: 30,
      alarm_interval: 5,
      alarm_phone: String(contact.id),
      enable_back: 1,
      back_msg: '正常了 {value}',
    })
    const before = Date.now()
    const sampled = before - 5000
    await push(SN.level, 1, 150, sampled)
    expect(await logs(id)).toEqual([])
    world.platform.alarms.tick(before + 29_000)
    expect(violated(ids.level)).toEqual([])
    // The hold time runs from when the platform received the value, which is some time after `before`.
    const held = Date.now() + 30_000
    world.platform.alarms.tick(held)
    await settled()
    const [log] = await logs(id)
    expect(JSON.parse(log?.trace ?? '')).toMatchObject({ by: 'clock', since: sampled })
    expect(world.platform.registry.device(ids.level)?.alarms).toMatchObject([
      { id, since: sampled, fired: log?.alarm_time },
    ])
    world.platform.alarms.tick(held + 299_000)
    world.platform.alarms.tick(held + 300_000)
    world.platform.alarms.tick(held + 301_000)
    await push(SN.level, 1, 50, sampled + 1000)
    const told = await sends(log?.id)
    expect(told.map((row) => [row.send_name, row.send_url, row.alarm_type, row.send_ok])).toEqual(
      Array.from({ length: 3 }, () => ['张工', '13800000001', 1, 0]),
    )
    expect(told[2]?.send_data).toMatch(/^正常了 50；.*；恢复时间 /)
    expect(told[0]?.send_data).toContain('民心河水位 PM2.5')
    expect(await logs(id)).toMatchObject([{ is_alarm: 0 }])
    await setRule(id, { enable: 0 })
  })

  const control = async (control_state: number): Promise<void> => {
    await world.platform.storage.write((trx) =>
      trx.updateTable('device').set({ control_state }).where('id', '=', ids.level).execute(),
    )
    await world.platform.registry.changed('device', ids.level)
  }
  it('raises no silence alarm for a stopped device, and restarts the full timeout when it is started again', async () => {
    const id = await addRule({ device_list: String(ids.level), no_data: 10 })
    await push(SN.level, 1, 50)
    await control(1)
    const later = Date.now() + 3_600_000
    const tick = (now: number) => {
      // The platform's own ticks must be of the same moment: one of an earlier moment would move the start back.
      vi.setSystemTime(now)
      world.platform.alarms.tick()
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      tick(later)
      expect(violated(ids.level)).toEqual([])
      await control(0)
      tick(later + 9 * 60_000)
      expect(violated(ids.level)).toEqual([])
      tick(later + 11 * 60_000)
      expect(violated(ids.level)).toEqual([id])
    } finally {
      vi.useRealTimers()
    }
    await world.platform.storage.write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
    await settled()
  })

  it('ends alarms of devices removed from the rule, of deleted rules and of stopped devices', async () => {
    const id = await addRule({ device_list: `${ids.air},${ids.level}` })
    await push(SN.air, 1, 150)
    await push(SN.level, 1, 150)
    expect([violated(ids.air), violated(ids.level)]).toEqual([[id], [id]])
    await setRule(id, { device_list: String(ids.level) })
    expect([violated(ids.air), violated(ids.level)]).toEqual([[], [id]])
    await control(1)
    expect(violated(ids.level)).toEqual([])
    await control(0)
    await push(SN.level, 1, 151)
    expect(violated(ids.level)).toEqual([id])
    await world.platform.storage.write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
    await settled()
    expect(violated(ids.level)).toEqual([])
    expect((await logs(id)).map((row) => row.is_alarm)).toEqual([0, 0, 0])
  })

  it('restores active alarms after a restart, and ends those that recovered meanwhile', async () => {
    const lasting = await addRule({
      name: 'lasting',
      device_list: String(ids.other),
      project_id: 2,
      com_oper: 1,
      params_x: 10,
    })
    const over = await addRule({
      name: 'over',
      device_list: String(ids.other),
      project_id: 2,
      nodemap_id: ids.temperature,
      com_oper: 1,
      params_x: 10,
      limit_scale: 0,
    })
    await push(SN.other, 1, 20)
    await push(SN.other, 2, 20)
    // A second process on the same database stands for the next start: it must find both alarms, one of them over.
    const { settings, storage } = world.platform
    await storage.write((trx) =>
      trx
        .updateTable('lastvalue')
        .set({ value: 1, ts: Date.now() + 1000 })
        .where('device_id', '=', ids.other)
        .where('nodemap_id', '=', ids.temperature)
        .execute(),
    )
    // As for an alarm that fired again within its minimum off time.
    const fired = Date.now() - 3_600_000
    await storage.write((trx) =>
      trx.updateTable('thresholdlog').set({ alarm_time: fired }).where('threshold_id', '=', lasting).execute(),
    )
    await world.app.close()
    await world.platform.close()
    const next = await openPlatform(settings, silentLog)
    try {
      await next.alarms.settled()
      expect(next.registry.device(ids.other)?.thresholds).toEqual([lasting])
      expect(next.registry.device(ids.other)?.alarms).toMatchObject([{ id: lasting, fired }])
      const rows = await next.storage.read
        .selectFrom('thresholdlog')
        .selectAll()
        .where('threshold_id', 'in', [lasting, over])
        .orderBy('threshold_id')
        .execute()
      expect(rows.map((row) => [row.threshold_name, row.is_alarm])).toEqual([
        ['lasting', 1],
        ['over', 0],
      ])
      await next.ingest.push([{ sn: SN.other, t: Date.now() + 2000, values: { 1: 1 } }], trusted)
      await next.alarms.settled()
      expect(
        await next.storage.read
          .selectFrom('thresholdlog')
          .select('is_alarm')
          .where('threshold_id', '=', lasting)
          .execute(),
      ).toEqual([{ is_alarm: 0 }])
    } finally {
      await next.close()
    }
  })
})

describe.each(engines)('linked control on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
  })
  afterAll(() => world.dispose())

  it('checks values before switching, stops a loop of rules, and logs each outcome', async () => {
    const { platform } = world
    const commands: Command[] = []
    // Two devices whose fans switch each other: switching on raises an alarm, and the command brings a new value at
    // once.
    const close = openChannel(platform, async (command) => {
      commands.push(command)
      await platform.ingest.push([{ sn: command.sn, values: { 11: 0 } }], trusted)
      await platform.ingest.push([{ sn: command.sn, values: { 11: 1 } }], trusted)
      return true
    })
    const base = {
      project_id: 1,
      district_id: 2,
      nodemap_id: ids.fan,
      com_oper: 2,
      params_x: 1,
      hold_time: 0,
      enable: 1,
      alarm_msg: 'on',
      enable_ganged: 1,
      ganged_nodemap_id: ids.fan,
      ganged_value: 1,
      created_at: 0,
      updated_at: 0,
    }
    await platform.storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values([
          { ...base, name: 'a to b', device_list: String(ids.air), ganged_device_id: ids.level },
          { ...base, name: 'b to a', device_list: String(ids.level), ganged_device_id: ids.air },
          {
            ...base,
            name: 'wrong value',
            device_list: String(ids.air),
            nodemap_id: ids.pm,
            ganged_device_id: ids.level,
            ganged_value: 7,
          },
          {
            ...base,
            name: 'read only',
            device_list: String(ids.air),
            nodemap_id: ids.pm,
            ganged_device_id: ids.level,
            ganged_nodemap_id: ids.pm,
          },
          { ...base, name: 'foreign', device_list: String(ids.air), nodemap_id: ids.pm, ganged_device_id: ids.other },
        ])
        .execute(),
    )
    await platform.registry.changed('threshold', null)
    await platform.ingest.push([{ sn: SN.air, values: { 1: 1, 11: 1 } }], trusted)
    const outcomes = async () =>
      (
        await platform.storage.read
          .selectFrom('alarmsendlog')
          .innerJoin('thresholdlog', 'thresholdlog.id', 'alarmsendlog.thresholdlog_id')
          .select(['threshold_name', 'send_ok', 'alarm_type', 'alarmsendlog.explained'])
          .orderBy('alarmsendlog.id')
          .execute()
      ).map((row) => [
        row.threshold_name,
        row.send_ok,
        row.alarm_type,
        (JSON.parse(row.explained ?? '{}') as { key: string }).key,
      ])
    await expect
      .poll(async () => (await outcomes()).filter(([name]) => String(name).includes(' to ')).length, {
        timeout: upTo(5000),
      })
      .toBe(4)
    await platform.alarms.settled()
    await expect
      .poll(async () => (await outcomes()).filter(([, , , key]) => key === 'error.switch.confirmed').length)
      .toBe(3)
    const all = await outcomes()
    expect(all.filter(([name]) => String(name).includes(' to '))).toEqual([
      ['a to b', 1, 4, 'error.switch.confirmed'],
      ['b to a', 1, 4, 'error.switch.confirmed'],
      ['a to b', 1, 4, 'error.switch.confirmed'],
      ['b to a', 0, 4, 'error.alarm.depth'],
    ])
    expect(
      Object.fromEntries(
        all.filter(([name]) => !String(name).includes(' to ')).map(([name, ok, , key]) => [name, `${ok} ${key}`]),
      ),
    ).toEqual({
      'wrong value': '0 error.rule.flag',
      'read only': '0 error.telemetry.readOnly',
      foreign: '0 error.notFound',
    })
    expect(commands).toHaveLength(3)
    close()
  })
})

describe.runIf(engines.includes('postgres'))('alarms of two processes on one database', () => {
  it('are shown by both processes and written once, whichever process receives the sample', async () => {
    const world = await openWorldApp('postgres')
    const other = await openPlatform(world.platform.settings, silentLog)
    try {
      const rule = {
        ...ABOVE_100,
        enable: 1,
        alarm_msg: 'x',
        created_at: 0,
        updated_at: 0,
      }
      await world.platform.alarms.settled()
      await Promise.all([world.platform.bus.ready, other.bus.ready])
      await world.platform.storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
      for (const table of ['nodemap', 'district', 'device', 'threshold'])
        await Promise.all([world.platform.registry.changed(table, null), other.registry.changed(table, null)])
      const both = () => [world.platform, other].map((platform) => platform.registry.device(ids.air)?.thresholds.length)
      const records = () =>
        world.platform.storage.read.selectFrom('thresholdlog').select(['is_alarm', 'device_id']).orderBy('id').execute()
      await other.ingest.push([{ sn: SN.air, values: { 1: 150 } }], trusted)
      await expect.poll(both, { timeout: upTo(5000) }).toEqual([1, 1])
      await expect.poll(records, { timeout: upTo(5000) }).toEqual([{ is_alarm: 1, device_id: ids.air }])
      await world.platform.ingest.push([{ sn: SN.air, values: { 1: 1 } }], trusted)
      await expect.poll(both, { timeout: upTo(5000) }).toEqual([0, 0])
      await expect.poll(records, { timeout: upTo(5000) }).toEqual([{ is_alarm: 0, device_id: ids.air }])
    } finally {
      await other.close()
      await world.dispose()
    }
  })
})
