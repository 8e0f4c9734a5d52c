import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002', other: '1869024003' }

describe.each(engines)('alarms on old data on %s', (engine) => {
  let world: WorldApp
  const HOUR = 3_600_000
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
  })
  afterAll(() => world.dispose())

  const ruleOver = async (device: number, project_id: number, more: object = {}): Promise<number> => {
    const rule = {
      name: 'rule',
      project_id,
      district_id: 2,
      device_list: String(device),
      nodemap_id: ids.pm,
      com_oper: 0,
      params_x: 100,
      hold_time: 0,
      alarm_interval: 5,
      enable: 1,
      alarm_msg: 'x',
      created_at: 0,
      updated_at: 0,
      ...more,
    }
    const { id } = await world.platform.storage.write((trx) =>
      trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    return id
  }
  const records = (platform: Platform, rule: number) =>
    platform.storage.read
      .selectFrom('thresholdlog')
      .select(['is_alarm', 'recovered_at'])
      .where('threshold_id', '=', rule)
      .execute()
  const stateOf = async (id: number) => {
    const { data } = await world.call('super', 'GET', 'godbDeviceState')
    return (data as { id: number; thre_list: number[]; nodata_list: number[] }[]).find((state) => state.id === id)
  }

  it('are not raised by a value older than the offline timeout, also for a rule created after it', async () => {
    const { platform } = world
    const rule = await ruleOver(ids.level, 1)
    const old = Date.now() - 601_000
    await platform.ingest.push([{ sn: SN.level, t: old, values: { 1: 150 } }], trusted)
    const late = await ruleOver(ids.level, 1, { hold_time: 1 })
    platform.alarms.tick(Date.now() + 5000)
    await platform.alarms.settled()
    expect([await records(platform, rule), await records(platform, late)]).toEqual([[], []])
    await platform.ingest.push([{ sn: SN.level, t: old + 300_000, values: { 1: 150 } }], trusted)
    await platform.alarms.settled()
    expect(await records(platform, rule)).toMatchObject([{ is_alarm: 1 }])
    await platform.storage.write((trx) => trx.deleteFrom('threshold').execute())
    await platform.registry.changed('threshold', null)
  })

  it('show since when data is missing, are not repeated, and continue with the next value', async () => {
    const { platform } = world
    const rule = await ruleOver(ids.air, 1)
    const at = Date.now()
    await platform.ingest.push([{ sn: SN.air, t: at, values: { 1: 150 } }], trusted)
    await platform.alarms.settled()
    const record = async () =>
      (
        (await world.call('super', 'GET', 'godbThresholdlogByTimeOrId?deviceid=1')).data as {
          list: { is_alarm: number; no_data_since: number | null }[]
        }
      ).list[0]
    expect(await stateOf(ids.air)).toMatchObject({ thre_list: [rule], nodata_list: [] })
    expect(await record()).toMatchObject({ is_alarm: 1, no_data_since: null })
    const before = (await stateOf(ids.air)) as object
    // The platform's own tick, by whose clock the device has just sent a value, may come between.
    const silent = async () => {
      platform.alarms.tick(at + 601_000)
      return { state: await stateOf(ids.air), record: await record() }
    }
    await expect.poll(silent).toMatchObject({
      state: { ...before, nodata_list: [rule] },
      record: { is_alarm: 1, no_data_since: at },
    })
    const state = () =>
      platform.storage.read
        .selectFrom('alarmstate')
        .select('sent_at')
        .where('threshold_id', '=', rule)
        .executeTakeFirst()
    const sent = (await state())?.sent_at
    platform.alarms.tick(at + HOUR)
    await platform.alarms.settled()
    expect((await state())?.sent_at).toBe(sent)
    await platform.ingest.push([{ sn: SN.air, values: { 1: 155 } }], trusted)
    await platform.alarms.settled()
    expect(await stateOf(ids.air)).toMatchObject({ thre_list: [rule], nodata_list: [] })
    await platform.ingest.push([{ sn: SN.air, values: { 1: 5 } }], trusted)
    await platform.alarms.settled()
    expect(await stateOf(ids.air)).toMatchObject({ thre_list: [] })
  })

  it('are not raised at startup by values stored before it', async () => {
    const { settings, storage } = world.platform
    // A device whose values never become stale, with a value from 16 hours ago and a rule that was never applied to it;
    // and a value that waited for its hold time.
    await storage.write(async (trx) => {
      await trx.updateTable('device').set({ over_time: 0 }).where('id', '=', ids.other).execute()
      await trx
        .insertInto('lastvalue')
        .values({ device_id: ids.other, nodemap_id: ids.pm, ts: Date.now() - 16 * HOUR, value: 150 })
        .execute()
    })
    const rule = await ruleOver(ids.other, 2)
    const held = await ruleOver(ids.other, 2, { hold_time: 30 })
    await storage.write((trx) =>
      trx
        .insertInto('alarmstate')
        .values({
          threshold_id: held,
          device_id: ids.other,
          state: 1,
          since: Date.now() - 16 * HOUR,
          sent_at: null,
          log_id: null,
        })
        .execute(),
    )
    await world.app.close()
    await world.platform.close()
    const next = await openPlatform(settings, silentLog)
    try {
      await next.alarms.settled()
      next.alarms.tick(Date.now() + 120_000)
      await next.alarms.settled()
      expect(next.registry.device(ids.other)?.thresholds).toEqual([])
      expect([await records(next, rule), await records(next, held)]).toEqual([[], []])
      await next.ingest.push([{ sn: SN.other, values: { 1: 160 } }], trusted)
      await next.alarms.settled()
      expect(await records(next, rule)).toMatchObject([{ is_alarm: 1 }])
    } finally {
      await next.close()
    }
  })
})
