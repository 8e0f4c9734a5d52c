import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDelivery } from '../../server/alarms/delivery.ts'
import { silentLog } from '../../server/log.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002', other: '1869024003' }
const MINUTE = 60_000

interface EpisodeAnswer {
  id: number
  device_id: number
  device_name: string
  area_name: string
  district_id: number
  node_name: string
  unitname: string
  work: string
  condition: string
  assignee_id: number | null
  assignee_name: string | null
  refires: number
  peak: number
  value: number
  incident: number | null
  version: number
  note: string | null
  result: string | null
  level: number | null
  snoozed_until: number | null
  cleared_at: number | null
  timeline: ({ kind: string; at: number; undone?: number } & Record<string, unknown>)[]
}

describe.each(engines)('episodes on %s', (engine) => {
  let world: WorldApp
  const stamp = { created_at: 0, updated_at: 0 }
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
    await world.platform.storage.write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control: '["2-1","2-3","4-1"]' })
        .where('id', 'in', [users.manager, users.watcher, users.stranger])
        .execute(),
    )
    for (const id of [users.manager, users.watcher, users.stranger]) world.platform.sessions.forget(id)
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  /** Samples come in order, a second apart. */
  let clock = Date.now() - 5 * MINUTE
  const next = (): number => (clock += 1000)
  const push = async (sn: string, value: number, t = next()) => {
    await world.platform.ingest.push([{ sn, t, values: { 1: value } }], trusted)
    await world.platform.alarms.settled()
  }
  const addRule = async (row: object = {}): Promise<number> => {
    await calm()
    const rule = {
      ...ABOVE_100,
      alarm_interval: 0,
      alert_level: 2,
      enable: 1,
      alarm_msg: 'high',
      enable_back: 0,
      ...row,
      ...stamp,
    }
    const { id } = await storage().write((trx) =>
      trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    return id
  }
  /** Pushes values that violate no rule, so that a new rule does not fire at once. */
  const calm = async (): Promise<void> => {
    for (const sn of [SN.air, SN.level]) await push(sn, 20)
  }
  const drop = async (id: number): Promise<void> => {
    await storage().write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
    await world.platform.alarms.settled()
  }
  const list = async (query: string, user: keyof typeof users = 'manager') =>
    (await world.call(user, 'GET', `episodes?${query}`)).data as {
      list: EpisodeAnswer[]
      total: number
      totals: Record<string, number>
    }
  const one = async (id: number): Promise<EpisodeAnswer> =>
    (await world.call('manager', 'GET', `episodes/${id}`)).data as EpisodeAnswer
  const act = (user: keyof typeof users, id: number, name: string, body: object = {}) =>
    world.call(user, 'POST', `episodes/${id}/${name}`, body) as Promise<{
      status: number
      msg: string
      data: EpisodeAnswer & { current: EpisodeAnswer; fields: object }
    }>
  const newest = async (rule: number): Promise<EpisodeAnswer> => {
    const [first] = (await list(`threshold_id=${rule}`)).list
    if (!first) throw new Error('no episode')
    return first
  }

  it('show condition, peak value and display fields as found by the engine', async () => {
    const rule = await addRule()
    const t = next()
    await push(SN.air, 150, t)
    expect(await newest(rule)).toMatchObject({
      device_name: '桥西空气微站 01',
      area_name: '桥西区',
      node_name: 'PM2.5',
      unitname: 'µg/m³',
      condition: 'active',
      work: 'new',
      assignee_id: null,
      value: 150,
      peak: 150,
      refires: 0,
      fired_at: t,
      limit: { com_oper: 0, params_x: 100 },
      cleared_at: null,
    })
    for (const value of [180, 160, 20]) await push(SN.air, value)
    expect(await newest(rule)).toMatchObject({
      condition: 'cleared',
      peak: 180,
      peak_at: t + 1000,
      cleared_at: t + 3000,
    })
    const { timeline, id } = await one((await newest(rule)).id)
    expect(timeline.map(({ kind }) => kind)).toEqual(['fired', 'peak', 'cleared'])
    expect((await list('state=needs')).list.map((row) => row.id)).toContain(id)
    await drop(rule)
  })

  it('end a snooze until worse at a worse level, and refuse such a snooze at the worst level', async () => {
    const rule = await addRule({ name: 'levels', limits: '{"1":200,"3":100}' })
    await push(SN.air, 150)
    const { id, level } = await newest(rule)
    expect(level).toBe(3)
    expect(await act('manager', id, 'snooze', { worse: 1 })).toMatchObject({
      data: { snoozed_until: expect.any(Number) },
    })
    await push(SN.air, 180)
    expect((await list('state=snoozed')).list.map((row) => row.id)).toContain(id)
    await push(SN.air, 250)
    expect(await one(id)).toMatchObject({ level: 1, worst_level: 1, snoozed_until: null })
    const refused = { status: 400, data: { fields: { worse: expect.any(String) } } }
    expect(await act('manager', id, 'snooze', { worse: 1 })).toMatchObject(refused)
    await drop(rule)
    // A rule with one level may use any level.
    const plain = await addRule({ name: 'plain', alert_level: 3 })
    await push(SN.air, 150)
    const { id: only } = await newest(plain)
    expect(await act('manager', only, 'snooze', { worse: 1 })).toMatchObject(refused)
    expect(await one(only)).toMatchObject({ level: 3, worst_level: 3, snoozed_until: null })
    await drop(plain)
  })

  it('ring the bell while active and unassigned or assigned to the caller, but not when ended and unassigned', async () => {
    const rule = await addRule({ name: 'bell' })
    const rings = async (id: number): Promise<boolean> => {
      const [{ list: rows, total }, count] = await Promise.all([
        list('state=needs_me'),
        world.call('manager', 'GET', 'episodes/count'),
      ])
      expect(count.data).toMatchObject({ needs: total })
      return rows.some((row) => row.id === id)
    }
    await push(SN.air, 150)
    const { id } = await newest(rule)
    expect(await rings(id)).toBe(true)
    await push(SN.air, 20)
    expect((await list('state=needs')).list.map((row) => row.id)).toContain(id)
    expect(await rings(id)).toBe(false)
    await act('manager', id, 'acknowledge')
    expect(await rings(id)).toBe(true)
    await drop(rule)
  })

  it('are acknowledged, assigned, snoozed, closed and reopened with a timeline; a conflicting action gets 409', async () => {
    const rule = await addRule({ name: 'work' })
    await push(SN.air, 150)
    const { id } = await newest(rule)
    expect((await world.call('manager', 'GET', 'episodes/count')).data).toMatchObject({
      levels: { 2: expect.any(Number) },
    })
    expect(await act('manager', id, 'acknowledge')).toMatchObject({
      status: 200,
      data: { work: 'acknowledged', assignee_id: users.manager },
    })
    expect(await act('super', id, 'acknowledge')).toMatchObject({
      status: 409,
      data: { current: { id, assignee_id: users.manager } },
    })
    expect((await act('super', id, 'comment', { note: 'looked', version: 1 })).status).toBe(409)
    expect((await act('super', id, 'comment', {})).status).toBe(400)
    expect(await act('super', id, 'comment', { note: 'looked', picture: '/upload/a.png' })).toMatchObject({
      data: { note: 'looked' },
    })
    expect((await act('manager', id, 'assign', { user_id: users.stranger })).status).toBe(400)
    expect(await act('manager', id, 'assign', { user_id: users.super })).toMatchObject({
      data: { assignee_id: users.super, work: 'acknowledged' },
    })
    expect((await list('state=mine', 'super')).list.map((row) => row.id)).toContain(id)
    const until = Date.now() + 60 * MINUTE
    expect((await act('manager', id, 'snooze', { until: Date.now() - 1 })).status).toBe(400)
    expect(await act('manager', id, 'snooze', { until })).toMatchObject({ data: { snoozed_until: until } })
    expect((await list('state=snoozed')).list.map((row) => row.id)).toEqual([id])
    expect((await list('state=needs', 'super')).list.map((row) => row.id)).not.toContain(id)
    expect((await act('manager', id, 'close', { result: 'nonsense' })).status).toBe(400)
    expect(await act('manager', id, 'close', { result: 'false_alarm', note: 'a bird' })).toMatchObject({
      data: { work: 'closed', result: 'false_alarm', closed_by: users.manager, snoozed_until: null, note: 'a bird' },
    })
    expect((await list('state=closed_today')).list.map((row) => row.id)).toContain(id)
    const old = (await world.call('manager', 'GET', `godbThresholdlogByTimeOrId?id=${id}`)).data as { list: object[] }
    expect(old.list).toMatchObject([
      { id, alarm_state: 1, handled_by: users.manager, explained: { String: 'a bird', Valid: true } },
    ])
    expect(old.list[0]).not.toHaveProperty('work')
    expect((await act('manager', id, 'close')).status).toBe(409)
    expect(await act('super', id, 'reopen')).toMatchObject({ data: { work: 'acknowledged', result: null } })
    const { timeline } = await one(id)
    expect(timeline.find(({ kind }) => kind === 'assign')).toMatchObject({ assignee_name: 'root' })
    expect(timeline.map(({ kind, user_name }) => [kind, user_name ?? null])).toEqual([
      ['fired', null],
      ['acknowledge', expect.any(String)],
      ['comment', expect.any(String)],
      ['assign', expect.any(String)],
      ['snooze', expect.any(String)],
      ['close', expect.any(String)],
      ['reopen', expect.any(String)],
    ])
    await drop(rule)
  })

  it('let users undo only their own last action, and only for a short time', async () => {
    const rule = await addRule({ name: 'undo' })
    await push(SN.air, 150)
    const { id } = await newest(rule)
    await act('manager', id, 'acknowledge')
    expect((await act('super', id, 'undo')).status).toBe(409)
    expect(await act('manager', id, 'undo')).toMatchObject({ data: { work: 'new', assignee_id: null } })
    expect((await act('manager', id, 'undo')).status).toBe(409)
    await act('manager', id, 'close', { note: 'done' })
    const remark = async () =>
      (
        (await world.call('manager', 'GET', `godbThresholdlogByTimeOrId?id=${id}`)).data as {
          list: { alarm_state: number; explained: object }[]
        }
      ).list[0]
    expect(await remark()).toMatchObject({ alarm_state: 2, explained: { String: 'done' } })
    expect(await act('manager', id, 'undo')).toMatchObject({ data: { work: 'new', note: null, result: null } })
    expect(await remark()).toMatchObject({ alarm_state: 0, explained: { String: '', Valid: false } })
    expect((await one(id)).timeline.map(({ kind, undone }) => [kind, undone ?? 0])).toEqual([
      ['fired', 0],
      ['acknowledge', 1],
      ['undo', 0],
      ['close', 1],
      ['undo', 0],
    ])
    // An act of longer ago cannot be undone.
    await act('manager', id, 'acknowledge')
    await storage().write((trx) =>
      trx
        .updateTable('episodeact')
        .set({ at: Date.now() - MINUTE })
        .execute(),
    )
    expect((await act('manager', id, 'undo')).status).toBe(409)
    await drop(rule)
  })

  it('are closed by PUT godbThresholdlog, and a new one begins when the alarm fires again', async () => {
    const rule = await addRule({ name: 'old' })
    await push(SN.air, 150)
    const { id } = await newest(rule)
    await world.call('manager', 'PUT', `godbThresholdlog/${id}`, { alarm_state: 2, explained: 'fixed' })
    expect(await one(id)).toMatchObject({ work: 'closed', result: 'handled', closed_by: users.manager })
    await push(SN.air, 20)
    await push(SN.air, 150)
    expect((await list(`threshold_id=${rule}`)).list).toMatchObject([
      { work: 'new', refires: 0 },
      { id, work: 'closed', condition: 'cleared' },
    ])
    await drop(rule)
  })

  it('are changed by a batch action with a result for each', async () => {
    const rule = await addRule({ name: 'batch', device_list: `${ids.air},${ids.level}` })
    await push(SN.air, 150)
    await push(SN.level, 150)
    const rows = (await list(`threshold_id=${rule}`)).list.map(({ id }) => id)
    await act('super', rows[0] ?? 0, 'acknowledge')
    const batch = async (user: keyof typeof users, body: object) => world.call(user, 'POST', 'episodes/batch', body)
    expect((await batch('manager', { ids: [...rows, 999_999], action: 'acknowledge' })).data).toMatchObject([
      { id: rows[0], code: 409, episode: { assignee_id: users.super } },
      { id: rows[1], code: 0, episode: { assignee_id: users.manager } },
      { id: 999_999, code: 404 },
    ])
    expect((await batch('stranger', { ids: rows, action: 'close' })).data).toMatchObject([{ code: 404 }, { code: 404 }])
    expect((await batch('manager', { ids: rows, action: 'snooze' })).status).toBe(400)
    // The project decides which assignees are possible: the rows before and after the failing one are answered too.
    await storage().write((trx) =>
      trx
        .updateTable('thresholdlog')
        .set({ project_id: 2 })
        .where('id', '=', rows[0] ?? 0)
        .execute(),
    )
    const given = { ids: rows, action: 'assign', user_id: users.manager }
    expect((await batch('super', given)).data).toMatchObject([
      { id: rows[0], code: 400, msg: expect.stringMatching(/enabled user/) },
      { id: rows[1], code: 0, episode: { assignee_id: users.manager } },
    ])
    expect((await batch('super', { ...given, ids: [rows[0]] })).status).toBe(400)
    await storage().write((trx) => trx.updateTable('thresholdlog').set({ project_id: 1 }).execute())
    await drop(rule)
  })

  it('form an incident when nearby devices of a model fire together, until one is split off', async () => {
    const rule = await addRule({ name: 'incident', device_list: `${ids.air},${ids.level}`, district_id: 2 })
    await storage().write((trx) => trx.updateTable('thresholdlog').set({ work: 2 }).execute())
    await storage().write((trx) =>
      trx
        .updateTable('device')
        .set({ positional: JSON.stringify({ maplng: 114.5, maplat: 38 }) })
        .where('id', 'in', [ids.air, ids.level])
        .execute(),
    )
    await push(SN.air, 150)
    const first = await newest(rule)
    expect(first.incident).toBeNull()
    await push(SN.level, 150)
    const members = (await list(`incident=${first.id}`)).list
    expect(members).toHaveLength(2)
    expect(members.map(({ incident }) => incident)).toEqual([first.id, first.id])
    // Counts cover all pages of the filter's result that the caller may see.
    const groups = async (query: string, user: keyof typeof users = 'manager') =>
      (await world.call(user, 'GET', `episodes/groups?threshold_id=${rule}&${query}`)).data
    expect(await groups('by=incident')).toEqual([{ kind: 'incident', id: first.id, total: 2, free: 2 }])
    expect(await groups(`by=incident&device_id=${ids.air}`)).toEqual([{ kind: 'urgent', id: null, total: 1, free: 1 }])
    // Groups of equal size come in any order.
    expect(await groups('by=area')).toHaveLength(2)
    expect(await groups('by=area')).toEqual(
      expect.arrayContaining(members.map(({ district_id: id }) => ({ kind: 'area', id, total: 1, free: 1 }))),
    )
    const free = async (query: string, user: keyof typeof users = 'manager') => {
      const answer = await world.call(user, 'GET', `episodes/groups/free?threshold_id=${rule}&${query}`)
      return (answer.data as { list: EpisodeAnswer[] }).list.map(({ id }) => id)
    }
    const taken = members.map(({ id }) => id).toSorted((a, b) => a - b)
    expect([await free(`kind=incident&id=${first.id}`), await free('by=episode&kind=urgent')]).toEqual([taken, taken])
    expect([await free('by=incident&kind=urgent'), await free('by=area&kind=area')]).toEqual([[], []])
    for (const { id, district_id } of members) expect(await free(`by=area&kind=area&id=${district_id}`)).toEqual([id])
    expect(await free('by=episode&kind=urgent', 'stranger')).toEqual([])
    expect((await world.call('manager', 'GET', 'episodes/groups/free?by=area')).status).toBe(400)
    const until = Date.now() + 60 * MINUTE
    await act('manager', first.id, 'snooze', { until })
    expect(await groups('by=episode')).toEqual(
      expect.arrayContaining([
        { kind: 'urgent', id: null, total: 1, free: 1 },
        { kind: 'snoozed', id: null, total: 1, free: 1 },
      ]),
    )
    expect(await groups('by=incident&state=snoozed')).toEqual([{ kind: 'snoozed', id: null, total: 1, free: 1 }])
    expect(await groups('by=episode', 'stranger')).toEqual([])
    // A snoozed episode stands with the snoozed ones; an assigned one belongs to its assignee, although they have not
    // acknowledged it.
    const [other = 0] = taken.filter((id) => id !== first.id)
    expect([await free('by=episode&kind=urgent'), await free('by=episode&kind=snoozed')]).toEqual([[other], [first.id]])
    expect(await act('manager', other, 'assign', { user_id: users.super })).toMatchObject({ data: { work: 'new' } })
    expect(await groups('by=incident')).toEqual([{ kind: 'incident', id: first.id, total: 2, free: 1 }])
    expect(await free('by=episode&kind=urgent')).toEqual([])
    expect(await free(`by=incident&kind=incident&id=${first.id}`)).toEqual([first.id])
    expect((await world.call('manager', 'GET', 'episodes/groups?by=x')).status).toBe(400)
    const incidents = async () => (await list(`threshold_id=${rule}`)).list.map(({ incident }) => incident)
    expect(await act('manager', first.id, 'split')).toMatchObject({ status: 200, data: { incident: null } })
    expect(await incidents()).toEqual([null, null])
    // The user who did it can undo it, once.
    expect(await act('manager', first.id, 'undo')).toMatchObject({ data: { incident: first.id, work: 'new' } })
    expect([await incidents(), (await act('manager', first.id, 'undo')).status]).toEqual([[first.id, first.id], 409])
    await act('manager', first.id, 'split')
    await act('super', first.id, 'comment', { note: 'stays out' })
    expect([await incidents(), (await act('manager', first.id, 'undo')).status]).toEqual([[null, null], 409])
    await drop(rule)
  })

  it('are limited to the caller’s projects and areas, with totals per view; invalid parameters get 400', async () => {
    expect((await list('', 'stranger')).total).toBe(0)
    expect((await list('', 'super')).total).toBe((await list('', 'manager')).total)
    const { id } = (await list('')).list[0] as EpisodeAnswer
    expect((await world.call('stranger', 'GET', `episodes/${id}`)).status).toBe(404)
    expect((await act('stranger', id, 'comment', { note: 'x' })).status).toBe(404)
    expect((await world.call(null, 'GET', 'episodes')).status).toBe(401)
    const everything = await list('totals=1&page_size=1')
    expect(everything.totals).toMatchObject({ all: everything.total })
    for (const wrong of ['state=x', 'level=9', 'assignee=x', 'sort=trace', 'condition=x', 'start=x'])
      expect((await world.call('manager', 'GET', `episodes?${wrong}`)).status).toBe(400)
    const levels = (await list('sort=level&order=asc&page_size=100')).list
    expect(levels.length).toBeGreaterThan(3)
    expect((await list('search=incid')).total).toBe(2)
    for (const state of ['needs', 'mine', 'snoozed', 'closed_today', 'closed', 'all']) {
      const { total, totals } = await list(`state=${state}&totals=1&page_size=1`)
      expect([state, total]).toEqual([state, (await list(`state=${state}&page_size=1`)).total])
      expect([total, undefined]).toContain(totals?.[state])
    }
  })

  it('are found case-insensitively by part of the device, rule or node name at firing time, or of the note', async () => {
    const rule = await addRule({ name: 'Searched Rule' })
    await push(SN.air, 150)
    await push(SN.air, 20)
    const found = await newest(rule)
    const all = (await list('')).total
    const totalOf = async (text: string) => (await list(`search=${encodeURIComponent(text)}`)).total
    expect(await totalOf('searched RULE')).toBe(1)
    expect(await totalOf('d r')).toBe(1)
    expect(await totalOf('nothing is called so')).toBe(0)
    expect(await totalOf('%')).toBe(0)
    await act('manager', found.id, 'comment', { note: 'The Pump ran dry' })
    expect((await list('search=pump')).list.map(({ id }) => id)).toEqual([found.id])
    expect(await totalOf('mp')).toBe(1)
    // An alarm keeps the names of the time it fired.
    await storage().write((trx) =>
      trx.updateTable('threshold').set({ name: 'Renamed' }).where('id', '=', rule).execute(),
    )
    expect(await totalOf('searched rule')).toBe(1)
    expect((await list(`search=${encodeURIComponent(found.device_name)}&totals=1`)).totals?.all).toBe(
      (await list(`device_id=${found.device_id}`)).total,
    )
    await storage().write((trx) =>
      trx.updateTable('thresholdlog').set({ alert_level: null }).where('id', '=', found.id).execute(),
    )
    const levels = async (order: string) =>
      (await list(`sort=level&order=${order}&page_size=1000`)).list.map(({ level }) => level ?? 9)
    expect(await levels('asc')).toEqual((await levels('asc')).toSorted())
    expect(await levels('desc')).toEqual((await levels('asc')).toReversed())
    expect(await levels('asc')).toHaveLength(all)
    await drop(rule)
  })

  it('continue when the alarm fires again within min_off, without another message or a recovery message', async () => {
    const contact = await storage().write((trx) =>
      trx
        .insertInto('alarminfo')
        .values({ alarm_name: '张工', alarm_phone: '13800000001', project_id: 1, district_id: 2, ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const rule = await addRule({
      name: 'flap',
      min_off: 3600,
      alarm_phone: String(contact.id),
      enable_back: 1,
      back_msg: 'over',
    })
    const t = clock + 1000
    for (const value of [150, 20, 190, 20, 160, 30]) await push(SN.air, value)
    const rows = (await list(`threshold_id=${rule}`)).list
    expect(rows).toMatchObject([{ refires: 2, condition: 'cleared', cleared_at: t + 5000, fired_at: t, peak: 190 }])
    const { id } = rows[0] as EpisodeAnswer
    const { timeline } = await one(id)
    expect(timeline.filter(({ kind }) => kind !== 'message').map(({ kind }) => kind)).toEqual([
      'fired',
      'cleared',
      'refired',
      'peak',
      'cleared',
      'refired',
      'cleared',
    ])
    const sent = await storage()
      .read.selectFrom('alarmsendlog')
      .select(['send_ok', 'explained', 'next_at'])
      .where('thresholdlog_id', '=', id)
      .orderBy('id')
      .execute()
    expect(sent.map(({ send_ok, explained }) => [send_ok, explained?.match(/alarm\.(\w+)/)?.[1] ?? null])).toEqual([
      [0, 'outboxSms'],
      [0, 'firedAgain'],
      [0, 'duplicate'],
      [0, 'firedAgain'],
      [0, 'duplicate'],
      [-1, null],
    ])
    expect(sent.at(-1)?.next_at).toBe(t + 5000 + 60 * MINUTE)
    // Closed meanwhile, the episode needs an assignee again, and a notification is sent.
    await act('manager', id, 'close')
    await push(SN.air, 170)
    expect(await newest(rule)).toMatchObject({ id, work: 'new', refires: 3 })
    // Beyond that time a new episode begins.
    await push(SN.air, 20)
    await storage().write((trx) =>
      trx
        .updateTable('thresholdlog')
        .set({ recovered_at: t - 120 * MINUTE })
        .where('id', '=', id)
        .execute(),
    )
    await push(SN.air, 150)
    expect((await list(`threshold_id=${rule}`)).total).toBe(2)
    // A delayed message is sent once its time has come, by whichever process runs.
    await storage().write((trx) =>
      trx
        .updateTable('alarmsendlog')
        .set({ next_at: Date.now() + 300 })
        .where('send_ok', '=', -1)
        .execute(),
    )
    const delivery = await createDelivery({ storage: storage(), settings: world.platform.settings, log: silentLog })
    delivery.wake()
    await expect
      .poll(async () => storage().read.selectFrom('alarmsendlog').select('id').where('send_ok', '<', 0).execute(), {
        timeout: upTo(20_000),
        interval: 100,
      })
      .toEqual([])
    await delivery.close()
    await drop(rule)
  })
})
