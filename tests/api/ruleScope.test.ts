import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/storage.ts'
import { ids, type users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }
const PM25 = 1
/** A node of the second model in the same unit, one of the third in another, and the second model's valve. */
const OTHER_PM = 21
const IN_MG = 31
const VALVE = 22

describe.each(engines)('alarm rule with a pollutant scope on %s', (engine) => {
  let world: WorldApp
  const write = (...work: Parameters<WorldApp['platform']['storage']['write']>) => world.platform.storage.write(...work)
  const settled = () => world.platform.alarms.settled()
  const node = { datatype: 5, registertype: 4, imginfo: '/upload/n.png', min_value: 0, max_value: 500, ...stamp }
  const addDevice = async (id: number, devicetype_id: number, more: object = {}): Promise<void> => {
    const row = { name: `站 ${id}`, sn: `900000000${id}`, project_id: 1, district_id: 2, save_cycle: -1 }
    const cycles = { issingle: 0, acquisition_cycle: 30, over_time: 600, control_state: 0, sort_num: 0, ...stamp }
    await write((trx) =>
      trx
        .insertInto('device')
        .values({ id, devicetype_id, ...row, ...cycles, ...more })
        .execute(),
    )
    await world.platform.registry.changed('device', id)
    await settled()
  }
  const push = async (device: number, key: number, value: number): Promise<void> => {
    const sn = world.platform.registry.device(device)?.sn ?? ''
    await world.platform.ingest.push([{ sn, t: Date.now(), values: { [key]: value } }], trusted)
    await settled()
  }
  const body = (more: object) => ({
    name: '规则',
    project_id: 1,
    district_id: 2,
    nodemap_id: ids.pm,
    com_oper: 0,
    params_x: 100,
    hold_time: 0,
    alarm_interval: 0,
    alert_level: 2,
    enable: 1,
    alarm_msg: '{device} {node} {value} {unit}',
    enable_back: 0,
    enable_ganged: 0,
    scope: JSON.stringify({ pollutant: PM25 }),
    ...more,
  })
  const save = (more: object, id?: number) =>
    id === undefined
      ? world.call('super', 'POST', 'godbThreshold', body(more))
      : world.call('super', 'PUT', `godbThreshold/${id}`, body(more))
  const stored = async (name: string) =>
    world.platform.storage.read
      .selectFrom('threshold')
      .select(['id', 'device_list'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  const logsOf = (rule: number) =>
    world.platform.storage.read
      .selectFrom('thresholdlog')
      .select(['device_id', 'nodemap_id', 'is_alarm', 'alarm_msg'])
      .where('threshold_id', '=', rule)
      .orderBy('id')
      .execute()

  beforeAll(async () => {
    world = await openWorldApp(engine)
    await write(async (trx) => {
      await trx.updateTable('node').set({ pollutant: PM25 }).where('id', '=', 1).execute()
      const types = [2, 3].map((id) => ({ id, name: `型号 ${id}`, product_type: 1, ...stamp }))
      await trx.insertInto('devicetype').values(types).execute()
      const mg = { id: 11, name: 'PM2.5 mg', unitname: 'mg/m³', pollutant: PM25, ...node }
      const valve = { id: 12, name: '阀门', unitname: '', ...node, registertype: 3, max_value: 1000 }
      for (const row of [mg, valve]) await trx.insertInto('node').values(row).execute()
      const maps = [
        { id: OTHER_PM, devicetype_id: 2, node_id: 1, alias: '细颗粒物', nodeaddr: 7, ...stamp },
        { id: VALVE, devicetype_id: 2, node_id: 12, alias: '阀门', nodeaddr: 8, ...stamp },
        { id: IN_MG, devicetype_id: 3, node_id: 11, alias: 'PM2.5', nodeaddr: 1, ...stamp },
      ]
      await trx.insertInto('nodemap').values(maps).execute()
    })
    for (const table of ['node', 'nodemap', 'devicetype']) await world.platform.registry.changed(table, null)
    await addDevice(20, 2)
    await addDevice(30, 3)
    await settled()
  })
  afterAll(() => world.dispose())

  it('requires a scope or devices, and reports the error at device_list', async () => {
    const refused = [await save({ scope: null }), await save({ scope: '', device_list: '' })]
    const fieldsOf = (data: unknown) => Object.keys((data as { fields?: object } | null)?.fields ?? {})
    expect(refused.map(({ status, data }) => [status, fieldsOf(data)])).toEqual([
      [400, ['device_list']],
      [400, ['device_list']],
    ])
  })

  it('covers devices of every model that measures in its node’s unit, without its exceptions', async () => {
    expect((await save({ name: '都', scope: JSON.stringify({ pollutant: PM25, except: [ids.level] }) })).status).toBe(
      200,
    )
    const { id, device_list } = await stored('都')
    expect(device_list?.split(',').map(Number)).toEqual([ids.air, ids.disabled, 20])
    // Consoles mark the node of each model by its name.
    expect((await world.call('super', 'GET', 'godbThresholdNameList')).data).toContainEqual(
      expect.objectContaining({ id, nodemap_id: ids.pm, nodemap_ids: [ids.pm, OTHER_PM] }),
    )
    await push(20, 7, 150)
    await push(30, 1, 150)
    await push(ids.level, 1, 150)
    expect(await logsOf(id)).toMatchObject([
      { device_id: 20, nodemap_id: OTHER_PM, is_alarm: 1, alarm_msg: '站 20 细颗粒物 150 µg/m³' },
    ])
    await push(20, 7, 50)
    expect(await logsOf(id)).toMatchObject([{ device_id: 20, is_alarm: 0 }])
  })

  it('covers devices added later and devices that change their model', async () => {
    const { id } = await stored('都')
    await addDevice(21, 2)
    await addDevice(31, 3)
    expect((await stored('都')).device_list?.split(',').map(Number)).toEqual([ids.air, ids.disabled, 20, 21])
    await push(21, 7, 160)
    expect(await logsOf(id)).toMatchObject([{ device_id: 20 }, { device_id: 21, nodemap_id: OTHER_PM, is_alarm: 1 }])
    await push(21, 7, 10)
    await write((trx) => trx.updateTable('device').set({ devicetype_id: 1 }).where('id', '=', 21).execute())
    await world.platform.registry.changed('device', 21)
    await settled()
    await push(21, 1, 170)
    expect((await logsOf(id)).at(-1)).toMatchObject({ device_id: 21, nodemap_id: ids.pm, is_alarm: 1 })
  })

  it('is traced and backtested with the node of each device', async () => {
    const { id } = await stored('都')
    const trace = await world.call('super', 'GET', `alarmTrace?threshold_id=${id}&device_id=20`)
    expect(trace.data).toMatchObject({ verdict: 'normal', conditions: [{ nodemap_id: OTHER_PM, value: 50 }] })
    const back = await world.call('super', 'POST', 'alarmBacktest', { rule: body({}) })
    expect(back.data).toMatchObject({ fired: expect.arrayContaining([expect.objectContaining({ id: 20, count: 1 })]) })
  })

  it('is listed by deviceRules with the node judged on the device, for callers who see both', async () => {
    const { id } = await stored('都')
    const of = (device: number, user: keyof typeof users = 'super') =>
      world.call(user, 'GET', `deviceRules?device_id=${device}`)
    const rule = { id, name: '都', enable: 1, calc: 'value', com_oper: 0, params_x: 100, alert_level: 2 }
    expect((await of(20)).data).toEqual([expect.objectContaining({ ...rule, nodemap_id: OTHER_PM })])
    expect((await of(ids.air)).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ ...rule, nodemap_id: ids.pm })]),
    )
    // A device's id is not matched as part of another: 2 is not 20.
    expect((await of(ids.level)).data).not.toEqual(expect.arrayContaining([expect.objectContaining({ id })]))
    expect([(await of(30)).data, (await of(20, 'stranger')).status, (await of(999)).status]).toEqual([[], 403, 404])
    expect((await world.call('super', 'GET', 'deviceRules')).status).toBe(400)
  })

  it('keeps its alarm state when it is reloaded', async () => {
    const { id } = await stored('都')
    expect(world.platform.alarms.standing(id, 21)?.state).toBe(2)
    await world.platform.registry.changed('threshold', id)
    expect(world.platform.alarms.standing(id, 21)).toMatchObject({ state: 2, rule: { nodemap_id: ids.pm } })
    expect(world.platform.alarms.standing(id, 20)).toMatchObject({ rule: { nodemap_id: OTHER_PM } })
  })

  it('covers models with other units when it judges only classes', async () => {
    const ofClass = { com_oper: 1, params_x: 3, conditions: '{"calc":"class"}', alarm_msg: '{device} {node} {value}' }
    expect((await save({ name: '级', ...ofClass })).status).toBe(200)
    const { id, device_list } = await stored('级')
    const devices = device_list?.split(',').map(Number) ?? []
    expect(devices).toEqual(expect.arrayContaining([ids.air, 20, 30, 31]))
    const start = Date.now() - 65 * 60_000
    const sn = world.platform.registry.device(31)?.sn ?? ''
    for (let at = 0; at <= 60; at += 5)
      await world.platform.ingest.push([{ sn, t: start + at * 60_000, values: { 1: 0.1 } }], trusted)
    await push(31, 1, 0.1)
    expect(await logsOf(id)).toMatchObject([
      { device_id: 31, nodemap_id: IN_MG, is_alarm: 1, alarm_msg: '站 31 PM2.5 轻度污染 (3)' },
    ])
    const back = await world.call('super', 'POST', 'alarmBacktest', { rule: body(ofClass) })
    expect(back.data).toMatchObject({ asked: devices.length, fired: [{ id: 31 }] })
    // As soon as a value decides, so does the unit.
    expect((await save({ name: '级', conditions: null }, id)).status).toBe(200)
    expect((await stored('级')).device_list?.split(',').map(Number)).not.toContain(31)
    await world.call('super', 'DELETE', `godbThreshold/${id}`)
    await settled()
  })

  it('rejects a node that does not measure the pollutant', async () => {
    const wrong = await save({ name: '错', nodemap_id: ids.temperature })
    expect([wrong.status, wrong.data]).toMatchObject([400, { fields: { nodemap_id: expect.any(String) as string } }])
    expect((await save({ name: '错', scope: JSON.stringify({ pollutant: 34 }) })).status).toBe(400)
  })

  it('can be disabled and renamed after its devices have changed, and is validated when enabled again', async () => {
    await addDevice(41, 2)
    const byHand = { name: '手选', scope: null, device_list: '41', nodemap_id: OTHER_PM }
    expect((await save(byHand)).status).toBe(200)
    const { id } = await stored('手选')
    // The platform refuses this change; older installations have such devices.
    const model = await world.call('super', 'PUT', 'godbDevice/41', { devicetype_id: 3 })
    expect([model.status, model.data]).toMatchObject([
      400,
      { fields: { devicetype_id: expect.stringMatching(/手选$/) as string } },
    ])
    await write((trx) => trx.updateTable('device').set({ devicetype_id: 3 }).where('id', '=', 41).execute())
    await world.platform.registry.changed('device', 41)
    const change = (body: object) => world.call('super', 'PUT', `godbThreshold/${id}`, body)
    expect(await change({ enable: 0, name: '停用' })).toMatchObject({ status: 200, data: { enable: 0, name: '停用' } })
    const refused = await change({ enable: 1 })
    expect([refused.status, refused.data]).toMatchObject([
      400,
      { fields: { nodemap_id: expect.any(String) as string } },
    ])
  })

  it('accepts only channels of its project, and prevents deletion of the records it names', async () => {
    const channel = async (project_id: number): Promise<number> => {
      const url = 'https://hooks.example.com/alarm'
      const { data } = await world.call('super', 'POST', 'alarmChannel', { name: '值班群', project_id, kind: 4, url })
      return (data as { id: number }).id
    }
    const [own, foreign] = [await channel(1), await channel(2)]
    const parent = await world.call('super', 'POST', 'godbDistrict', { name: '新区', superid: 2, project_id: 1 })
    const area = (parent.data as { id: number }).id
    await addDevice(40, 1, { district_id: area })
    const limits = (told: number) => JSON.stringify({ 2: 100, tell: { 2: [told] } })
    const named = {
      name: '所名',
      scope: JSON.stringify({ model: 1, area }),
      conditions: JSON.stringify({ rows: [{ node: ids.temperature, com_oper: 0, params_x: 30 }] }),
    }
    const refused = await save({ ...named, limits: limits(foreign) })
    expect([refused.status, refused.data]).toMatchObject([400, { fields: { limits: expect.any(String) as string } }])
    expect((await save({ ...named, limits: limits(own) })).status).toBe(200)
    const { id } = await stored('所名')
    // A device inside a scope may be deleted; records that the rule itself names may not.
    expect((await world.call('super', 'DELETE', 'godbDevice/40')).status).toBe(200)
    const use = { resource: 'alarmConfig/threshold', id, name: '所名' }
    for (const path of [`alarmChannel/${own}`, `godbDistrict/${area}`, `godbNodemap/${ids.temperature}`])
      expect([path, await world.call('super', 'DELETE', path)]).toMatchObject([
        path,
        { status: 409, data: { uses: expect.arrayContaining([use]) as object[] } },
      ])
    expect((await world.call('super', 'DELETE', `alarmChannel/${foreign}`)).status).toBe(200)
    expect((await world.call('super', 'DELETE', `godbThreshold/${id}`)).status).toBe(200)
  })

  it('rejects a cycle of linked rules that arises from scopes, and names the rules', async () => {
    const ganged = (device: number, nodemap: number, value: number) => ({
      enable_ganged: 1,
      ganged_device_id: device,
      ganged_nodemap_id: nodemap,
      ganged_value: value,
    })
    // By its scope the rule on the valve watches device 20; the rule on the fan reads what that rule sets.
    const valve = { nodemap_id: VALVE, scope: JSON.stringify({ model: 2 }), params_x: 5 }
    const fan = { nodemap_id: ids.fan, scope: JSON.stringify({ model: 1 }), params_x: 0 }
    expect(await save({ name: '阀', ...valve, ...ganged(ids.air, ids.fan, 1) })).toMatchObject({ status: 200 })
    const closing = await save({ name: '扇', ...fan, ...ganged(20, VALVE, 9) })
    expect(closing.status).toBe(400)
    expect(JSON.stringify(closing.data)).toMatch(/扇 → 阀 → 扇/)
    // A device outside of the other rule's scope closes no circle.
    await addDevice(22, 2)
    const except = JSON.stringify({ model: 2, except: [20] })
    expect(
      (await save({ name: '阀', ...valve, scope: except, ...ganged(ids.air, ids.fan, 1) }, (await stored('阀')).id))
        .status,
    ).toBe(200)
    expect((await save({ name: '扇', ...fan, ...ganged(20, VALVE, 9) })).status).toBe(200)
    // A device that enters a scope without its rule being saved is noticed at the next save.
    const again = await save({ name: '阀', ...valve, ...ganged(ids.air, ids.fan, 1) }, (await stored('阀')).id)
    expect(JSON.stringify(again.data)).toMatch(/阀 → 扇 → 阀/)
  })
})
