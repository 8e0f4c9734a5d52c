import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replay, ruleFrom, maxStoredAge, type Operator } from '../../resources/kit/rule.ts'
import { MINUTE } from '../../resources/kit/zone.ts'
import { walk } from '../../server/alarms/backtest/walk.ts'
import { createEngine } from '../../server/alarms/engine.ts'
import type { Journal } from '../../server/alarms/journal.ts'
import { ruleOn } from '../../server/alarms/scope/resolve.ts'
import { rollUp } from '../../server/history/rollup.ts'
import { silentLog } from '../../server/log.ts'
import { HOUR, hourStart } from '../../server/storage/dirtyHours.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

interface Answer {
  start: number
  end: number
  asked: number
  judged: number
  added: number
  min: number | null
  max: number | null
  fired: { id: number; name: string; count: number; episodes: { from: number; to: number | null }[] }[]
  left_out: { id: number; name: string | null; reason: string }[]
}

/** The full hour at which the samples begin, some days ago. */
const START = hourStart(Date.now()) - 60 * HOUR
const END = START + 50 * HOUR + 1234

/** Values about every 50 s: waves, sudden peaks, and stretches without samples. */
function samplesOf(seed: number): { ts: number; value: number }[] {
  let state = seed
  const chance = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const samples: { ts: number; value: number }[] = []
  for (let ts = START + 17_000; ts < END; ts += 20_000 + Math.round(chance() * 60_000)) {
    // A quiet stretch, then one with waves, and finally one with nothing but broken values.
    const hours = (ts - START) / HOUR
    const wave = hours < 15 ? 20 : hours < 35 ? 60 + 50 * Math.sin(ts / 2_000_000) : 130
    samples.push({ ts, value: Math.round(wave + 10 * chance() + (chance() < 0.003 ? 90 : 0)) })
    if (chance() < 0.01) ts += Math.round(chance() * 4 * HOUR)
  }
  return samples
}

describe.each(engines)('POST /v1/alarmBacktest on %s', (engine) => {
  let world: WorldApp
  const series = samplesOf(7)
  const store = (device: number, samples: readonly { ts: number; value: number }[]) =>
    world.platform.storage.storeSamples({
      device_id: samples.map(() => device),
      nodemap_id: samples.map(() => ids.pm),
      ts: samples.map(({ ts }) => ts),
      value: samples.map(({ value }) => value),
      save: samples.map(() => 1),
    })

  /** Values of another node of the same device, at some of the same moments. */
  const beside = series.filter((_sample, at) => at % 3 !== 0).map(({ ts, value }) => ({ ts, value: 300 - 2 * value }))
  const storeOther = (device: number) =>
    world.platform.storage.storeSamples({
      device_id: beside.map(() => device),
      nodemap_id: beside.map(() => ids.temperature),
      ts: beside.map(({ ts }) => ts),
      value: beside.map(({ value }) => value),
      save: beside.map(() => 1),
    })

  beforeAll(async () => {
    world = await openWorldApp(engine)
    // The watcher, who sees only area 3, may edit thresholds, and so may the manager.
    await world.platform.storage.write(async (trx) => {
      await trx
        .updateTable('systemuser')
        .set({ menu_control: JSON.stringify(['4-1-3']) })
        .where('id', 'in', [2, 3])
        .execute()
    })
    for (const id of [2, 3]) world.platform.sessions.forget(id)
    await world.platform.storage.write((trx) =>
      trx.updateTable('node').set({ pollutant: 1 }).where('id', '=', 1).execute(),
    )
    await world.platform.registry.changed('node', null)
    await store(ids.air, series)
    await storeOther(ids.air)
    await store(ids.level, [
      { ts: START + HOUR, value: 5 },
      { ts: START + 2 * HOUR, value: 500 },
      { ts: START + 2 * HOUR + 300_000, value: 5 },
    ])
    await rollUp(world.platform.storage, { before: START + 45 * HOUR })
  })
  afterAll(() => world.dispose())

  const body = (more: object = {}) => ({
    device_list: `${ids.air}`,
    nodemap_id: ids.pm,
    com_oper: 0,
    params_x: 100,
    hold_time: 0,
    start: START,
    end: END,
    ...more,
  })
  const ask = async (more: object = {}, user: 'manager' | 'watcher' | 'super' = 'manager'): Promise<Answer> =>
    (await world.call(user, 'POST', 'alarmBacktest', body(more))).data

  /**
   * The episodes that the engine finds in the same samples, each received at the moment it was measured, with the
   * engine's clock running.
   */
  async function engineEpisodes(
    operator: Operator,
    x: number,
    y: number,
    hold: number,
    more: object = {},
  ): Promise<{ from: number; to: number | null; rank?: number }[]> {
    const { storage, registry } = world.platform
    const stamp = { created_at: 0, updated_at: 0 }
    const row = {
      name: 'rule',
      project_id: 1,
      district_id: 2,
      device_list: String(ids.air),
      nodemap_id: ids.pm,
      com_oper: operator,
      params_x: x,
      params_y: y,
      hold_time: hold,
      alarm_interval: 0,
      alarm_msg: '',
      enable: 1,
      ...more,
      ...stamp,
    }
    const { id } = await storage.write((trx) =>
      trx.insertInto('threshold').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    const episodes: { from: number; to: number | null; rank?: number; silent?: true }[] = []
    const leveled = 'limits' in more && !String(more.limits).includes('night')
    const nothing = (): void => {}
    const journal: Journal = {
      fired({ rank, silent }, { at }) {
        const last = episodes.at(-1)
        // Joins episodes as the record does (alarms/episodes).
        const minOff = 'min_off' in more ? Number(more.min_off) * 1000 : -1
        if (last && last.to !== null && at - last.to <= minOff)
          return (
            Object.assign(last, { to: null, ...(leveled && { rank: Math.max(last.rank ?? 0, rank) }) }), { logId: null }
          )
        episodes.push({ from: at, to: null, ...(leveled && { rank }), ...(silent && { silent }) })
        return { logId: null }
      },
      worsened({ rank }) {
        const last = episodes.at(-1)
        if (last) last.rank = Math.max(last.rank ?? 0, rank)
      },
      recovered(_watch, at) {
        const last = episodes.at(-1)
        if (last) last.to = at
      },
      repeated: nothing,
      moved: nothing,
      altered: nothing,
      judged: nothing,
      forgotten: nothing,
      settled: () => Promise.resolve(),
      caughtUp: () => Promise.resolve(),
    }
    const alarms = await createEngine({
      storage,
      registry,
      journal,
      log: silentLog,
      timeZone: 'Asia/Shanghai',
      heard: START,
    })
    await storage.write((trx) => trx.deleteFrom('threshold').where('id', '=', id).execute())
    const device = registry.device(ids.air)
    const node = device?.nodes.get(ids.pm)
    const other = device?.nodes.get(ids.temperature)
    if (!device || !node || !other) throw new Error('no device')
    const besides = new Map(beside.map(({ ts, value }) => [ts, value]))
    let clock = START
    for (const { ts, value } of series) {
      for (; clock < ts; clock += 1000) alarms.tick(clock)
      const more = besides.get(ts)
      alarms.received(
        [{ device, node, value, ts }, ...(more === undefined ? [] : [{ device, node: other, value: more, ts }])],
        null,
        ts,
      )
    }
    for (; clock <= END; clock += 1000) alarms.tick(clock)
    registry.flag(device, { thresholds: [], silent: [] })
    return episodes
  }

  it.each([
    [0, 100, 0, 0],
    [0, 100, 0, 90],
    [1, 100, 0, 700],
    [3, 25, 0, 60],
    [4, 12, 0, 0],
    [2, 25, 0, 0],
    [5, 25, 0, 30],
    [6, 40, 120, 45],
    [7, 22, 110, 120],
    [0, 1000, 0, 0],
    [0, -1, 0, 10],
  ] as const)('finds the same episodes as the engine: operator %i, %i, %i, held %i s', async (operator, x, y, hold) => {
    const expected = await engineEpisodes(operator, x, y, hold)
    const { fired, judged, min, max } = await ask({
      com_oper: operator,
      params_x: x,
      ...(y > x && { params_y: y }),
      hold_time: hold,
    })
    expect(judged).toBe(1)
    expect(expected.length > 0).toBe(x !== 1000)
    expect(fired[0]?.count ?? 0).toBe(expected.length)
    expect(fired[0]?.episodes ?? []).toEqual(expected.slice(0, 50))
    expect([min, max]).toEqual([
      Math.min(...series.map(({ value }) => value)),
      Math.max(...series.map(({ value }) => value)),
    ])
  })

  it.each([
    ['hysteresis', { hysteresis: 12 }],
    ['a minimum off time', { min_off: 900 }],
    ['hysteresis and minimum off time with a hold time', { hysteresis: 12, min_off: 900, hold_time: 120 }],
    ['no data for 20 minutes', { no_data: 20, params_x: 1000 }],
    ['no data for 90 minutes', { no_data: 90, params_x: 100 }],
    ['three limits', { limits: '{"4":70,"2":100,"1":125}', hold_time: 60 }],
    ['three limits with hysteresis', { limits: '{"4":70,"2":100,"1":125}', hysteresis: 15, min_off: 300 }],
    ['other limits at night', { limits: '{"3":100,"night":{"from":"22:00","to":"06:00","3":60}}' }],
    ['a schedule', { schedule: '{"from":"08:00","to":"20:00"}', hold_time: 60 }],
    ['the mean of half an hour', { conditions: '{"calc":"mean","minutes":30}', params_x: 90 }],
    ['a change within ten minutes', { conditions: '{"calc":"rate","minutes":10}', params_x: 25, hysteresis: 5 }],
    ['a class', { conditions: '{"calc":"class"}', com_oper: 1, params_x: 3 }],
    ['classes by level', { conditions: '{"calc":"class"}', com_oper: 1, params_x: 2, limits: '{"4":2,"2":3}' }],
    [
      'a further condition on another node (and)',
      { conditions: `{"rows":[{"node":${ids.temperature},"com_oper":4,"params_x":120}]}`, params_x: 60, hold_time: 90 },
    ],
    [
      'a further condition on another node (or)',
      { conditions: `{"join":"or","rows":[{"node":${ids.temperature},"com_oper":0,"params_x":250}]}`, hold_time: 0 },
    ],
  ])('finds the same episodes as the engine: %s', async (_name, more) => {
    const fields = { com_oper: 0, params_x: 100, hold_time: 0, ...more }
    const expected = await engineEpisodes(
      fields.com_oper as Operator,
      fields.params_x,
      fields.params_x,
      fields.hold_time,
      fields,
    )
    const rule = { ...body(), ...fields }
    const { status, data } = await world.call('manager', 'POST', 'alarmBacktest', { rule, from: START, to: END })
    expect(status).toBe(200)
    const { fired, ...answer } = data as Answer & {
      episodes: number
      devices: number
      episodes_without: number | null
      perDay: { day: string; levels: Record<string, number> }[]
    }
    expect(expected.length).toBeGreaterThan(0)
    const found = (fired[0]?.episodes ?? []) as { worse?: unknown }[]
    expect(found.map(({ worse: _worse, ...episode }) => episode)).toEqual(expected.slice(0, 50))
    expect([answer.episodes, answer.devices]).toEqual([expected.length, 1])
    const counted = answer.perDay.flatMap(({ levels }) => Object.values(levels)).reduce((sum, count) => sum + count, 0)
    expect(counted).toBe(expected.length)
    if (answer.episodes_without !== null) expect(answer.episodes_without).toBeGreaterThanOrEqual(expected.length)
  })

  it('reads raw samples only from hours whose rollup can violate the rule', async () => {
    const quiet = { device_id: ids.level, nodemap_id: ids.pm, ts: START + HOUR + 60_000, value: 900 }
    await world.platform.storage.write((trx) => trx.insertInto('history').values(quiet).execute())
    const { fired } = await ask({ device_list: String(ids.level) })
    await world.platform.storage.write((trx) =>
      trx.deleteFrom('history').where('ts', '=', quiet.ts).where('device_id', '=', ids.level).execute(),
    )
    expect(fired).toMatchObject([
      { id: ids.level, count: 1, episodes: [{ from: START + 2 * HOUR, to: START + 2 * HOUR + 300_000 }] },
    ])
  })

  /** Backtests a device's rollups, with the limit 90 unless `fields` says otherwise. */
  const walked = async (id: number, fields: object, firingsAlone: boolean) => {
    const { storage, registry } = world.platform
    const device = registry.device(id)
    const rule = ruleFrom({ com_oper: 0, params_x: 90, hold_time: 0, ...fields }, 'Asia/Shanghai')
    if (!device || !rule) throw new Error('no device, or no rule')
    const end = START + 45 * HOUR - 1
    const own = ruleOn(registry, { ...rule, nodemap_id: ids.pm }, id)
    const over = replay(own, maxStoredAge(device), ids.pm)
    const budget = { left: 1_000_000, until: Infinity }
    const { signal } = new AbortController()
    const stretch = { device, nodemap: ids.pm, start: START, end, budget, signal }
    const found = await walk(storage, { ...stretch, ...(firingsAlone && { firingsAlone }) }, [[own, over]])
    return { found, firings: over.end(end), read: 1_000_000 - budget.left }
  }

  it('reads only the hours around possible alarms for a mean and for conditions joined by “and”', async () => {
    const run = (fields: object, firingsAlone: boolean) => walked(ids.air, fields, firingsAlone)
    const mean = (minutes: number, rows: object[] = []) => ({
      conditions: JSON.stringify({ calc: 'mean', minutes, join: 'and', rows }),
    })
    const low = { node: ids.temperature, com_oper: 4, params_x: 120 }
    for (const fields of [
      mean(30),
      { ...mean(60), hysteresis: 10, hold_time: 300 },
      { ...mean(45), limits: '{"4":70,"2":100,"1":125}' },
      { ...mean(60), com_oper: 6, params_x: 40, params_y: 60 },
      mean(60, [low]),
      mean(20, [{ ...low, calc: 'mean', minutes: 40 }]),
      { conditions: JSON.stringify({ rows: [low] }), hold_time: 90 },
    ]) {
      const [whole, alone] = [await run(fields, false), await run(fields, true)]
      expect(whole.firings.length, JSON.stringify(fields)).toBeGreaterThan(0)
      expect([alone.firings, alone.found], JSON.stringify(fields)).toEqual([whole.firings, whole.found])
      expect(alone.read, JSON.stringify(fields)).toBeLessThan(whole.read)
    }
    expect(await run({ ...mean(60), params_x: 1000 }, true)).toMatchObject({ firings: [], read: 0 })
    // Where another node alone may raise the alarm, the whole history is read.
    const either = { conditions: JSON.stringify({ join: 'or', rows: [{ ...low, com_oper: 0 }] }), params_x: 1000 }
    expect((await run(either, true)).read).toBe((await run(either, false)).read)
  })

  it('reads the hour after a gap when the last value before the gap started an alarm', async () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => minute)
    // Good for an hour except its last minute, then two hours without samples, then good again.
    const samples = [0, 3, 4].flatMap((hour) =>
      minutes.map((minute) => {
        const isLast = hour === 0 && minute === 59
        return { ts: START + hour * HOUR + minute * MINUTE, value: isLast ? 3000 : 20 }
      }),
    )
    await store(ids.other, samples)
    await rollUp(world.platform.storage, { before: START + 45 * HOUR })
    const halfHour = { conditions: '{"calc":"mean","minutes":30}' }
    const [whole, alone] = [await walked(ids.other, halfHour, false), await walked(ids.other, halfHour, true)]
    expect(whole.firings).toMatchObject([{ from: START + 59 * MINUTE }])
    expect(alone.firings).toEqual(whole.firings)
    expect(alone.read).toBeLessThan(whole.read)
  })

  it('ignores values marked as out of the node’s range', async () => {
    const before = await ask({ device_list: String(ids.level) })
    const mark = { device_id: ids.level, nodemap_id: ids.pm, ts: START + HOUR + 60_000, value: 65_535, mark: 'range' }
    await world.platform.storage.storeSamples({
      device_id: [],
      nodemap_id: [],
      ts: [],
      value: [],
      save: [],
      evidence: { origins: [], marks: [{ ...mark, source: 'device', source_id: null, received_at: END }] },
    })
    const kept = await world.platform.storage.read.selectFrom('historymark').select('value').execute()
    expect(kept).toEqual([{ value: 65_535 }])
    expect(await ask({ device_list: String(ids.level) })).toEqual(before)
    await world.platform.storage.write((trx) => trx.deleteFrom('historymark').execute())
  })

  it('judges every device of the rule, and lists those left out with the reason', async () => {
    const answer = await ask({ device_list: [ids.level, ids.air, ids.other, ids.disabled, 999].join(',') })
    expect(answer).toMatchObject({ start: START, end: END, asked: 5, judged: 2 })
    expect(answer.fired.map(({ id }) => id)).toEqual([ids.air, ids.level])
    expect(answer.left_out).toEqual([
      { id: ids.other, name: null, reason: 'unknown' },
      { id: ids.disabled, name: '停用的微站', reason: 'no_data' },
      { id: 999, name: null, reason: 'unknown' },
    ])
    expect((await ask({ nodemap_id: 99 })).left_out).toEqual([{ id: ids.air, name: '桥西空气微站 01', reason: 'node' }])
  })

  it('counts devices created within the time range, of those the caller is allowed to see', async () => {
    const made = (id: number, at: number) =>
      world.platform.storage.write((trx) =>
        trx.updateTable('device').set({ created_at: at }).where('id', '=', id).execute(),
      )
    await made(ids.air, START)
    await made(ids.other, START + HOUR)
    await made(ids.level, END + 1)
    const device_list = [ids.level, ids.air, ids.other].join(',')
    const added = async (user?: 'watcher' | 'super') => (await ask({ device_list }, user)).added
    expect([await added(), await added('super'), await added('watcher')]).toEqual([1, 2, 0])
    await made(ids.air, START - 1)
    expect(await added()).toBe(0)
  })

  it('counts messages including escalation steps, and one digest for an alarm storm', async () => {
    const stamp = { created_at: 0, updated_at: 0 }
    const { storage } = world.platform
    await storage.write(async (trx) => {
      const contact = { id: 1, alarm_name: '王工', alarm_phone: '1', project_id: 1, district_id: 2, ...stamp }
      await trx.insertInto('alarminfo').values(contact).execute()
      const steps = JSON.stringify([
        { after: 0, contact: 1 },
        { after: 10, contact: 1 },
      ])
      await trx
        .insertInto('alarmescalation')
        .values({ id: 1, name: '升', project_id: 1, steps, ...stamp })
        .execute()
    })
    const rule = body({ device_list: String(ids.level), alarm_phone: '1,9', alarm_interval: 1, escalation_id: 1 })
    const told = async () => (await world.call('manager', 'POST', 'alarmBacktest', { rule, from: START, to: END })).data
    const storm = (storm_count: number) =>
      storage.write((trx) =>
        trx.updateTable('project').set({ storm_count, storm_minutes: 10 }).where('id', '=', 1).execute(),
      )
    // The alarm lasts five minutes: its start, five repeats, and the first escalation step.
    expect(await told()).toMatchObject({ episodes: 1, messages: 7, sms: 7 })
    await storm(2)
    expect(await told()).toMatchObject({ episodes: 1, messages: 3, sms: 3 })
    await storm(0)
  })

  it('defaults to the last 30 days, and refuses a range longer than a month or reversed', async () => {
    const { data } = await world.call('manager', 'POST', 'alarmBacktest', body({ start: undefined, end: undefined }))
    const { start, end, fired } = data as Answer
    expect(end - start).toBe(30 * 24 * HOUR)
    expect(Math.abs(end - Date.now())).toBeLessThan(60_000)
    expect(fired).toHaveLength(1)
    expect((await world.call('manager', 'POST', 'alarmBacktest', body({ start: END - 32 * 24 * HOUR }))).status).toBe(
      400,
    )
    expect((await world.call('manager', 'POST', 'alarmBacktest', body({ start: END, end: START }))).status).toBe(400)
  })

  it('requires the permission to edit thresholds, and leaves out devices outside the caller’s areas', async () => {
    expect((await world.call('stranger', 'POST', 'alarmBacktest', body())).status).toBe(403)
    expect((await world.call(null, 'POST', 'alarmBacktest', body())).status).toBe(401)
    const mine = await ask({ device_list: `${ids.air},${ids.level}` }, 'watcher')
    expect(mine.left_out).toEqual([{ id: ids.air, name: null, reason: 'unknown' }])
    expect(mine.fired.map(({ id }) => id)).toEqual([ids.level])
  })

  it.each([
    ['device_list', { device_list: '' }],
    ['device_list', { device_list: { toString: null } }],
    ['nodemap_id', { nodemap_id: 'x' }],
    ['com_oper', { com_oper: 9 }],
    ['params_x', { params_x: null }],
    ['params_y', { com_oper: 6 }],
    ['hold_time', { hold_time: -1 }],
    ['start', { start: 'yesterday' }],
    ['device_list', { device_list: Array.from({ length: 1001 }, (_, i) => i + 1).join(',') }],
  ])('refuses an invalid rule and names the field: %s', async (field, more) => {
    const { status, data } = await world.call('super', 'POST', 'alarmBacktest', body(more))
    expect(status).toBe(400)
    expect(Object.keys((data as { fields: object }).fields)).toEqual([field])
  })
})
