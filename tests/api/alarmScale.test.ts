import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitScale } from '../../server/storage/migrations/0074-limit-scale.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

interface AlarmRow {
  threshold_id: number
  real_value: number
  alarm_value: string
  alarm_msg: string
  unitname: string
}

describe.each(engines)('thresholds on a node with a display script on %s', (engine) => {
  let world: WorldApp
  /** Samples come in order, a second apart. */
  let clock = Date.now() - 300_000
  const push = async (value: number): Promise<void> => {
    // Tenths of a degree: 119 shows as 11.9 ℃.
    await world.platform.ingest.push([{ sn: '1869024001', t: (clock += 1000), values: { 2: value } }], {
      kind: 'trusted',
    })
    await world.platform.alarms.settled()
  }
  const rule = {
    name: 'warm',
    project_id: 1,
    district_id: 2,
    device_list: String(ids.air),
    nodemap_id: ids.temperature,
    com_oper: 0,
    params_x: 12,
    hold_time: 0,
    alarm_interval: 0,
    alert_level: 2,
    enable: 1,
    alarm_msg: '{node} is {value} {unit}',
    enable_back: 0,
    enable_ganged: 0,
  }
  const create = async (more: object = {}): Promise<number> => {
    const { data } = await world.call('super', 'POST', 'godbThreshold', { ...rule, ...more })
    const { id } = data as { id: number }
    await world.platform.alarms.settled()
    return id
  }
  const drop = (id: number) => world.call('super', 'DELETE', `godbThreshold/${id}`)
  const alarmsOf = async (id: number): Promise<AlarmRow[]> => {
    const { data } = await world.call('super', 'GET', 'godbThresholdlogByTimeOrId?page_size=50&current=1')
    return (data as { list: AlarmRow[] }).list.filter(({ threshold_id }) => threshold_id === id)
  }
  const episodeOf = async (id: number): Promise<Record<string, unknown> | undefined> => {
    const { data } = await world.call('super', 'GET', 'episodes?page_size=50&current=1')
    return (data as { list: Record<string, unknown>[] }).list.find(({ threshold_id }) => threshold_id === id)
  }

  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
  })
  afterAll(() => world.dispose())

  it('compare with the displayed value by default, in rule, record, message and episode', async () => {
    await push(100)
    const id = await create()
    await push(119)
    expect(await alarmsOf(id)).toEqual([])
    await push(121)
    await push(150)
    const [alarm] = await alarmsOf(id)
    expect(alarm).toMatchObject({
      real_value: 12.1,
      unitname: '℃',
      alarm_value: '温度 > 12 ℃',
      alarm_msg: '温度 is 12.1 ℃',
    })
    expect(await episodeOf(id)).toMatchObject({
      fired_value: 12.1,
      value: 15,
      node_script: null,
      limit: { params_x: 12 },
    })
    const { data } = await world.call('super', 'GET', `alarmTrace?threshold_id=${id}&device_id=${ids.air}`)
    expect(data).toMatchObject({
      verdict: 'alarm',
      value: 15,
      conditions: [{ value: 15, node_script: null }],
      limits: [{ params_x: 12, broken: 1 }],
    })
    await push(100)
    expect((await episodeOf(id))?.['condition']).toBe('cleared')
    await drop(id)
  })

  it('with limit_scale 0 compare with the stored value, and show the displayed value in record and message', async () => {
    await push(11)
    const id = await create({ limit_scale: 0 })
    expect(await alarmsOf(id)).toEqual([])
    await push(119)
    const [alarm] = await alarmsOf(id)
    expect(alarm).toMatchObject({
      real_value: 11.9,
      alarm_value: '温度 > 1.2 ℃ (存储值 12)',
      alarm_msg: '温度 is 11.9 ℃',
    })
    expect(await episodeOf(id)).toMatchObject({ fired_value: 119, node_script: 'value * 0.1', limit: { params_x: 12 } })
    // An edit that does not name the scale leaves it unchanged.
    await world.call('super', 'PUT', `godbThreshold/${id}`, { name: 'still warm' })
    const { data } = await world.call('super', 'GET', 'godbThreshold?page_size=50&current=1')
    expect((data as { list: object[] }).list.find((row) => 'id' in row && row.id === id)).toMatchObject({
      limit_scale: 0,
    })
    await drop(id)
  })

  it('are judged again when the node’s script changes, and show on and off by an inverted script', async () => {
    const script = (node: number, node_script: string | null) =>
      world.call('super', 'PUT', `godbNode/${node}`, {
        node_script: { String: node_script ?? '', Valid: node_script !== null },
      })
    await push(100)
    const id = await create({ params_x: 30 })
    expect(await alarmsOf(id)).toEqual([])
    expect((await script(2, 'value * 0.5')).code).toBe(0)
    await world.platform.alarms.settled()
    expect(await alarmsOf(id)).toMatchObject([{ real_value: 50, alarm_msg: '温度 is 50 ℃' }])
    await script(2, 'value * 0.1')
    await drop(id)
    expect((await script(3, 'value > 0 ? 0 : 1')).code).toBe(0)
    const fan = await create({ nodemap_id: ids.fan, com_oper: 2, params_x: 1 })
    await world.platform.ingest.push([{ sn: '1869024001', t: (clock += 1000), values: { 11: 0 } }], { kind: 'trusted' })
    await world.platform.alarms.settled()
    expect(await alarmsOf(fan)).toMatchObject([{ real_value: 1, alarm_msg: '排风扇 is 开 ' }])
    await script(3, null)
    await drop(fan)
  })

  it('use the same scale in the backtest preview', async () => {
    const of = async (limit_scale: number) => {
      const { data } = await world.call('super', 'POST', 'alarmBacktest', { rule: { ...rule, limit_scale } })
      return data as { min: number; max: number; episodes: number }
    }
    expect(await of(1)).toMatchObject({ min: 1.1, max: 15, episodes: 1 })
    expect(await of(0)).toMatchObject({ min: 11, max: 150, episodes: 2 })
  })

  it('recompute means when the node map’s message key changes, and are notified once of a batch', async () => {
    const coded = (key: string | null) =>
      world.call('super', 'PUT', `godbNodemap/${ids.temperature}`, {
        key_msg: { String: key ?? '', Valid: key !== null },
      })
    clock += 120_000
    await push(100)
    clock += 50_000
    await push(500)
    const id = await create({ conditions: '{"calc":"mean","minutes":1}', params_x: 59 })
    const mean = () => world.platform.alarms.standing(id, ids.air)?.signals?.values(clock, 86_400_000)[0]
    expect(mean()).toBeCloseTo(30)
    // The mean of a sound level is the mean of energies.
    expect((await coded('LA')).code).toBe(0)
    expect(mean()).toBeCloseTo(46.99)
    expect((await coded(null)).code).toBe(0)
    expect(mean()).toBeCloseTo(30)
    const heard: unknown[] = []
    world.platform.registry.onChanged(async (...change) => void heard.push(change))
    const rows = [61, 62, 63].map((nodeaddr) => ({ devicetype_id: 1, node_id: 2, alias: 'further', nodeaddr }))
    expect((await world.call('super', 'POST', 'godbNodemap/batch', { rows })).code).toBe(0)
    expect(heard).toEqual([['nodemap', null]])
    await drop(id)
  })

  it('get limit_scale 0 from the migration', async () => {
    const { storage } = world.platform
    // The database column has the default of new rules.
    const { id } = await storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ ...rule, created_at: 0, updated_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await storage.write((trx) => limitScale(trx, engine))
    const row = storage.read.selectFrom('threshold').select('limit_scale').where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ limit_scale: 0 })
  })
})
