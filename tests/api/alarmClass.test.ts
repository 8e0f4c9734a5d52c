import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATE } from '../../resources/kit/rule.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const MINUTE = 60_000

describe('threshold on class or index', () => {
  let world: WorldApp
  /** Samples come in order, five minutes apart. */
  let clock = Date.now() - 6 * 60 * MINUTE
  const push = async (value: number, times = 12): Promise<void> => {
    for (let count = 0; count < times; count++)
      await world.platform.ingest.push([{ sn: '1869024001', t: (clock += 5 * MINUTE), values: { 1: value } }], {
        kind: 'trusted',
      })
    await world.platform.alarms.settled()
  }
  const rule = {
    name: 'polluted',
    project_id: 1,
    district_id: 2,
    device_list: String(ids.air),
    nodemap_id: ids.pm,
    com_oper: 1,
    params_x: 3,
    conditions: '{"calc":"class"}',
    hold_time: 0,
    alarm_interval: 0,
    alert_level: 2,
    enable: 1,
    alarm_msg: '{node}: {value}{unit}',
    enable_back: 0,
    enable_ganged: 0,
  }
  const create = (more: object = {}) => world.call('super', 'POST', 'godbThreshold', { ...rule, ...more })
  const traceOf = async (id: number) =>
    (await world.call('super', 'GET', `alarmTrace?threshold_id=${id}&device_id=${ids.air}&at=${clock}`)).data as object
  const change = async (path: string, body: object): Promise<void> => {
    const answer = await world.call('super', 'PUT', path, body)
    expect(answer.code, answer.text).toBe(0)
    await world.platform.alarms.settled()
  }

  beforeAll(async () => {
    world = await openWorldApp('sqlite')
    const { storage, registry } = world.platform
    await storage.write((trx) => trx.updateTable('node').set({ pollutant: 1 }).where('id', '=', 1).execute())
    await registry.changed('node', null)
    // Values arrive at the time they were measured, long ago: they count even so.
    await storage.write((trx) => trx.updateTable('device').set({ over_time: 86_400 }).execute())
    await registry.changed('device', null)
    await world.platform.alarms.settled()
  })
  afterAll(() => world.dispose())

  it('writes class name, number and standard into record, message, episode and trace', async () => {
    const { data } = await create()
    const { id } = data as { id: number }
    await push(100, 24)
    const records = await world.call('super', 'GET', 'godbThresholdlogByTimeOrId?page_size=50&current=1')
    expect((records.data as { list: object[] }).list).toMatchObject([
      {
        threshold_id: id,
        real_value: 3,
        unitname: '',
        alarm_value: 'PM2.5 级别 ≥ 轻度污染 (3)',
        alarm_msg: 'PM2.5: 轻度污染 (3)',
      },
    ])
    const episodes = await world.call('super', 'GET', 'episodes?page_size=50&current=1')
    const limit = { calc: 'class', com_oper: 1, params_x: 3, standard: expect.stringMatching(/^HJ633/) as string }
    expect((episodes.data as { list: object[] }).list).toMatchObject([
      { threshold_id: id, value: 100, fired_value: 3, peak: 3, unitname: 'µg/m³', limit },
    ])
    expect(await traceOf(id)).toMatchObject({
      verdict: 'alarm',
      value: 3,
      conditions: [{ calc: 'class', minutes: 0, standard: limit.standard, value: 3, node_script: null }],
      limits: [{ params_x: 3, broken: 1 }],
    })
    await world.call('super', 'DELETE', `godbThreshold/${id}`)
  })

  it('is judged again when the project’s index scheme changes', async () => {
    await push(52)
    const { data } = await create({ name: 'by scheme' })
    const { id } = data as { id: number }
    await world.platform.alarms.settled()
    const standing = () => world.platform.alarms.standing(id, ids.air)?.signals?.values(clock, 86_400_000)
    expect(standing()).toEqual([2])
    await change('godbProject/1', { air_scheme: 3 })
    expect(standing()).toEqual([4])
    await change('godbProject/1', { air_scheme: 1 })
    expect(standing()).toEqual([2])
    await world.call('super', 'DELETE', `godbThreshold/${id}`)
  })

  it('judges calc=index as a number without a unit, in record, trace and backtest', async () => {
    const index = { conditions: '{"calc":"index"}', com_oper: 0, params_x: 150 }
    const { data } = await create({ name: 'by index', ...index })
    const { id } = data as { id: number }
    await push(150, 24)
    const records = await world.call('super', 'GET', 'godbThresholdlogByTimeOrId?page_size=50&current=1')
    const { list } = records.data as { list: { threshold_id: number }[] }
    expect(list.filter(({ threshold_id }) => threshold_id === id)).toMatchObject([
      {
        real_value: expect.any(Number) as number,
        unitname: '',
        alarm_value: 'PM2.5 指数 > 150',
        alarm_msg: expect.stringMatching(/^PM2\.5: (1[5-9]\d|200)$/) as string,
      },
    ])
    const episodes = await world.call('super', 'GET', 'episodes?page_size=50&current=1')
    const limit = { calc: 'index', com_oper: 0, params_x: 150, standard: expect.stringMatching(/^HJ633/) as string }
    const found = (episodes.data as { list: { threshold_id: number }[] }).list
    expect(found.find(({ threshold_id }) => threshold_id === id)).toMatchObject({ value: 150, limit })
    expect(await traceOf(id)).toMatchObject({
      verdict: 'alarm',
      value: 200,
      conditions: [{ calc: 'index', minutes: 0, standard: limit.standard, value: 200, node_script: null }],
      limits: [{ params_x: 150, broken: 1 }],
    })
    const rule = { device_list: String(ids.air), nodemap_id: ids.pm, hold_time: 0, alert_level: 2, ...index }
    const back = await world.call('super', 'POST', 'alarmBacktest', {
      rule: { ...rule, project_id: 1 },
      from: clock - 6 * 60 * MINUTE,
      to: clock,
    })
    expect(back.data).toMatchObject({ judged: 1, episodes: 1, fired: [{ id: ids.air, count: 1 }] })
    await world.call('super', 'DELETE', `godbThreshold/${id}`)
  })

  it('ends an index alarm when the project’s scheme has no index, and is then refused on create', async () => {
    const index = { conditions: '{"calc":"index"}', com_oper: 0, params_x: 150 }
    const { data } = await create({ name: 'no index', ...index })
    const { id } = data as { id: number }
    await push(150, 2)
    const state = () => world.platform.alarms.standing(id, ids.air)?.state
    expect([state(), world.platform.registry.device(ids.air)?.thresholds]).toEqual([STATE.alarm, [id]])
    await change('godbProject/1', { air_scheme: 3 })
    expect([state(), world.platform.registry.device(ids.air)?.thresholds]).toEqual([STATE.normal, []])
    const ofAnother = { conditions: `{"rows":[{"node":${ids.pm},"calc":"index","com_oper":0,"params_x":150}]}` }
    for (const more of [index, ofAnother]) {
      const { status, text } = await create({ name: 'never', ...more })
      expect(status).toBe(400)
      const conditions = expect.stringContaining('none has one in a project that uses the European index') as string
      expect(JSON.parse(text)).toMatchObject({ data: { fields: { conditions } } })
    }
    await change('godbProject/1', { air_scheme: 1 })
    await world.call('super', 'DELETE', `godbThreshold/${id}`)
  })

  it.each([
    [{ params_x: 75 }, 'params_x'],
    [{ limits: '{"4":3,"2":75}' }, 'limits'],
    [{ nodemap_id: ids.temperature }, 'conditions'],
    [{ nodemap_id: ids.temperature, conditions: '{"calc":"index"}', params_x: 150 }, 'conditions'],
    [{ conditions: `{"rows":[{"node":${ids.temperature},"calc":"class","com_oper":1,"params_x":3}]}` }, 'conditions'],
    [{ conditions: `{"rows":[{"node":${ids.pm},"calc":"class","com_oper":1,"params_x":75}]}` }, 'conditions'],
  ])('is refused if no value could violate it: %o', async (more, field) => {
    const { status, text } = await create({ name: 'never', ...more })
    expect(status).toBe(400)
    expect(Object.keys((JSON.parse(text) as { data: { fields: object } }).data.fields)).toEqual([field])
  })
})
