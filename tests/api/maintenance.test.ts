import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyHeldAlarms } from '../../server/alarms/maintenance/tell.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { sendLog } from '../support/sending.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002' }
const MINUTE = 60_000

interface Told {
  id: number
  state: number | null
  opens: number | null
  closes: number | null
  place_id: number
}

describe.each(engines)('maintenance window on %s', (engine) => {
  let world: WorldApp
  const stamp = { created_at: 0, updated_at: 0 }
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
    const { storage } = world.platform
    await storage.write(async (trx) => {
      await trx
        .updateTable('systemuser')
        .set({ menu_control: '["2-1","2-2","2-3","4-1","4-7","4-7-2","4-7-3","4-7-4"]' })
        .where('id', 'in', [users.manager, users.watcher, users.stranger])
        .execute()
      await trx
        .insertInto('alarminfo')
        .values({ id: 1, alarm_name: 'Li', project_id: 1, alarm_phone: '13900000000', district_id: 2, ...stamp })
        .execute()
    })
    for (const id of [users.manager, users.watcher, users.stranger]) world.platform.sessions.forget(id)
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  let clock = Date.now() - 5 * MINUTE
  const push = async (sn: string, value: number, t = (clock += 1000)) => {
    await world.platform.ingest.push([{ sn, t, values: { 1: value } }], trusted)
    await world.platform.alarms.settled()
  }
  const addRule = async (row: object = {}): Promise<number> => {
    for (const sn of Object.values(SN)) await push(sn, 20)
    const { id } = await storage().write((trx) =>
      trx
        .insertInto('threshold')
        .values({
          ...ABOVE_100,
          alarm_interval: 0,
          alert_level: 2,
          enable: 1,
          alarm_msg: 'high',
          alarm_phone: '1',
          enable_back: 1,
          back_msg: 'over',
          ...row,
          ...stamp,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    return id
  }
  const dropRule = async (id: number): Promise<void> => {
    await storage().write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
    await world.platform.alarms.settled()
  }
  const ask = (given: object, user: keyof typeof users = 'super') =>
    world.call(user, 'POST', 'alarmMaintenance', {
      name: 'works',
      project_id: 1,
      starts: Date.now() - HOUR,
      ends: Date.now() + HOUR,
      ...given,
    }) as Promise<{ status: number; data: Told & { fields: Record<string, string> } }>
  const make = async (given: object, user: keyof typeof users = 'super'): Promise<Told> => {
    const { status, data } = await ask(given, user)
    if (status !== 200) throw new Error(JSON.stringify(data))
    return data
  }
  const change = (id: number, given: object) => world.call('super', 'PUT', `alarmMaintenance/${id}`, given)
  const remove = (id: number, user: keyof typeof users = 'super') =>
    world.app
      .inject({
        method: 'DELETE',
        url: `/v1/alarmMaintenance/${id}`,
        headers: { authorization: `Bearer ${world.tokens[user]}` },
      })
      .then(({ statusCode }) => statusCode)
  const episodes = (rule: number) =>
    storage().read.selectFrom('thresholdlog').selectAll().where('threshold_id', '=', rule).orderBy('id').execute()
  const messages = async (episode: number | undefined) =>
    (await sendLog(world))
      .filter(({ thresholdlog_id }) => thresholdlog_id === episode)
      .map(({ alarm_type, explained }) => `${alarm_type} ${JSON.parse(explained ?? '{}').key as string}`)
  /** Sends the notifications that are due, as the leader does every second. */
  const tell = async (now = Date.now()): Promise<void> => {
    const manner = { timeZone: 'Asia/Shanghai', language: 'zhEN' as const, publicUrl: null }
    await notifyHeldAlarms({ ...world.platform, manner }, now)
    await world.platform.alarms.settled()
  }
  const KEPT = '1 error.alarm.maintenance'

  it('suppresses the messages of an alarm that fires within it and sends them once when it ends', async () => {
    const rule = await addRule()
    const window = await make({ device_list: String(ids.air) })
    await push(SN.air, 150)
    const [episode] = await episodes(rule)
    expect(episode).toMatchObject({ suppressed: 1, is_alarm: 1, work: 0 })
    expect(await messages(episode?.id)).toEqual([KEPT])
    const needs = await world.call('manager', 'GET', `episodes?threshold_id=${rule}&state=needs`)
    expect(needs.data).toMatchObject({ list: [] })
    await tell()
    expect(await messages(episode?.id)).toEqual([KEPT])

    await change(window.id, { ends: Date.now() - 1000 })
    await Promise.all([tell(), tell()])
    expect((await episodes(rule))[0]).toMatchObject({ suppressed: 0, is_alarm: 1 })
    await tell()
    expect(await messages(episode?.id)).toEqual([KEPT, expect.not.stringContaining('maintenance')])
    const one = await world.call('manager', 'GET', `episodes/${episode?.id}`)
    expect((one.data as { timeline: { kind: string }[] }).timeline.map(({ kind }) => kind)).toContain(
      'maintenance_over',
    )
    await dropRule(rule)
    expect(await remove(window.id)).toBe(200)
  })

  it('sends nothing about an alarm that ends within it', async () => {
    const rule = await addRule()
    const window = await make({ device_list: String(ids.air) })
    await push(SN.air, 150)
    await push(SN.air, 20)
    await remove(window.id)
    await tell()
    const [episode] = await episodes(rule)
    expect(episode).toMatchObject({ suppressed: 1, is_alarm: 0 })
    expect(await messages(episode?.id)).toEqual([KEPT, KEPT])
    await push(SN.air, 160)
    const [, second] = await episodes(rule)
    expect(second).toMatchObject({ suppressed: 0, is_alarm: 1 })
    expect(await messages(second?.id)).not.toContain(KEPT)
    await dropRule(rule)
  })

  it('holds back the escalation of an earlier alarm until it ends, but not the end of an earlier alarm', async () => {
    const rule = await addRule({ limits: '{"3":100,"1":200}' })
    await push(SN.air, 150)
    const window = await make({ devicetype_id: 1 })
    await push(SN.air, 250)
    const [episode] = await episodes(rule)
    expect(episode).toMatchObject({ suppressed: 1, alert_level: 1 })
    expect((await messages(episode?.id)).filter((told) => told === KEPT)).toHaveLength(1)
    await remove(window.id)
    await tell()
    expect((await episodes(rule))[0]).toMatchObject({ suppressed: 0, alert_level: 1 })
    expect((await messages(episode?.id)).filter((told) => told !== KEPT)).toHaveLength(2)
    const again = await make({ device_list: String(ids.air) })
    await push(SN.air, 20)
    expect((await episodes(rule))[0]).toMatchObject({ suppressed: 0, is_alarm: 0 })
    expect((await messages(episode?.id)).filter((told) => told !== KEPT)).toHaveLength(3)
    await remove(again.id)
    await dropRule(rule)
  })

  it('suppresses a re-fire within min_off, and sends a message for a re-fire after it has ended', async () => {
    const rule = await addRule({ min_off: 3600 })
    const window = await make({ threshold_id: rule })
    await push(SN.air, 150)
    await push(SN.air, 20)
    await push(SN.air, 150)
    const [episode, ...others] = await episodes(rule)
    expect(others).toEqual([])
    expect(episode).toMatchObject({ suppressed: 1, refires: 1 })
    await push(SN.air, 20)
    await remove(window.id)
    await push(SN.air, 150)
    expect((await episodes(rule))[0]).toMatchObject({ suppressed: 0, refires: 2 })
    expect((await messages(episode?.id)).filter((told) => told !== KEPT)).toHaveLength(1)
    await dropRule(rule)
  })

  it('suppresses an alarm’s linked control and logs that', async () => {
    const rule = await addRule({
      enable_ganged: 1,
      ganged_device_id: ids.air,
      ganged_nodemap_id: ids.fan,
      ganged_value: 1,
    })
    const window = await make({ district_id: 2 })
    await push(SN.air, 150)
    const [episode] = await episodes(rule)
    expect(await messages(episode?.id)).toEqual([KEPT, '4 error.alarm.maintenanceSwitch'])
    await remove(window.id)
    await dropRule(rule)
  })

  it('covers devices, an area with its descendants, a model or a rule, or the intersection of several', async () => {
    const rule = await addRule({ device_list: `${ids.air},${ids.level}` })
    const other = await addRule({ device_list: String(ids.level) })
    const { maintenance } = world.platform
    const held = () =>
      [
        [ids.air, rule],
        [ids.level, rule],
        [ids.level, other],
      ].map(([device = 0, id = 0]) => maintenance.holds(device, id, Date.now()))
    const cases: [object, boolean[]][] = [
      [{ device_list: String(ids.air) }, [true, false, false]],
      [{ district_id: 2 }, [true, true, true]],
      [{ district_id: 3 }, [false, true, true]],
      [{ devicetype_id: 1 }, [true, true, true]],
      [{ threshold_id: rule }, [true, true, false]],
      [{ district_id: 3, threshold_id: rule }, [false, true, false]],
      [{ device_list: String(ids.air), enable: 0 }, [false, false, false]],
      [{ device_list: String(ids.air), starts: Date.now() + HOUR, ends: Date.now() + 2 * HOUR }, [false, false, false]],
    ]
    for (const [given, expected] of cases) {
      const window = await make(given)
      expect({ given, held: held() }).toEqual({ given, held: expected })
      await remove(window.id)
      expect(held()).toEqual([false, false, false])
    }
    await dropRule(rule)
    await dropRule(other)
  })

  it('with collect = 0 flags the stored values, excludes them from means and raises no alarm for them', async () => {
    const hour = hourStart(Date.now()) - 5 * HOUR
    const push5 = (minute: number, value: number) =>
      world.platform.ingest.push([{ sn: SN.air, t: hour + minute * MINUTE, values: { 1: value } }], {
        kind: 'trusted',
        by: 'import',
      })
    const flags = async () =>
      (await storage().read.selectFrom('historyflag').selectAll().where('device_id', '=', ids.air).execute()).map(
        ({ ts, flag, tests }) => [(ts - hour) / MINUTE, flag, tests],
      )
    const roll = async () => {
      await rollUp(storage(), { before: hourStart(Date.now()) })
      return storage()
        .read.selectFrom('rollup')
        .select(['sum', 'count'])
        .where('device_id', '=', ids.air)
        .where('hour', '=', hour)
        .executeTakeFirst()
    }
    const window = await make({
      device_list: String(ids.air),
      collect: 0,
      starts: hour,
      ends: hour + 10 * MINUTE,
    })
    for (const [minute, value] of [
      [5, 400],
      [10, 40],
      [9, 410],
    ] as const)
      await push5(minute, value)
    expect(await flags()).toEqual([
      [5, 4, 256],
      [9, 4, 256],
    ])
    expect(await roll()).toEqual({ sum: 40, count: 1 })
    const told = (await world.call('super', 'GET', `godbAllHistoricaldataByIdToJson/${ids.air}/${hour}/${hour + HOUR}`))
      .data as { flags: { value: number; tests: string[] }[]; dataset: { data: object[] }[] }
    expect(told.flags).toMatchObject([
      { value: 400, tests: ['maintenance'] },
      { value: 410, tests: ['maintenance'] },
    ])
    expect(told.dataset[0]?.data).toHaveLength(3)
    const span = `from=${hour}&to=${hour + HOUR}`
    expect((await world.call('super', 'GET', `quality/queue?deviceid=${ids.air}&${span}`)).data).toEqual([])

    await remove(window.id)
    await push5(20, 60)
    expect(await roll()).toEqual({ sum: 100, count: 2 })
    const review = await world.call('super', 'POST', 'quality/reviews', {
      deviceid: ids.air,
      nodemapid: ids.pm,
      from: hour + 4 * MINUTE,
      to: hour + 6 * MINUTE,
      flag: 1,
      reason: 'the work had not begun',
    })
    expect(await roll()).toEqual({ sum: 500, count: 3 })
    await world.app.inject({
      method: 'DELETE',
      url: `/v1/quality/reviews/${(review.data as { id: number }).id}`,
      headers: { authorization: `Bearer ${world.tokens.super}` },
    })
    expect(await roll()).toEqual({ sum: 100, count: 2 })
    expect(await flags()).toEqual([
      [5, 4, 256],
      [9, 4, 256],
    ])

    const rule = await addRule()
    const now = await make({ district_id: 2, collect: 0 })
    await push(SN.air, 150)
    expect(await episodes(rule)).toEqual([])
    await remove(now.id)
    await push(SN.air, 150)
    expect(await episodes(rule)).toHaveLength(1)
    await dropRule(rule)
  })

  it('follows a device into another area and sets maintenance_until of each covered device', async () => {
    const ends = Date.now() + HOUR
    const window = await make({ district_id: 3, ends })
    const until = async (id: number) =>
      ((await world.call('super', 'GET', 'godbDeviceState')).data as { id: number; maintenance_until?: number }[]).find(
        (device) => device.id === id,
      )?.maintenance_until
    expect([await until(ids.level), await until(ids.air)]).toEqual([ends, undefined])
    await world.call('super', 'PUT', `godbDevice/${ids.level}`, { district_id: 2 })
    expect(await until(ids.level)).toBeUndefined()
    await world.call('super', 'PUT', `godbDevice/${ids.level}`, { district_id: 3 })
    expect(await until(ids.level)).toBe(ends)
    await change(window.id, { enable: 0 })
    expect(await until(ids.level)).toBeUndefined()
    await remove(window.id)
  })

  it('sets maintenance_next of its devices to the next planned window and clears it when removed', async () => {
    const planned = async (id: number) => {
      const states = (await world.call('super', 'GET', 'godbDeviceState')).data as Record<string, unknown>[]
      const device = states.find((each) => each['id'] === id)
      return [device?.['maintenance_until'], device?.['maintenance_next'], device?.['maintenance_next_until']]
    }
    const now = Date.now()
    const later = await make({ district_id: 2, starts: now + 3 * HOUR, ends: now + 4 * HOUR })
    expect(await planned(ids.air)).toEqual([undefined, now + 3 * HOUR, now + 4 * HOUR])
    const sooner = await make({ device_list: String(ids.air), starts: now + HOUR, ends: now + 2 * HOUR })
    expect(await planned(ids.air)).toEqual([undefined, now + HOUR, now + 2 * HOUR])
    const daily = await make({
      device_list: String(ids.air),
      starts: now - HOUR,
      ends: now + HOUR / 2,
      rrule: 'FREQ=DAILY',
    })
    expect(await planned(ids.air)).toEqual([now + HOUR / 2, now + HOUR, now + 2 * HOUR])
    for (const { id } of [daily, sooner]) await remove(id)
    expect(await planned(ids.air)).toEqual([undefined, now + 3 * HOUR, now + 4 * HOUR])
    await remove(later.id)
    expect(await planned(ids.air)).toEqual([undefined, undefined, undefined])
  })

  it('returns its occurrences in a time range to users who are allowed to read the device’s history', async () => {
    const from = Date.now() - 10 * 24 * HOUR
    const window = await make({
      district_id: 2,
      collect: 0,
      starts: from,
      ends: from + HOUR,
      rrule: 'FREQ=DAILY;COUNT=5',
    })
    const path = `alarmMaintenanceSpans?deviceid=${ids.air}&from=${from + HOUR}&to=${from + 48 * HOUR}`
    const told = await world.call('manager', 'GET', path)
    expect(told.data).toEqual(
      [24, 48].map((hours) => ({
        id: window.id,
        name: 'works',
        collect: 0,
        from: from + hours * HOUR,
        to: from + (hours + 1) * HOUR,
      })),
    )
    expect((await world.call('watcher', 'GET', path)).status).toBe(404)
    expect((await world.call('stranger', 'GET', path)).status).toBe(404)
    expect((await world.call('manager', 'GET', `alarmMaintenanceSpans?deviceid=${ids.air}&from=x&to=1`)).status).toBe(
      400,
    )
    await remove(window.id)
  })

  it('of a rule is returned only for that thresholdid, with 404 outside the caller’s devices', async () => {
    const from = Date.now() - HOUR
    const [rule, other] = [await addRule(), await addRule()]
    const window = await make({ threshold_id: rule, starts: from, ends: from + 2 * HOUR })
    const asked = async (of: string, user: keyof typeof users = 'manager') => {
      const { status, data } = await world.call(
        user,
        'GET',
        `alarmMaintenanceSpans?deviceid=${ids.air}&from=${from}&to=${from + 4 * HOUR}${of}`,
      )
      return [status, Array.isArray(data) ? (data as { id: number }[]).map(({ id }) => id) : null]
    }
    expect(await asked(`&thresholdid=${rule}`)).toEqual([200, [window.id]])
    expect(await asked(`&thresholdid=${other}`)).toEqual([200, []])
    expect(await asked('')).toEqual([200, []])
    expect(await asked(`&thresholdid=${rule}`, 'stranger')).toEqual([404, null])
    await remove(window.id)
    await dropRule(rule)
    await dropRule(other)
  })

  it('of a rule is shown at the rule; when narrowed to a device, only at the rule of that device', async () => {
    const now = Date.now()
    const rule = await addRule()
    const told = { maintenance_until: null, maintenance_next: null, maintenance_next_until: null }
    const row = async (path: string, user: keyof typeof users = 'manager') => {
      const { data } = await world.call(user, 'GET', path)
      const found = ([data].flat() as Record<string, unknown>[]).find((one) => one?.['id'] === rule)
      return found && Object.fromEntries(Object.keys(told).map((name) => [name, found[name]]))
    }
    const [list, page] = [`godbThreshold/${rule}`, `deviceRules?device_id=${ids.air}`]
    expect([await row(list), await row(page)]).toEqual([told, told])
    const running = await make({ threshold_id: rule, ends: now + HOUR })
    const planned = await make({ threshold_id: rule, starts: now + 2 * HOUR, ends: now + 3 * HOUR })
    const narrow = await make({ threshold_id: rule, device_list: String(ids.air), ends: now + 5 * HOUR })
    const others = [await make({ device_list: String(ids.air), ends: now + 9 * HOUR }), await make({ district_id: 3 })]
    const all = {
      maintenance_until: now + HOUR,
      maintenance_next: now + 2 * HOUR,
      maintenance_next_until: now + 3 * HOUR,
    }
    expect([await row(list), await row(page)]).toEqual([all, { ...all, maintenance_until: now + 5 * HOUR }])
    expect(await row(page, 'stranger')).toBeUndefined()
    for (const { id } of [running, planned, narrow, ...others]) await remove(id)
    expect([await row(list), await row(page)]).toEqual([told, told])
    await dropRule(rule)
  })

  it('returns its state and its next opening and closing times', async () => {
    const now = Date.now()
    const [running, planned, over, off] = [
      await make({ device_list: '1' }),
      await make({ device_list: '1', starts: now + HOUR, ends: now + 2 * HOUR }),
      await make({ device_list: '1', starts: now - 2 * HOUR, ends: now - HOUR }),
      await make({ device_list: '1', enable: 0 }),
    ]
    expect([running, planned, over, off].map((told) => told?.state)).toEqual([1, 0, 2, 3])
    expect(planned).toMatchObject({ opens: now + HOUR, closes: now + 2 * HOUR })
    const daily = await make({ device_list: '1', starts: now - 2 * HOUR, ends: now - HOUR, rrule: 'rrule:freq=daily' })
    expect(daily).toMatchObject({ state: 0, opens: now + 22 * HOUR, rrule: 'FREQ=DAILY' })
    for (const told of [running, planned, over, off, daily]) await remove(told.id)
  })

  it('is rejected with the name of the invalid field', async () => {
    const now = Date.now()
    const fields = async (given: object) => {
      const { status, data } = await ask(given)
      return [status, ...Object.keys(data?.fields ?? {})]
    }
    expect(await fields({})).toEqual([400, 'device_list'])
    expect(await fields({ device_list: '1', ends: now - 2 * HOUR })).toEqual([400, 'ends'])
    expect(await fields({ device_list: '1', ends: now + 30 * HOUR, rrule: 'FREQ=DAILY' })).toEqual([400, 'ends'])
    expect(await fields({ device_list: '1', rrule: 'FREQ=HOURLY' })).toEqual([400, 'rrule'])
    expect(await fields({ device_list: '1', rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' })).toEqual([400, 'rrule'])
    expect(await fields({ device_list: '999' })).toEqual([400, 'device_list'])
    expect(await fields({ device_list: String(ids.other) })).toEqual([400, 'device_list'])
    expect(await fields({ device_list: String(ids.air), district_id: 3 })).toEqual([400, 'device_list'])
  })

  it('can be renamed and disabled, but not enabled, after its devices have left the area', async () => {
    const { id } = await make({ device_list: String(ids.level), district_id: 3 })
    const move = async (district_id: number): Promise<void> => {
      await storage().write((trx) =>
        trx.updateTable('device').set({ district_id }).where('id', '=', ids.level).execute(),
      )
      await world.platform.registry.changed('device', ids.level)
    }
    await move(2)
    expect(await change(id, { name: 'later', explained: 'left' })).toMatchObject({ status: 200, data: { place_id: 3 } })
    expect((await change(id, { starts: Date.now() - 2 * HOUR })).status).toBe(400)
    expect((await change(id, { enable: 0 })).status).toBe(200)
    expect((await change(id, { enable: 1 })).status).toBe(400)
    await move(3)
    expect((await change(id, { enable: 1 })).status).toBe(200)
    await remove(id)
  })

  it('can be created, listed and deleted only within the caller’s areas and projects', async () => {
    const fields = async (given: object, user: keyof typeof users) => {
      const { status, data } = await ask(given, user)
      return [status, ...Object.keys(data?.fields ?? {})]
    }
    // The watcher manages only area 3.
    expect(await fields({ device_list: String(ids.air) }, 'watcher')).toEqual([400, 'device_list'])
    expect(await fields({ district_id: 2 }, 'watcher')).toEqual([400, 'district_id'])
    expect(await fields({ devicetype_id: 1 }, 'watcher')).toEqual([400, 'device_list'])
    expect(await fields({ device_list: String(ids.air) }, 'stranger')).toEqual([400, 'device_list'])
    const [own, wide] = [await make({ district_id: 3 }, 'watcher'), await make({ devicetype_id: 1 }, 'manager')]
    const seen = async (user: keyof typeof users) =>
      (
        (await world.call(user, 'GET', 'alarmMaintenance?current=1&page_size=20')).data as { list: { id: number }[] }
      ).list.map(({ id }) => id)
    expect(await seen('watcher')).toEqual([own.id])
    expect((await seen('manager')).toSorted()).toEqual([own.id, wide.id])
    expect(await seen('stranger')).toEqual([])
    expect(await remove(wide.id, 'watcher')).toBe(404)
    expect(await remove(wide.id, 'stranger')).toBe(404)
    expect(await remove(wide.id, 'manager')).toBe(200)
    expect(await remove(own.id, 'watcher')).toBe(200)
  })
})
