import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dueQuery } from '../../server/alarms/escalation/clock.ts'
import { notifyHeldAlarms } from '../../server/alarms/maintenance/tell.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002' }
const MINUTE = 60_000
const stamp = { created_at: 0, updated_at: 0 }

interface Answer {
  id: number
  work: string
  assignee_id: number | null
  assignee_name: string | null
  roster_name: string | null
  on_call_name: string | null
  escalation: {
    name: string
    done: number
    steps: number
    next: {
      at: number
      to: string
      name: string | null
      person: string | null
      level: number | null
      maintenance_until: number | null
    } | null
  } | null
  timeline: {
    kind: string
    at: number
    minutes?: number
    to?: string
    name?: string | null
    person?: string | null
    count?: number
    step?: number
  }[]
}

describe.each(engines)('escalations on %s', (engine) => {
  let world: WorldApp
  const contacts = { li: 0, wang: 0, chief: 0 }
  const made = { roster: 0, channel: 0, escalation: 0, rule: 0 }
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
    await storage().write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control: '["2-1","2-3","4-8-2","4-8-3","4-8-4","4-9-2","4-9-3","4-9-4"]' })
        .where('id', 'in', [users.manager, users.watcher, users.stranger])
        .execute(),
    )
    for (const id of [users.manager, users.watcher, users.stranger]) world.platform.sessions.forget(id)
    contacts.li = await add('alarminfo', { alarm_name: '李工', alarm_phone: '13800000001', user_id: users.manager })
    contacts.wang = await add('alarminfo', { alarm_name: '王工', alarm_email: 'wang@example.com', alarm_phone: null })
    contacts.chief = await add('alarminfo', { alarm_name: '站长', alarm_phone: '13800000003' })
    made.channel = await ok('alarmChannel', { name: '推送', project_id: 1, kind: 5 })
    made.roster = await ok('alarmRoster', {
      name: '夜班',
      project_id: 1,
      people: `${contacts.li},${contacts.wang}`,
      every: 1,
      unit: 2,
      handover: '00:00',
      // Turns begin on the current day, so that Li is on call at any time the test runs.
      starts: today(),
    })
    made.escalation = await ok('alarmEscalation', {
      name: '逐级',
      project_id: 1,
      steps: JSON.stringify([
        { after: 30, level: 1 },
        { after: 10, roster: made.roster },
        { after: 20, channel: made.channel },
        { after: 20, contact: contacts.wang },
      ]),
    })
    made.rule = await add('threshold', {
      name: 'rule',
      device_list: `${ids.air},${ids.level}`,
      nodemap_id: ids.pm,
      com_oper: 0,
      params_x: 100,
      hold_time: 0,
      alarm_interval: 0,
      alert_level: 2,
      enable: 1,
      alarm_msg: 'high',
      enable_back: 0,
      min_off: 600,
      alarm_phone: String(contacts.chief),
      escalation_id: made.escalation,
    })
    await world.platform.registry.changed('threshold', made.rule)
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  const today = () => new Date(Date.now() + 8 * 60 * MINUTE).toISOString().slice(0, 10)
  const add = async (table: 'alarminfo' | 'threshold', row: object): Promise<number> => {
    const values = { project_id: 1, district_id: 2, ...row, ...stamp } as never
    const { id } = await storage().write((trx) =>
      trx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow(),
    )
    return Number(id)
  }
  const ok = async (api: string, body: object, user: keyof typeof users = 'super'): Promise<number> => {
    const answer = await world.call(user, 'POST', api, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return (answer.data as { id: number }).id
  }
  let clock = Date.now() - 5 * MINUTE
  const push = async (value: number, sn = SN.air): Promise<void> => {
    await world.platform.ingest.push([{ sn, t: (clock += 1000), values: { 1: value } }], trusted)
    await world.platform.alarms.settled()
  }
  /** Fires an alarm, as a new episode, since the last one is closed and long over. */
  const fire = async (): Promise<number> => {
    await push(20)
    await storage().write((trx) => trx.updateTable('thresholdlog').set({ recovered_at: 1, work: 2 }).execute())
    await push(150)
    const row = await storage()
      .read.selectFrom('thresholdlog')
      .select('id')
      .where('is_alarm', '=', 1)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await world.platform.alarms.escalate()
    return row.id
  }
  const one = async (id: number): Promise<Answer> =>
    (await world.call('manager', 'GET', `episodes/${id}`)).data as Answer
  const act = (id: number, name: string, body: object = {}, user: keyof typeof users = 'manager') =>
    world.call(user, 'POST', `episodes/${id}/${name}`, body) as Promise<{
      status: number
      data: Answer & { fields: object }
    }>
  const steps = async (id: number) =>
    (await one(id)).timeline
      .filter(({ kind }) => kind === 'escalate')
      .map(({ to, name, person, minutes }) => [minutes, to, name, person])
  const since = async (id: number): Promise<number> => {
    const row = await storage()
      .read.selectFrom('thresholdlog')
      .select('escalation_since')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.escalation_since ?? 0
  }
  const sent = async (id: number) =>
    (
      await storage()
        .read.selectFrom('alarmsendlog')
        .select(['send_name', 'alarm_type', 'send_url', 'send_data'])
        .where('thresholdlog_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ send_name, alarm_type, send_url }) => [send_name, alarm_type, send_url])
  const at = async (id: number, minutes: number, more = 0) =>
    world.platform.alarms.escalate((await since(id)) + minutes * MINUTE + more)

  it('notify each step once at its time, with entries in send log and timeline', async () => {
    const id = await fire()
    const begun = await since(id)
    expect((await one(id)).escalation).toEqual({
      id: made.escalation,
      name: '逐级',
      done: 0,
      steps: 4,
      next: {
        at: begun + 10 * MINUTE,
        to: 'roster',
        name: '夜班',
        person: '李工',
        level: null,
        maintenance_until: null,
      },
    })
    await at(id, 10, -1)
    expect(await steps(id)).toEqual([])
    // Several runs at once, as when the leadership changes.
    await Promise.all([at(id, 10), at(id, 10), at(id, 10)])
    await at(id, 10, 30_000)
    expect(await steps(id)).toEqual([[10, 'roster', '夜班', '李工']])
    await at(id, 20)
    await at(id, 30)
    await at(id, 600)
    expect(await steps(id)).toEqual([
      [10, 'roster', '夜班', '李工'],
      [20, 'channel', '推送', null],
      [20, 'contact', '王工', null],
      [30, 'level', null, null],
    ])
    expect(await sent(id)).toEqual([
      ['站长', 1, '13800000003'],
      ['李工', 1, '13800000001'],
      ['推送', 5, ''],
      ['王工', 3, 'wang@example.com'],
      ['站长', 1, '13800000003'],
    ])
    expect((await one(id)).escalation).toMatchObject({ done: 4, next: null })
    const { send_data } = await storage()
      .read.selectFrom('alarmsendlog')
      .select('send_data')
      .where('thresholdlog_id', '=', id)
      .where('send_name', '=', '李工')
      .executeTakeFirstOrThrow()
    expect(send_data).toMatch(
      /^10 分钟无人接手：桥西空气微站 01 PM2\.5 当前值 150 µg\/m³（规则：PM2\.5 > 100 µg\/m³）：high；区域 桥西区；开始时间 /,
    )
  })

  it('start for an alarm of their rule, beside one of a rule without escalation at the same time', async () => {
    await push(20)
    const plain = await add('threshold', {
      name: 'plain',
      device_list: String(ids.air),
      nodemap_id: ids.pm,
      com_oper: 0,
      params_x: 120,
      hold_time: 0,
      enable: 1,
      alarm_msg: 'high',
      enable_back: 0,
    })
    await world.platform.registry.changed('threshold', plain)
    await storage().write((trx) => trx.updateTable('thresholdlog').set({ recovered_at: 1, work: 2 }).execute())
    await push(150)
    const rows = await storage()
      .read.selectFrom('thresholdlog')
      .select(['threshold_id', 'escalation_id', 'escalation_step'])
      .where('is_alarm', '=', 1)
      .orderBy('threshold_id')
      .execute()
    expect(rows).toEqual([
      { threshold_id: made.rule, escalation_id: made.escalation, escalation_step: 0 },
      { threshold_id: plain, escalation_id: null, escalation_step: 0 },
    ])
    await storage().write((trx) => trx.deleteFrom('threshold').where('id', '=', plain).execute())
    await world.platform.registry.changed('threshold', plain)
    await world.platform.alarms.settled()
  })

  it('stop on acknowledge, continue after undo, and restart after unassigning or reopening', async () => {
    const id = await fire()
    await at(id, 10)
    await act(id, 'acknowledge')
    await at(id, 60)
    expect(await steps(id)).toHaveLength(1)
    expect((await one(id)).escalation?.next).toBeNull()
    expect((await act(id, 'undo')).status).toBe(200)
    // The clock's own run, which an undo triggers, beside a run that finds steps due.
    await Promise.all([world.platform.alarms.escalate(), at(id, 20)])
    expect(await steps(id)).toHaveLength(3)
    await act(id, 'acknowledge')
    await act(id, 'assign', { user_id: null })
    expect((await one(id)).escalation).toMatchObject({ done: 0, next: { to: 'roster' } })
    await at(id, 10)
    expect(await steps(id)).toHaveLength(4)
    await act(id, 'close')
    await at(id, 60)
    expect(await steps(id)).toHaveLength(4)
    await act(id, 'reopen')
    await at(id, 10, -1)
    expect(await steps(id)).toHaveLength(4)
    await at(id, 10)
    expect(await steps(id)).toHaveLength(5)
  })

  it('stop on recovery, continue when the alarm fires again, and restart if it was closed', async () => {
    const id = await fire()
    await at(id, 10)
    await push(20)
    await at(id, 60)
    expect(await steps(id)).toHaveLength(1)
    const begun = await since(id)
    await push(150)
    const next = { at: begun + 20 * MINUTE, to: 'channel' }
    expect(await one(id)).toMatchObject({ refires: 1, escalation: { done: 1, next } })
    await at(id, 20)
    expect(await steps(id)).toHaveLength(3)
    await act(id, 'close')
    await push(20)
    await push(150)
    expect(await one(id)).toMatchObject({ refires: 2, escalation: { done: 0, next: { to: 'roster' } } })
  })

  it('count towards the storm limit, and are held above it', async () => {
    const storm = (storm_count: number) =>
      storage().write((trx) =>
        trx.updateTable('project').set({ storm_count, storm_minutes: 10 }).where('id', '=', 1).execute(),
      )
    await storm(1)
    const first = await fire()
    await at(first, 10)
    const second = await fire()
    await at(second, 10)
    await storm(0)
    const rows = await storage()
      .read.selectFrom('alarmsendlog')
      .select(['thresholdlog_id', 'storm_id'])
      .where('thresholdlog_id', 'in', [first, second])
      .where('send_name', '=', '李工')
      .orderBy('id')
      .execute()
    expect(rows.map(({ thresholdlog_id, storm_id }) => [thresholdlog_id, storm_id !== null])).toEqual([
      [first, false],
      [second, true],
    ])
    await storage().write((trx) => trx.deleteFrom('alarmstorm').execute())
  })

  it('wait during a snooze, continue at the same intervals, and start only after a maintenance window', async () => {
    const id = await fire()
    const until = Date.now() + 60 * MINUTE
    await act(id, 'snooze', { until })
    await world.platform.alarms.escalate(until - 1)
    expect(await steps(id)).toEqual([])
    expect((await one(id)).escalation?.next).toMatchObject({ at: until, to: 'roster' })
    await world.platform.alarms.escalate(until)
    await world.platform.alarms.escalate(until + 10 * MINUTE - 1)
    expect(await steps(id)).toHaveLength(1)
    await world.platform.alarms.escalate(until + 10 * MINUTE)
    expect(await steps(id)).toHaveLength(3)
    // A shortened or ended snooze takes effect at once.
    const other = await fire()
    await act(other, 'snooze', { until: Date.now() + 60 * MINUTE })
    await at(other, 10)
    expect(await steps(other)).toEqual([])
    await act(other, 'snooze', { until: Date.now() + MINUTE })
    await at(other, 10)
    expect(await steps(other)).toHaveLength(1)
    const over = Date.now() + 60 * MINUTE
    const window = await ok('alarmMaintenance', {
      name: '检修',
      project_id: 1,
      // Values in this test are some minutes old.
      starts: over - 120 * MINUTE,
      ends: over,
      device_list: String(ids.air),
    })
    const quiet = await fire()
    await at(quiet, 60)
    expect(await steps(quiet)).toEqual([])
    // An alarm that is still open at the end of the maintenance is notified then, and its escalation starts then.
    const { timeZone, alarmLanguage: language } = world.platform.settings
    await notifyHeldAlarms({ ...world.platform, manner: { timeZone, language, publicUrl: null } }, over)
    await world.platform.alarms.escalate(over + 10 * MINUTE - 1)
    expect(await steps(quiet)).toEqual([])
    await world.platform.alarms.escalate(over + 10 * MINUTE)
    expect(await steps(quiet)).toHaveLength(1)
    await world.call('super', 'DELETE', `alarmMaintenance/${window}`)
  })

  it('wait for a maintenance window that began after the alarm, and continue at the same intervals', async () => {
    const id = await fire()
    const begun = await since(id)
    const window = await ok('alarmMaintenance', {
      name: '检修',
      project_id: 1,
      starts: begun + 5 * MINUTE,
      ends: begun + 60 * MINUTE,
      device_list: String(ids.air),
    })
    const escalate = (minutes: number, more = 0) => world.platform.alarms.escalate(begun + minutes * MINUTE + more)
    const end = begun + 60 * MINUTE
    expect((await one(id)).escalation?.next).toMatchObject({ at: end, to: 'roster', maintenance_until: end })
    for (const minutes of [10, 30, 59]) await escalate(minutes)
    expect(await steps(id)).toEqual([])
    await escalate(60)
    expect(await steps(id)).toEqual([[60, 'roster', '夜班', '李工']])
    await escalate(70, -1)
    expect(await steps(id)).toHaveLength(1)
    await escalate(70)
    expect(await steps(id)).toHaveLength(3)
    await world.call('super', 'DELETE', `alarmMaintenance/${window}`)
  })

  it('notify nobody when nobody is on call, and continue', async () => {
    const before = { starts: today() }
    await world.call('super', 'PUT', `alarmRoster/${made.roster}`, { starts: '9999-01-01' })
    const id = await fire()
    await at(id, 10)
    expect((await one(id)).timeline.find(({ kind }) => kind === 'escalate')).toMatchObject({
      name: '夜班',
      person: null,
      count: 0,
    })
    expect((await act(id, 'assign', { roster_id: made.roster })).status).toBe(400)
    await at(id, 20)
    expect(await steps(id)).toHaveLength(3)
    await world.call('super', 'PUT', `alarmRoster/${made.roster}`, before)
  })

  it('notify by a single chosen channel, and the person whose turn is next on the roster', async () => {
    const setEscalation = async (escalation_id: number) => {
      await storage().write((trx) =>
        trx.updateTable('threshold').set({ escalation_id }).where('id', '=', made.rule).execute(),
      )
      await world.platform.registry.changed('threshold', made.rule)
    }
    const plan = [
      { after: 10, roster: made.roster, turn: 1 },
      { after: 20, roster: made.roster, turn: 1, way: 1 },
      { after: 30, contact: contacts.li, way: 1 },
      { after: 40, contact: contacts.li, way: 2 },
    ]
    await setEscalation(await ok('alarmEscalation', { name: '逐人', project_id: 1, steps: JSON.stringify(plan) }))
    const id = await fire()
    expect((await one(id)).escalation?.next).toMatchObject({ to: 'roster', name: '夜班', person: '王工' })
    for (const { after } of plan) await at(id, after)
    expect(await steps(id)).toEqual([
      [10, 'roster', '夜班', '王工'],
      [20, 'roster', '夜班', '王工'],
      [30, 'contact', '李工', null],
      [40, 'contact', '李工', null],
    ])
    const { timeline } = await one(id)
    expect(timeline.flatMap(({ kind, count }) => (kind === 'escalate' ? [count] : []))).toEqual([1, 0, 1, 0])
    expect(await sent(id)).toEqual([
      ['站长', 1, '13800000003'],
      ['王工', 3, 'wang@example.com'],
      ['王工', 1, ''],
      ['李工', 1, '13800000001'],
      ['李工', 2, ''],
    ])
    await setEscalation(made.escalation)
  })

  it('assign an episode to a roster’s person on call, and refuse an invalid roster', async () => {
    const id = await fire()
    const given = await act(id, 'assign', { roster_id: made.roster })
    expect(given).toMatchObject({
      status: 200,
      data: { work: 'new', roster_name: '夜班', on_call_name: '李工', assignee_id: users.manager },
    })
    expect((await one(id)).timeline.at(-1)).toMatchObject({ kind: 'assign', name: '夜班', person: '李工' })
    expect(await act(id, 'undo')).toMatchObject({ data: { roster_name: null, assignee_id: null, on_call_name: null } })
    // Roster and user at once, a missing roster, and a roster of another project.
    expect((await act(id, 'assign', { roster_id: made.roster, user_id: users.manager })).status).toBe(400)
    expect((await act(id, 'assign', { roster_id: 999_999 })).status).toBe(400)
    const elsewhere = await add('alarminfo', { alarm_name: 'x', alarm_phone: '13800000009', project_id: 2 })
    const foreign = await ok('alarmRoster', {
      name: 'other',
      project_id: 2,
      people: String(elsewhere),
      every: 1,
      unit: 1,
      handover: '08:00',
      starts: '2026-01-01',
    })
    expect((await act(id, 'assign', { roster_id: foreign }, 'super')).status).toBe(400)
  })

  it('refuse missing and foreign contacts, rosters and channels, and protect used ones from deletion', async () => {
    const body = (step: object) => ({ name: 'mine', project_id: 1, steps: JSON.stringify([{ after: 1, ...step }]) })
    const elsewhere = await add('alarminfo', { alarm_name: 'y', alarm_phone: '13800000008', project_id: 2 })
    for (const step of [{ contact: elsewhere }, { contact: 999_999 }, { roster: 999_999 }, { channel: 999_999 }])
      for (const user of ['super', 'manager'] as const)
        expect((await world.call(user, 'POST', 'alarmEscalation', body(step))).data).toMatchObject({
          fields: { steps: expect.any(String) },
        })
    expect((await world.call('manager', 'POST', 'alarmEscalation', body({ roster: made.roster }))).status).toBe(200)
    expect((await world.call('stranger', 'GET', `alarmEscalation/${made.escalation}`)).status).toBe(404)
    expect((await world.call('stranger', 'PUT', `alarmRoster/${made.roster}`, { name: 'x' })).status).toBe(404)
    for (const path of [`godbAlarminfo/${contacts.wang}`, `alarmRoster/${made.roster}`, `alarmChannel/${made.channel}`])
      expect((await world.call('super', 'DELETE', path)).status, path).toBe(409)
    const exception = (by: number) => ({ exceptions: JSON.stringify([{ from: 1, until: 2, by }]) })
    expect((await world.call('super', 'PUT', `alarmRoster/${made.roster}`, exception(elsewhere))).data).toMatchObject({
      fields: { exceptions: expect.any(String) },
    })
    expect(
      (await world.call('super', 'PUT', `alarmRoster/${made.roster}`, exception(contacts.chief))).data,
    ).toMatchObject({
      stand_ins: String(contacts.chief),
    })
    expect((await world.call('super', 'DELETE', `godbAlarminfo/${contacts.chief}`)).status).toBe(409)
    expect((await world.call('super', 'PUT', `alarmRoster/${made.roster}`, { exceptions: null })).status).toBe(200)
    // The user linked to a contact must belong to its project or to all projects.
    const link = (user_id: number) => world.call('super', 'PUT', `godbAlarminfo/${contacts.wang}`, { user_id })
    expect((await link(users.stranger)).status).toBe(400)
  })

  it('are found by the index thresholdlog_escalate', async () => {
    if (engine !== 'sqlite') return
    const { sql: text, parameters } = dueQuery(world.platform, Date.now()).compile()
    const plan = await sql
      .raw<{ detail: string }>(`explain query plan ${text.replaceAll('?', () => String(parameters[0]))}`)
      .execute(storage().read)
    expect(plan.rows.map(({ detail }) => detail).join('\n')).toMatch(/USING INDEX thresholdlog_escalate/)
  })
})
