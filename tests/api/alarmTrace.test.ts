import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firingsOf, maxStoredAge } from '../../resources/kit/rule.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const SN = { air: '1869024001', level: '1869024002' }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Limit {
  level: number | null
  broken: number | null
  reached: number
  since: number | null
  held: number
}
interface Trace {
  at: number
  source: string | null
  verdict: string
  value: number | null
  value_at: number | null
  conditions: { nodemap_id: number; value: number | null; broken: number | null }[]
  limits: Limit[]
  ends: { com_oper: number; params_x: number } | null
  silent_at: number | null
  suppressed: { reason: string; until?: number; since?: number | null; value?: number }[]
  episode: { id: number; cleared_at: number | null; rule_then: object | null } | null
  messages: { send_ok: number; reason: string; name: string; channel: number }[] | null
}

describe.each(engines)('GET /v1/alarmTrace on %s', (engine) => {
  let world: WorldApp
  const stamp = { created_at: 0, updated_at: 0 }
  const grant = async (user: number, ...keys: string[]): Promise<void> => {
    await storage().write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control: JSON.stringify(keys) })
        .where('id', '=', user)
        .execute(),
    )
    world.platform.sessions.forget(user)
  }
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
    for (const user of [users.manager, users.watcher, users.stranger]) await grant(user, '2-1', '2-3', '4-1')
    await storage().write((trx) =>
      trx
        .insertInto('alarminfo')
        .values({ id: 1, alarm_name: '王工', project_id: 1, alarm_phone: '13800000000', district_id: 2, ...stamp })
        .execute(),
    )
  })
  afterAll(() => world.dispose())

  const storage = () => world.platform.storage
  /** Samples come in order, a second apart. */
  let clock = Date.now() - 5 * MINUTE
  const next = (): number => (clock += 1000)
  const push = async (sn: string, values: Record<string, number>, t = next()): Promise<number> => {
    await world.platform.ingest.push([{ sn, t, values }], trusted)
    await world.platform.alarms.settled()
    return t
  }
  const addRule = async (row: object = {}): Promise<number> => {
    for (const sn of [SN.air, SN.level]) await push(sn, { 1: 20 })
    const { id } = await storage().write((trx) =>
      trx
        .insertInto('threshold')
        .values({
          ...ABOVE_100,
          alarm_interval: 0,
          alert_level: 2,
          enable: 1,
          alarm_msg: 'high',
          enable_back: 0,
          alarm_email: '1',
          limit_scale: 0,
          ...row,
          ...stamp,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    return id
  }
  const setRule = async (id: number, row: object): Promise<void> => {
    await storage().write((trx) => trx.updateTable('threshold').set(row).where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
    await world.platform.alarms.settled()
  }
  const drop = async (id: number): Promise<void> => {
    await storage().write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
    await world.platform.registry.changed('threshold', id)
    await world.platform.alarms.settled()
  }
  const ask = (
    rule: number,
    at: number | null = null,
    user: keyof typeof users | null = 'manager',
    device: number = ids.air,
  ) =>
    world.call(
      user,
      'GET',
      `alarmTrace?threshold_id=${rule}&device_id=${device}${at === null ? '' : `&at=${at}`}`,
    ) as Promise<{ status: number; data: Trace & { fields: object } }>
  const why = async (rule: number, at: number | null = null, device: number = ids.air): Promise<Trace> =>
    (await ask(rule, at, 'manager', device)).data
  const reasons = ({ suppressed }: Trace): string[] => suppressed.map(({ reason }) => reason)

  it('shows value, limit, episode and message outcome of an alarm, in the caller’s language', async () => {
    const rule = await addRule()
    const t = await push(SN.air, { 1: 150 })
    const trace = await why(rule)
    expect(trace).toMatchObject({
      source: 'engine',
      verdict: 'alarm',
      value: 150,
      value_at: t,
      conditions: [{ nodemap_id: ids.pm, node_name: 'PM2.5', unitname: 'µg/m³', value: 150, broken: 1 }],
      limits: [{ level: 2, com_oper: 0, params_x: 100, broken: 1, reached: 1, since: t }],
      ends: null,
      suppressed: [],
      episode: { fired_at: t, fired_value: 150, cleared_at: null, condition: 'active', rule_then: null },
      messages: [{ name: '王工', channel: 3, send_ok: 0, reason: 'This contact has no address for this channel' }],
    })
    const chinese = await world.app.inject({
      url: `/v1/alarmTrace?threshold_id=${rule}&device_id=${ids.air}`,
      headers: { 'accept-language': 'zh-CN', authorization: `Bearer ${world.tokens.manager}` },
    })
    expect(chinese.body).toContain('该联系人没有此渠道的地址')
    const back = await push(SN.air, { 1: 20 })
    expect(await why(rule)).toMatchObject({
      verdict: 'normal',
      limits: [{ broken: 0, reached: 0, since: null, held: 0 }],
      episode: { id: trace.episode?.id, cleared_at: back },
    })
    await drop(rule)
  })

  it('shows how long a value has been held, for each limit', async () => {
    const rule = await addRule({ hold_time: 3600, limits: '{"4":100,"1":200}', params_x: 100 })
    const t = await push(SN.air, { 1: 150 })
    const trace = await why(rule)
    expect(trace).toMatchObject({
      verdict: 'held',
      hold: 3600,
      limits: [
        { level: 4, params_x: 100, broken: 1, reached: 0, since: t },
        { level: 1, params_x: 200, broken: 0, reached: 0, since: null, held: 0 },
      ],
      episode: null,
      messages: [],
    })
    expect(trace.limits[0]?.held).toBeLessThan(HOUR)
    await drop(rule)
  })

  it('shows the value that ends an alarm kept by hysteresis', async () => {
    const rule = await addRule({ hysteresis: 10 })
    await push(SN.air, { 1: 150 })
    expect(await why(rule)).toMatchObject({ verdict: 'alarm', ends: { com_oper: 0, params_x: 90 } })
    await push(SN.air, { 1: 95 })
    expect(await why(rule)).toMatchObject({
      verdict: 'kept',
      hysteresis: 10,
      limits: [{ broken: 0, reached: 1 }],
      ends: { params_x: 90 },
    })
    await push(SN.air, { 1: 89 })
    expect(await why(rule)).toMatchObject({ verdict: 'normal', ends: null })
    await drop(rule)
  })

  it('shows a snooze from the time it was made', async () => {
    const rule = await addRule()
    const fired = await push(SN.air, { 1: 150 })
    const { episode } = await why(rule)
    const until = Date.now() + HOUR
    const snoozed = await world.call('manager', 'POST', `episodes/${episode?.id}/snooze`, { until })
    expect(snoozed.status).toBe(200)
    expect(await why(rule)).toMatchObject({ verdict: 'alarm', suppressed: [{ reason: 'snoozed', until }] })
    expect(await why(rule, fired + 1)).toMatchObject({ source: 'history', verdict: 'alarm', suppressed: [] })
    // Other activities on the episode do not affect the snooze.
    const { at } = await storage()
      .read.selectFrom('episodeact')
      .select('at')
      .where('kind', '=', 'snooze')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await storage().write((trx) =>
      trx
        .insertInto('episodeact')
        .values({ thresholdlog_id: episode?.id ?? 0, at, kind: 'split', user_id: users.manager, data: '{}' })
        .execute(),
    )
    expect((await why(rule, at)).suppressed).toEqual([{ reason: 'snoozed', until }])
    await drop(rule)
  })

  it('shows no snooze after the alarm has worsened', async () => {
    const rule = await addRule({ limits: '{"1":200,"4":100}' })
    await push(SN.air, { 1: 150 })
    const id = (await why(rule)).episode?.id ?? 0
    expect((await world.call('manager', 'POST', `episodes/${id}/snooze`, { worse: 1 })).status).toBe(200)
    expect(reasons(await why(rule))).toEqual(['snoozed'])
    await push(SN.air, { 1: 250 })
    // Reaching its worse limit does not count as a changed rule.
    expect((await why(rule)).episode).toMatchObject({ id, rule_then: null })
    const { at } = await storage()
      .read.selectFrom('episodeact')
      .select('at')
      .where('thresholdlog_id', '=', id)
      .where('kind', '=', 'worsened')
      .executeTakeFirstOrThrow()
    expect(await why(rule, at)).toMatchObject({ source: 'history', verdict: 'alarm', suppressed: [] })
    await drop(rule)
  })

  it('shows a maintenance window while it is open, and the message it withheld', async () => {
    const rule = await addRule({ alarm_email: '', alarm_phone: '1' })
    const window = { name: 'works', project_id: 1, starts: Date.now() - HOUR, ends: Date.now() + HOUR }
    const made = await world.call('super', 'POST', 'alarmMaintenance', { ...window, threshold_id: rule })
    expect(made.status).toBe(200)
    expect(await why(rule)).toMatchObject({ verdict: 'normal', suppressed: [{ reason: 'maintenance' }] })
    expect((await why(rule, Date.now() - 2 * HOUR)).suppressed).not.toContainEqual({ reason: 'maintenance' })
    await push(SN.air, { 1: 150 })
    expect(await why(rule)).toMatchObject({
      verdict: 'alarm',
      suppressed: [{ reason: 'maintenance' }],
      messages: [{ send_ok: 0, reason: 'Under maintenance' }],
    })
    await drop(rule)
  })

  it('shows stopped device, disabled rule, device out of scope and schedule as reasons', async () => {
    const rule = await addRule()
    const t = await push(SN.air, { 1: 150 })
    const device = async (control_state: number): Promise<void> => {
      await storage().write((trx) =>
        trx.updateTable('device').set({ control_state }).where('id', '=', ids.air).execute(),
      )
      await world.platform.registry.changed('device', ids.air)
      await world.platform.alarms.settled()
    }
    await device(1)
    expect(await why(rule)).toMatchObject({ verdict: 'unwatched', suppressed: [{ reason: 'stopped' }] })
    // The verdict about the past does not change.
    expect(await why(rule, t)).toMatchObject({ verdict: 'alarm', value: 150 })
    await device(0)
    await setRule(rule, { enable: 0 })
    expect(await why(rule)).toMatchObject({ verdict: 'unwatched', source: 'history', value: 150 })
    expect(reasons(await why(rule))).toEqual(['disabled'])
    await setRule(rule, { enable: 1, device_list: String(ids.level) })
    expect(reasons(await why(rule))).toEqual(['out_of_scope'])
    const never = { schedule: '{"from":"00:00","to":"00:01","days":[1]}' }
    await push(SN.air, { 1: 20 })
    await setRule(rule, { device_list: String(ids.air), ...never })
    const monday = new Date(Date.now() + 8 * HOUR).getUTCDay() === 1
    await push(SN.air, { 1: 160 })
    const now = new Date(Date.now() + 8 * HOUR)
    if (!monday || now.getUTCHours() > 0)
      expect(await why(rule)).toMatchObject({ verdict: 'schedule', value: 160, suppressed: [{ reason: 'schedule' }] })
    await drop(rule)
  })

  it('shows each condition’s value and state when joined conditions are not all met', async () => {
    const conditions = JSON.stringify({ join: 'and', rows: [{ node: ids.temperature, com_oper: 0, params_x: 300 }] })
    const rule = await addRule({ conditions })
    await push(SN.air, { 1: 150, 2: 200 })
    expect(await why(rule)).toMatchObject({
      verdict: 'conditions',
      conditions: [
        { nodemap_id: ids.pm, value: 150, broken: 1, params_x: null },
        { nodemap_id: ids.temperature, value: 200, broken: 0, com_oper: 0, params_x: 300 },
      ],
    })
    const t = await push(SN.air, { 1: 150, 2: 400 })
    expect(await why(rule)).toMatchObject({ verdict: 'alarm', conditions: [{ broken: 1 }, { broken: 1 }] })
    await push(SN.air, { 1: 20, 2: 20 })
    expect(await why(rule, t)).toMatchObject({
      source: 'history',
      verdict: 'alarm',
      conditions: [{ value: 150 }, { value: 400 }],
    })
    await drop(rule)
  })

  it('shows when a silence alarm is due, that it is active, and a value flagged as doubtful', async () => {
    const rule = await addRule({ no_data: 30 })
    const t = await push(SN.air, { 1: 20 })
    const before = await why(rule)
    expect(before).toMatchObject({ verdict: 'normal', no_data: 30, suppressed: [] })
    expect(before.silent_at).toBeGreaterThanOrEqual(t + 30 * MINUTE)
    world.platform.alarms.tick(Date.now() + 2 * HOUR)
    await world.platform.alarms.settled()
    expect(await why(rule)).toMatchObject({ verdict: 'silent', silent_at: null, limits: [{ reached: 0 }] })
    const at = await push(SN.air, { 1: 150 })
    await storage().write((trx) =>
      trx
        .insertInto('historyflag')
        .values({ device_id: ids.air, nodemap_id: ids.pm, ts: at, flag: 4, tests: 1 })
        .execute(),
    )
    const doubted = await why(rule, at)
    expect(doubted).toMatchObject({ verdict: 'normal', value: 20 })
    expect(doubted.suppressed).toEqual([{ reason: 'doubted', since: at, value: 150 }])
    const calibration = {
      name: 'spring',
      device_id: ids.air,
      nodemap_id: ids.pm,
      project_id: 1,
      calibrated_at: at,
      zero: 10,
      factor: 2,
      ...stamp,
    }
    await storage().write((trx) => trx.insertInto('calibration').values(calibration).execute())
    expect((await why(rule, at)).suppressed).toEqual([{ reason: 'doubted', since: at, value: 280 }])
    await storage().write((trx) => trx.deleteFrom('calibration').execute())
    await storage().write((trx) => trx.deleteFrom('historyflag').where('ts', '=', at).execute())
    await drop(rule)
    const other = await addRule({ device_list: String(ids.level), nodemap_id: ids.temperature })
    expect(await why(other, null, ids.level)).toMatchObject({
      verdict: 'no_data',
      value: null,
      suppressed: [{ reason: 'no_data', since: null }],
    })
    await drop(other)
  })

  it('judges a moment in the past like the backtest, however long ago the alarm began', async () => {
    const start = Date.now() - 60 * HOUR
    const samples = Array.from({ length: 3000 }, (_, i) => ({
      at: start + i * MINUTE,
      value: Math.round(100 + 60 * Math.sin(i / 90) + 20 * Math.sin(i / 7)),
    }))
    await storage().storeSamples({
      device_id: samples.map(() => ids.level),
      nodemap_id: samples.map(() => ids.fan),
      ts: samples.map(({ at }) => at),
      value: samples.map(({ value }) => value),
      save: samples.map(() => 1),
    })
    const rule = await addRule({
      device_list: String(ids.level),
      nodemap_id: ids.fan,
      params_x: 110,
      hold_time: 600,
      hysteresis: 15,
    })
    const device = world.platform.registry.device(ids.level)
    if (!device) throw new Error('no device')
    const judging = { operator: 0, x: 110, y: 110, hold: 600_000, hysteresis: 15 } as const
    const firings = firingsOf(judging, samples, start + 3000 * MINUTE, maxStoredAge(device))
    expect(firings.length).toBeGreaterThan(3)
    for (let i = 1500; i < 3000; i += 61) {
      const at = start + i * MINUTE + 30_000
      const trace = await why(rule, at, ids.level)
      const lasts = firings.some(({ from, to }) => from <= at && (to ?? Infinity) > at)
      expect([at, ['alarm', 'kept'].includes(trace.verdict)]).toEqual([at, lasts])
      expect(trace).toMatchObject({ at, source: 'history', value: samples[i]?.value, value_at: at - 30_000 })
    }
    await drop(rule)
  })

  it('shows the rule as it was when the alarm fired', async () => {
    const rule = await addRule()
    await push(SN.air, { 1: 150 })
    await setRule(rule, { params_x: 140 })
    expect(await why(rule)).toMatchObject({
      verdict: 'alarm',
      limits: [{ params_x: 140 }],
      episode: { rule_then: { com_oper: 0, params_x: 100, hold_time: 0 } },
    })
    await drop(rule)
  })

  it('requires access to rule and device, and hides messages without the permission for alarm records', async () => {
    const rule = await addRule({ device_list: `${ids.air},${ids.level}` })
    await push(SN.air, { 1: 150 })
    expect((await ask(rule, null, null)).status).toBe(401)
    expect((await ask(rule, null, 'stranger')).status).toBe(404)
    // The watcher sees only area 3: neither this rule nor this device.
    expect((await ask(rule, null, 'watcher', ids.level)).status).toBe(404)
    await setRule(rule, { district_id: 3 })
    expect((await ask(rule, null, 'watcher', ids.level)).status).toBe(200)
    expect((await ask(rule, null, 'watcher')).status).toBe(404)
    await grant(users.watcher, '2-1', '2-3')
    expect((await ask(rule, null, 'watcher', ids.level)).status).toBe(403)
    await grant(users.watcher, '4-1')
    expect((await ask(rule, null, 'watcher', ids.level)).data.messages).toBeNull()
    expect((await ask(rule, null, 'manager', 999_999)).status).toBe(404)
    expect((await ask(999_999)).status).toBe(404)
    expect(await world.call('manager', 'GET', 'alarmTrace?threshold_id=1')).toMatchObject({
      status: 400,
      data: { fields: { device_id: 'Required' } },
    })
    expect((await world.call('manager', 'GET', `alarmTrace?threshold_id=${rule}&device_id=1&at=soon`)).status).toBe(400)
    // A wall screen does not name who was notified either, no matter which user signed in there.
    const sessions = world.platform.sessions
    const token = await sessions.begin(users.manager, null)
    await sessions.renew(token)
    const onWall = await world.app.inject({
      url: `/v1/alarmTrace?threshold_id=${rule}&device_id=${ids.air}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(onWall.json<{ data: Trace }>().data).toMatchObject({ verdict: 'alarm', messages: null })
    // A time in the future is limited to the present.
    expect((await why(rule, Date.now() + HOUR)).at).toBeLessThanOrEqual(Date.now())
    await drop(rule)
  })
})
