import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'

const FLAPPING = { limits: '{"1":200,"4":100}', min_off: 3600, enable_back: 1, back_msg: 'over' }

describe.each(engines)('an alarm that fires again on %s', (engine) => {
  let desk: Desk
  let contact: number
  beforeAll(async () => {
    desk = await openDesk(engine)
    contact = await desk.addContact()
  })
  afterAll(() => desk.dispose())
  const flapping = (row: object = {}) => desk.addRule({ ...FLAPPING, alarm_phone: String(contact), ...row })

  it('at a worse level is of that level, ends a snooze until it gets worse, and is told', async () => {
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

  it('at a milder one keeps the worst it reached, and is told neither again nor when it comes back to it', async () => {
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

  it('at a worse level is not told while it is snoozed until a time', async () => {
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

  it('after somebody closed it begins at the level that it fires at', async () => {
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

  it('or gets worse is nobody’s after somebody closed it: the bell rings for all, whoever had it among them', async () => {
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

  it('or gets worse while it lasts needs somebody anew where it was closed, and is not repeated before', async () => {
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

  it('or gets worse is not what was seen before: to be closed or snoozed it is seen anew, to be taken or commented on it is not', async () => {
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

  it('or ends because its rule is gone is not told to be over, and the send log says why', async () => {
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

  it('cancels the notice of its end, and nothing else that waits', async () => {
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

  it('shows the limit that it reached, at once or later, and in its timeline the one that fired', async () => {
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

  it('says where its device stood when it fired first, to who may read live states', async () => {
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

  it('so often that not all of its messages are told says up to when some are left out', async () => {
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
