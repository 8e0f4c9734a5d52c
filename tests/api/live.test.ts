import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChannel, type Command } from '../../server/telemetry/commands.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
interface State {
  id: number
  deviceisonline: number
  getewayisonline: number
  nodestatelist: { id: number; lastdata: { historydata: number; insertdate: number; nodemapid: number } | null }[]
}

describe.each(engines)('live state API on %s', (engine) => {
  let world: WorldApp
  const now = Date.now()
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.ingest.push([{ sn: '1869024001', t: now, values: { 1: 35.5 } }], trusted)
  })
  afterAll(() => world.dispose())
  const listed = async (user: Parameters<WorldApp['call']>[0], path = 'godbDeviceState'): Promise<number[]> =>
    ((await world.call(user, 'GET', path)).data as State[]).map((state) => state.id)

  it('returns a device with exactly the fields of the contract', async () => {
    const { data, code } = await world.call('super', 'GET', 'godbDeviceState')
    const none = { String: '', Valid: false }
    const node = {
      unitname: 'µg/m³',
      imginfo: { String: '/upload/node.png', Valid: true },
      registertype: 4,
      node_script: none,
      min_value: 0,
      max_value: 500,
    }
    expect(code).toBe(0)
    expect((data as State[])[0]).toEqual({
      id: ids.air,
      sn: '1869024001',
      sn_value: none,
      name: '桥西空气微站 01',
      district_id: 2,
      project_id: 1,
      gateway_id: ids.gateway,
      devicetype_id: 1,
      sort_num: 0,
      control_state: 0,
      acquisition_cycle: 30,
      deviceisonline: 1,
      getewayisonline: 1,
      thre_list: [],
      positional: none,
      json_data: none,
      nodestatelist: [
        { id: ids.pm, alias: 'PM2.5', ...node, lastdata: { historydata: 35.5, insertdate: now, nodemapid: ids.pm } },
        {
          id: ids.temperature,
          alias: '温度',
          ...node,
          unitname: '℃',
          registertype: 3,
          node_script: { String: 'value * 0.1', Valid: true },
          min_value: -40,
          max_value: 60,
          lastdata: null,
        },
        { id: ids.fan, alias: '排风扇', ...node, unitname: '', registertype: 1, max_value: 1, lastdata: null },
      ],
    })
    const [, level, other] = data as State[]
    expect(level).toMatchObject({
      id: ids.level,
      deviceisonline: 0,
      getewayisonline: 1,
      sn_value: { String: 'HX-0002', Valid: true },
    })
    expect(other).toMatchObject({ id: ids.other, gateway_id: null, deviceisonline: 0, getewayisonline: 0 })
  })

  it('lists only devices of the caller’s project and areas, and returns 401 without a session', async () => {
    expect(await listed('super')).toEqual([1, 2, 3, 4])
    expect(await listed('manager')).toEqual([1, 2, 4])
    expect(await listed('watcher')).toEqual([2])
    expect(await listed('stranger')).toEqual([3])
    expect((await world.call(null, 'GET', 'godbDeviceState')).status).toBe(401)
  })

  it('filters by an area and its descendants, and returns 404 for an area outside the caller’s scope', async () => {
    expect(await listed('super', 'godbDeviceStateByDistrictId/1')).toEqual([1, 2, 3, 4])
    expect(await listed('manager', 'godbDeviceStateByDistrictId/1')).toEqual([1, 2, 4])
    expect(await listed('manager', 'godbDeviceStateByDistrictId/2')).toEqual([1, 2, 4])
    expect(await listed('manager', 'godbDeviceStateByDistrictId/3')).toEqual([2])
    for (const path of ['4', '99', 'x'])
      expect((await world.call('manager', 'GET', `godbDeviceStateByDistrictId/${path}`)).status).toBe(404)
    // A user who manages an area sees it and the areas above it, and none beside it.
    expect(await listed('watcher', 'godbDeviceStateByDistrictId/2')).toEqual([2])
    expect(await listed('watcher', 'godbDeviceStateByDistrictId/3')).toEqual([2])
  })

  it('searches by name, sn and extra code, each with a minimum length', async () => {
    const search = (search_mode: unknown, search_data: unknown, user: 'super' | 'stranger' = 'super') =>
      world.call(user, 'POST', 'godbDeviceStateSearch', { search_mode, search_data })
    const found = async (...args: Parameters<typeof search>): Promise<number[]> =>
      ((await search(...args)).data as State[]).map((state) => state.id)
    expect(await found('name', ' 微站 ')).toEqual([1, 4])
    expect(await found('sn', '024003')).toEqual([3])
    expect(await found('sn_value', 'hx-0002')).toEqual([2])
    expect(await found('name', '微站', 'stranger')).toEqual([])
    expect(await search('name', '微 ')).toMatchObject({
      status: 400,
      data: { fields: { search_data: 'At least 2 characters' } },
    })
    expect(await search('sn', '02400')).toMatchObject({
      status: 400,
      data: { fields: { search_data: 'At least 6 characters' } },
    })
    expect(await search('constructor', '微站')).toMatchObject({
      status: 400,
      data: { fields: { search_mode: expect.any(String) } },
    })
    expect((await search('name', { a: 1 })).status).toBe(400)
  })

  it('searches by gateway code, and by ICCID only for callers who are allowed to list devices', async () => {
    const { storage } = world.platform
    await storage.write((trx) =>
      trx.updateTable('device').set({ iccid: '89860412' }).where('id', '=', ids.level).execute(),
    )
    const search = (
      search_mode: string,
      search_data: string,
      user: 'super' | 'manager' | 'watcher' | 'stranger' = 'super',
    ) => world.call(user, 'POST', 'godbDeviceStateSearch', { search_mode, search_data })
    const found = async (...args: Parameters<typeof search>): Promise<number[]> =>
      ((await search(...args)).data as State[]).map((state) => state.id)
    expect(await found('regcode', '100')).toEqual([1, 2, 4])
    expect(await found('regcode', '100', 'watcher')).toEqual([2])
    expect(await found('regcode', '100', 'stranger')).toEqual([])
    expect(await found('regcode', '10_')).toEqual([])
    expect(await found('iccid', '898604', 'manager')).toEqual([2])
    expect((await search('iccid', '898604', 'watcher')).status).toBe(403)
    expect((await search('iccid', '89860')).status).toBe(400)
  })

  it('counts the online devices and gateways within the caller’s scope', async () => {
    expect((await world.call('super', 'GET', 'godbAllDeviceOnlineNum')).data).toEqual({
      onlinenum: 1,
      sumnum: 4,
      gatewayonlinenum: 1,
      gatewaysumnum: 1,
    })
    expect((await world.call('stranger', 'GET', 'godbAllDeviceOnlineNum')).data).toEqual({
      onlinenum: 0,
      sumnum: 1,
      gatewayonlinenum: 0,
      gatewaysumnum: 0,
    })
  })

  it('reflects changed and deleted devices, nodes and areas', async () => {
    const { storage, registry } = world.platform
    const state = async (): Promise<State | undefined> =>
      ((await world.call('super', 'GET', 'godbDeviceState')).data as State[]).find(({ id }) => id === ids.air)
    await storage.write((trx) =>
      trx.updateTable('device').set({ name: '新名字', sn: '777777', sort_num: -1 }).where('id', '=', ids.air).execute(),
    )
    await registry.changed('device', ids.air)
    expect(await state()).toMatchObject({
      name: '新名字',
      sn: '777777',
      nodestatelist: [{ lastdata: { historydata: 35.5 } }, {}, {}],
    })
    expect(await listed('super')).toEqual([2, 3, 4, 1])
    expect(registry.bySn('1869024001')).toBeUndefined()
    await storage.write((trx) => trx.deleteFrom('nodemap').where('id', '=', ids.fan).execute())
    await registry.changed('nodemap', ids.fan)
    expect((await state())?.nodestatelist.map((node) => node.id)).toEqual([ids.pm, ids.temperature])
    await storage.write((trx) => trx.deleteFrom('device').where('id', '=', ids.disabled).execute())
    await registry.changed('device', ids.disabled)
    expect(await listed('super')).toEqual([2, 3, 1])
    await storage.write((trx) => trx.updateTable('district').set({ superid: 3 }).where('id', '=', 2).execute())
    await registry.changed('district', 2)
    expect([...registry.areasBelow([2])].toSorted()).toEqual([2, 3])
  })

  it('returns connection records newest first, up to the requested count', async () => {
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('deviceonline')
        .values([1, 2, 3].map((n) => ({ device_id: ids.level, time: n, state: n % 2 })))
        .execute(),
    )
    expect((await world.call('manager', 'GET', `godbDeviceOnlineByIdOrCount/${ids.level}/2`)).data).toEqual([
      { time: 3, state: 1 },
      { time: 2, state: 0 },
    ])
    expect((await world.call('manager', 'GET', `godbDeviceOnlineByIdOrCount/${ids.level}/nonsense`)).data).toHaveLength(
      3,
    )
    expect((await world.call('stranger', 'GET', `godbDeviceOnlineByIdOrCount/${ids.level}/20`)).status).toBe(404)
  })

  it('rejects setting a value by a read-only user with 403 and sends no command', async () => {
    const watched = { deviceid: ids.level, nodemapid: ids.temperature, value: 21 }
    expect((await world.call('watcher', 'GET', 'godbDeviceState')).status).toBe(200)
    const commands: Command[] = []
    const close = openChannel(world.platform, async (command) => commands.push(command) > 0)
    expect(await world.call('watcher', 'PUT', 'godbSetDeviceNodeValue', watched)).toMatchObject({
      status: 403,
      code: 403,
    })
    close()
    expect(commands).toEqual([])
  })

  it('validates a set value and sends it to the channel, or returns 503 without a channel', async () => {
    const set = (body: object, user: 'manager' | 'stranger' = 'manager') =>
      world.call(user, 'PUT', 'godbSetDeviceNodeValue', {
        deviceid: ids.level,
        nodemapid: ids.temperature,
        value: 21,
        ...body,
      })
    expect((await set({})).status).toBe(503)
    const commands: Command[] = []
    const close = openChannel(world.platform, async (command) => commands.push(command) > 0)
    expect(await set({})).toMatchObject({ status: 200, data: null })
    expect(commands).toEqual([
      {
        sn: '1869024002',
        deviceid: ids.level,
        nodemapid: ids.temperature,
        nodeaddr: 2,
        value: 21,
        t: expect.any(Number),
      },
    ])
    for (const body of [
      { value: 61 },
      { value: 'warm' },
      { value: null },
      { nodemapid: ids.pm, value: 1 },
      { nodemapid: 999 },
    ])
      expect((await set(body)).status).toBe(400)
    expect((await set({}, 'stranger')).status).toBe(404)
    close()
    expect(commands).toHaveLength(1)
  })
})
