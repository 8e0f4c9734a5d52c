import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'

const FLAPPING = { limits: '{"1":200,"4":100}', min_off: 3600, enable_back: 1, back_msg: 'over' }

describe.each(engines)('alarm that fires again on %s', (engine) => {
  let desk: Desk
  let contact: number
  beforeAll(async () => {
    desk = await openDesk(engine)
    contact = await desk.addContact()
  })
  afterAll(() => desk.dispose())
  const flapping = (row: object = {}) => desk.addRule({ ...FLAPPING, alarm_phone: String(contact), ...row })

  it('takes a worse level, ends a snooze until worse, and sends a message', async () => {
    const rule = await flapping()
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await desk.act('manager', id, 'snooze', { worse: 1 })
    await desk.push(SN.air, 20)
    await desk.push(SN.air, 250)
    expect(await desk.newest(rule)).toMatchObject({
      id,
      refires: 1,
      level: 1,
      limit: { params_x: 200 },
      limit_text: 'PM2.5 > 200 µg/m³',
      snoozed_until: null,
      peak: 250,
    })
    expect(await desk.messages(id)).toEqual([
      [0, 'outboxSms'],
      [0, 'snoozed'],
      [0, 'outboxSms'],
    ])
    await desk.drop(rule)
  })

  it('keeps the worst level at a milder one, and sends no message, also on return to the worst', async () => {
    const rule = await flapping()
    for (const value of [250, 20, 150]) await desk.push(SN.air, value)
    const { id, level } = await desk.newest(rule)
    expect(level).toBe(1)
    await desk.push(SN.air, 260)
    expect(await desk.newest(rule)).toMatchObject({ id, level: 1, refires: 1, limit: { params_x: 200 } })
    expect(await desk.messages(id)).toEqual([
      [0, 'outboxSms'],
      [0, 'firedAgain'],
      [0, 'duplicate'],
      [0, 'duplicate'],
    ])
    await desk.drop(rule)
  })

  it('sends no message at a worse level while it is snoozed until a time', async () => {
    const rule = await flapping()
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await desk.act('manager', id, 'snooze', { until: Date.now() + 3_600_000 })
    await desk.push(SN.air, 20)
    await desk.push(SN.air, 250)
    expect(await desk.newest(rule)).toMatchObject({ id, level: 1, snoozed_until: expect.any(Number) })
    expect((await desk.messages(id)).at(-1)).toEqual([0, 'snoozed'])
    await desk.drop(rule)
  })

  it('starts at the level at which it fires after it was closed', async () => {
    const rule = await flapping()
    await desk.push(SN.air, 250)
    const { id } = await desk.newest(rule)
    await desk.act('manager', id, 'close')
    await desk.push(SN.air, 20)
    await desk.push(SN.air, 150)
    expect(await desk.newest(rule)).toMatchObject({ id, work: 'new', level: 4, limit_text: 'PM2.5 > 100 µg/m³' })
    await desk.push(SN.air, 250)
    expect(await desk.newest(rule)).toMatchObject({ id, level: 1, limit_text: 'PM2.5 > 200 µg/m³' })
    expect((await desk.messages(id)).slice(-2)).toEqual([
      [0, 'outboxSms'],
      [0, 'outboxSms'],
    ])
    await desk.drop(rule)
  })

  it('is unassigned after it was closed, also when it only gets worse, and rings the bell for everyone', async () => {
    const needs = (user: 'manager' | 'super', id: number) =>
      desk.list('state=needs_me', user).then(({ list }) => list.some((row) => row.id === id))
    for (const values of [[20, 150], [250]]) {
      const rule = await flapping()
      await desk.push(SN.air, 150)
      const { id } = await desk.newest(rule)
      await desk.act('manager', id, 'acknowledge')
      expect([await needs('manager', id), await needs('super', id)]).toEqual([true, false])
      await desk.act('manager', id, 'close')
      for (const value of values) await desk.push(SN.air, value)
      expect(await desk.newest(rule)).toMatchObject({ id, work: 'new', assignee_id: null, mine: 0 })
      expect([await needs('manager', id), await needs('super', id)]).toEqual([true, true])
      // A user who reopens an episode by hand knows its assignee, so the assignee stays.
      await desk.act('manager', id, 'acknowledge')
      await desk.act('manager', id, 'close')
      expect((await desk.act('super', id, 'reopen')).data).toMatchObject({
        work: 'acknowledged',
        assignee_id: users.manager,
      })
      await desk.drop(rule)
    }
  })

  it('repeats no message while closed, and is open again when it gets worse', async () => {
    const rule = await flapping({ alarm_interval: 1 })
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await desk.act('manager', id, 'close', { result: 'false_alarm' })
    desk.platform.alarms.tick(Date.now() + 61_000)
    await desk.platform.alarms.settled()
    expect(await desk.one(id)).toMatchObject({ condition: 'active', work: 'closed' })
    await desk.push(SN.air, 250)
    const anew = await desk.one(id)
    expect(anew).toMatchObject({ work: 'new', level: 1, result: null, assignee_id: null })
    expect(anew.timeline.filter(({ kind }) => kind === 'worsened')).toMatchObject([
      { value: 250, level: 1, limit_text: 'PM2.5 > 200 µg/m³' },
    ])
    expect((await desk.list('state=needs')).list.map((row) => row.id)).toContain(id)
    expect(await desk.messages(id)).toEqual([
      [0, 'outboxSms'],
      [0, 'closed'],
      [0, 'outboxSms'],
    ])
    await desk.drop(rule)
  })

  it('or gets worse refuses close and snooze of the old version with 409, but not acknowledge and comment', async () => {
    const rule = await flapping()
    await desk.push(SN.air, 150)
    const { id, version } = await desk.newest(rule)
    await desk.push(SN.air, 250)
    const until = Date.now() + 3_600_000
    expect(await desk.act('manager', id, 'close', { version })).toMatchObject({
      status: 409,
      msg: 'It got worse or fired again meanwhile: look at its current state',
      data: { current: { level: 1, work: 'new', version: version + 1 } },
    })
    expect((await desk.act('manager', id, 'snooze', { until, version })).status).toBe(409)
    expect((await desk.act('manager', id, 'acknowledge', { version })).status).toBe(200)
    // The episode has an assignee by now, so assigning conflicts.
    expect((await desk.act('super', id, 'assign', { user_id: users.super, version })).status).toBe(409)
    const seen = (await desk.one(id)).version
    for (const value of [20, 250]) await desk.push(SN.air, value)
    expect((await desk.act('manager', id, 'close', { version: seen })).status).toBe(409)
    expect((await desk.act('manager', id, 'comment', { note: 'again', version: seen })).status).toBe(200)
    await desk.drop(rule)
  })

  it('sends no recovery message when its rule is deleted, and logs the reason', async () => {
    const rule = await flapping()
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await desk.drop(rule)
    expect(await desk.one(id)).toMatchObject({ condition: 'cleared' })
    expect(await desk.messages(id)).toEqual([
      [0, 'outboxSms'],
      [0, 'stopped'],
    ])
  })

  it('cancels the pending recovery message and no other', async () => {
    const rule = await flapping()
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    const later = Date.now() + 3_600_000
    // A message that was not delivered yet, as channels store it.
    const waiting = {
      thresholdlog_id: id,
      device_id: 1,
      alarm_time: Date.now(),
      send_name: 'robot',
      send_url: 'robot.example',
      send_data: 'high',
      send_ok: -1,
      alarm_type: 5,
      project_id: 1,
      explained: null,
      channel_id: 999,
      message: '{}',
      attempts: 1,
      next_at: later,
    }
    await desk.storage.write((trx) => trx.insertInto('alarmsendlog').values(waiting).execute())
    await desk.push(SN.air, 20)
    await desk.push(SN.air, 160)
    expect(await desk.messages(id)).toEqual([
      [0, 'outboxSms'],
      [-1, null],
      [0, 'firedAgain'],
      [0, 'duplicate'],
    ])
    await desk.drop(rule)
  })

  it('shows the worst limit reached, and the limit that fired in its timeline', async () => {
    const rule = await desk.addRule({ limits: '{"1":200,"4":100}' })
    await desk.push(SN.air, 250)
    const urgent = { level: 1, limit: { params_x: 200 }, limit_text: 'PM2.5 > 200 µg/m³' }
    expect(await desk.newest(rule)).toMatchObject(urgent)
    await desk.push(SN.air, 20)
    await desk.push(SN.air, 150)
    const { id, ...mild } = await desk.newest(rule)
    expect(mild).toMatchObject({ level: 4, limit: { params_x: 100 }, limit_text: 'PM2.5 > 100 µg/m³' })
    await desk.push(SN.air, 250)
    const worse = await desk.one(id)
    expect(worse).toMatchObject(urgent)
    expect(worse.timeline.slice(0, 1)).toMatchObject([{ kind: 'fired', limit_text: 'PM2.5 > 100 µg/m³' }])
    await desk.drop(rule)
  })

  it('shows the device’s position at first firing, only with access to live data', async () => {
    const stand = (maplng: number) =>
      desk.storage.write((trx) =>
        trx
          .updateTable('device')
          .set({ positional: JSON.stringify({ maplng, maplat: 38 }) })
          .where('id', '=', ids.air)
          .execute(),
      )
    const mayOpen = async (...keys: string[]) => {
      const menu_control = JSON.stringify(keys)
      await desk.storage.write((trx) =>
        trx.updateTable('systemuser').set({ menu_control }).where('id', '=', users.manager).execute(),
      )
      desk.platform.sessions.forget(users.manager)
    }
    await stand(114.5)
    const rule = await flapping()
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await stand(115)
    for (const value of [20, 250]) await desk.push(SN.air, value)
    const fired_positional = '{"maplng":114.5,"maplat":38}'
    expect(await desk.one(id)).toMatchObject({ refires: 1, level: 1, fired_positional })
    await mayOpen('2-3')
    expect(await desk.one(id)).toMatchObject({ refires: 1, fired_positional: null })
    const records = await desk.world.call(
      'manager',
      'GET',
      `godbThresholdlogByTimeOrId?id=${id}&page_size=10&current=1`,
    )
    expect(records.data).toMatchObject({ list: [{ id, trace: { by: 'sample' } }] })
    expect(JSON.stringify(records.data)).not.toContain('114.5')
    await mayOpen('2-1', '2-3', '4-1')
    await desk.drop(rule)
  })

  it('marks the time up to which messages are left out of its timeline when there are more than 500', async () => {
    const rule = await desk.addRule()
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    const [{ at: fired } = { at: 0 }] = (await desk.one(id)).timeline
    /** Stores messages a millisecond apart. */
    const send = (from: number, count: number) => {
      const sending = { thresholdlog_id: id, device_id: ids.air, project_id: 1, alarm_type: 3, send_ok: 1 }
      const words = { send_name: 'Li', send_url: 'li@example.org', send_data: 'high' }
      const rows = Array.from({ length: count }, (_, at) => ({ ...sending, ...words, alarm_time: fired + from + at }))
      return desk.storage.write((trx) => trx.insertInto('alarmsendlog').values(rows).execute())
    }
    const told = async () => (await desk.one(id)).timeline.map(({ kind, at }) => `${kind} ${at - fired}`)
    await send(1, 500)
    expect((await told()).slice(0, 2)).toEqual(['fired 0', 'message 1'])
    await send(501, 2)
    expect((await told()).slice(0, 3)).toEqual(['fired 0', 'left_out 2', 'message 3'])
    await desk.drop(rule)
  })
})
