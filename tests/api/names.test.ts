import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionary } from '../../resources/dictionary.ts'
import { allResources } from '../../resources/index.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

/** The screens of spec 1 §2.1 that are not a resource's list. */
const pages = [
  '',
  'BigScreen',
  'monitor/data',
  'monitor/history',
  'monitor/threoldManage',
  'monitor/operation',
  'monitor/hisdataPk',
]

type Named = Record<string, unknown>[]

describe.each(engines)('name list API on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let viewer: Call
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    viewer = await server.signIn('viewerA')
  })
  afterAll(() => server.dispose())
  const names = async (call: Call, list: string): Promise<Named> => (await call<Named>('GET', list)).data

  it('returns the columns documented in wire.md', async () => {
    expect(await names(scene.root, 'godbDistrictNameList')).toEqual([
      {
        id: scene.areas.a,
        name: 'Area A',
        superid: 1,
        pin_code: expect.any(String),
        project_id: scene.projects.a,
        build_state: 0,
      },
      {
        id: scene.areas.below,
        name: 'Area A below',
        superid: scene.areas.a,
        pin_code: expect.any(String),
        project_id: scene.projects.a,
        build_state: 0,
      },
      {
        id: scene.areas.b,
        name: 'Area B',
        superid: 1,
        pin_code: expect.any(String),
        project_id: scene.projects.b,
        build_state: 0,
      },
    ])
    expect((await names(scene.root, 'godbDeviceNameList'))[0]).toEqual({
      id: scene.devices.a,
      name: 'Device A',
      district_id: scene.areas.a,
      devicetype_id: scene.product,
      project_id: scene.projects.a,
      sn: '2001',
      sn_value: null,
      gateway_id: scene.gateways.a,
      iccid: null,
    })
    expect((await names(scene.root, 'godbGatewayNameList'))[0]).toEqual({
      id: scene.gateways.a,
      name: 'Gateway A',
      regcode: '1001',
      project_id: scene.projects.a,
    })
    expect(await names(scene.root, 'godbNodeNameList')).toMatchObject([{ id: scene.node, name: 'PM2.5' }])
    expect(JSON.stringify(await names(scene.root, 'godbSystemuserNameList'))).not.toMatch(/scrypt|user_token/)
  })

  it('returns only rows within the caller’s scope', async () => {
    const first = (rows: Named) => rows.map((row) => row.id)
    expect(first(await names(viewer, 'godbProjectNameList'))).toEqual([scene.projects.a])
    expect(first(await names(viewer, 'godbGatewayNameList'))).toEqual([scene.gateways.a])
    expect(first(await names(viewer, 'godbDeviceNameList'))).toEqual([scene.devices.a, scene.devices.below])
    expect(first(await names(viewer, 'godbDistrictNameList'))).toEqual([scene.areas.a, scene.areas.below])
    expect(await names(viewer, 'godbDevicetypeNameList')).toHaveLength(1)
  })

  it('returns usernames only to callers who manage users or read the operation log', async () => {
    const all = await names(viewer, 'godbSystemuserNameList')
    expect(all.length).toBeGreaterThan(1)
    for (const row of all) expect(Object.keys(row)).toEqual(['id', 'nickname', 'super_id'])
    expect(all.map((row) => row.nickname)).not.toContain('adminB')
    for (const key of ['7-1', '2-4', '7-1-3']) {
      await server.addUser({ username: `namer${key}`, project_id: scene.projects.a, menu_control: `["${key}"]` })
      const told = await names(await server.signIn(`namer${key}`), 'godbSystemuserNameList')
      expect(told.map((row) => row.username)).toContain('adminA')
      expect(told.map((row) => row.username)).not.toContain('adminB')
    }
    expect((await names(scene.root, 'godbSystemuserNameList')).map((row) => row.username)).toContain('adminB')
  })

  it('returns sn, extra code, gateway and ICCID of devices only to callers who read them elsewhere', async () => {
    const told = async (key: string) => {
      await server.addUser({ username: `coder${key}`, project_id: scene.projects.a, menu_control: `["${key}"]` })
      const [first] = await names(await server.signIn(`coder${key}`), 'godbDeviceNameList')
      return ['sn', 'sn_value', 'gateway_id', 'iccid'].filter((column) => column in (first ?? {}))
    }
    expect([await told('3-3'), await told('2-1'), await told('3-2')]).toEqual([
      ['sn', 'sn_value', 'gateway_id', 'iccid'],
      ['sn', 'sn_value', 'gateway_id'],
      [],
    ])
    expect(
      (await server.signIn('root').then((call) => call<{ extensions: string[] }>('GET', 'capabilities'))).data
        .extensions,
    ).toContain('codes')
  })

  it('returns data formats to callers who set up interfaces but have no access to the formats’ screen', async () => {
    const made = await scene.root<{ id: number }>('POST', 'godbNorthDataInfo', {
      north_data_info_name: 'City',
      project_id: scene.projects.a,
    })
    await server.addUser({ username: 'pusherA', project_id: scene.projects.a, menu_control: '["5-1"]' })
    await server.addUser({ username: 'pusherB', project_id: scene.projects.b, menu_control: '["5-1"]' })
    const pusher = await server.signIn('pusherA')
    expect((await pusher('GET', 'godbNorthDataInfo')).status).toBe(403)
    expect(await names(pusher, 'godbNorthDataInfoNameList')).toEqual([
      { id: made.data.id, north_data_info_name: 'City', project_id: scene.projects.a },
    ])
    expect(await names(await server.signIn('pusherB'), 'godbNorthDataInfoNameList')).toEqual([])
    const body = {
      name: 'Push',
      url: 'https://example.org/in',
      dev_list: String(scene.devices.a),
      info_id: made.data.id,
    }
    expect(await pusher('POST', 'godbNorthInterface', body)).toMatchObject({ code: 0, data: { info_id: made.data.id } })
  })

  it('returns the nodes of a product model', async () => {
    expect(await names(viewer, `godbNodemapByType/${scene.product}`)).toEqual([
      {
        id: scene.nodemap,
        alias: 'PM2.5',
        node_id: scene.node,
        nodeaddr: 1,
        unitname: 'µg/m³',
        registertype: 4,
        node_script: { String: '', Valid: false },
        min_value: 0,
        max_value: 500,
      },
    ])
    expect(await names(viewer, `godbNodemapNodeInfoByType/${scene.product}`)).toEqual([
      {
        id: scene.nodemap,
        nodeID: scene.node,
        node_id: scene.node,
        name: 'PM2.5',
        unitfactor: 1,
        unitname: 'µg/m³',
        alias: 'PM2.5',
        nodeaddr: 1,
        key_msg: { String: '', Valid: false },
        explained: { String: '', Valid: false },
        project_id: null,
        devicetype_id: scene.product,
        registertype: 4,
      },
    ])
    expect(await names(viewer, 'godbNodemapByType/999')).toEqual([])
    expect(await viewer('GET', 'godbNodemapByType/x')).toMatchObject({ status: 404 })
    expect(await names(viewer, 'godbNodemap')).toHaveLength(1)
  })

  it('returns dictionaries, help in three languages, capabilities and resources', async () => {
    for (const type of Object.keys(dictionary))
      expect((await names(viewer, `godbDatadictionaryByDataType/${type}`)).length).toBeGreaterThan(0)
    expect((await names(viewer, 'godbDatadictionaryByDataType/ICCIDServiceProviderValue'))[0]).toEqual({
      data_code: '中国移动',
      data_code_tw: '中國移動',
      data_code_en: 'China Mobile',
      data_value: 0,
      data_value_string: '0',
      sort_no: 1,
    })
    for (const type of ['none', 'constructor', '__proto__'])
      expect(await viewer('GET', `godbDatadictionaryByDataType/${type}`)).toMatchObject({ status: 404 })
    const help = await Promise.all(['cn', 'tw', 'en'].map((language) => names(viewer, `getHelpJson/${language}`)))
    const screens = help[0]?.map((entry) => String(entry.types)) ?? []
    expect(new Set(screens).size).toBe(screens.length)
    for (const path of [...pages, ...allResources.filter(({ within }) => !within).map((resource) => resource.path)])
      expect(screens).toContain(path)
    for (const entries of help) {
      expect(entries.map((entry) => entry.types)).toEqual(screens)
      for (const { types, tips } of entries) {
        expect(String(tips), String(types)).toMatch(/^## \S/)
        expect(String(tips).length, String(types)).toBeGreaterThan(50)
      }
    }
    for (const [index, entry] of (help[0] ?? []).entries())
      expect(new Set(help.map((entries) => entries[index]?.tips)).size, String(entry.types)).toBe(3)
    // The script language is explained where scripts are typed: every feature is named.
    for (const entries of help)
      for (const name of ['round', 'sqrt', 'log10', '? :', '500'])
        expect(String(entries.find(({ types }) => types === 'manage/node')?.tips)).toContain(name)
    // Index, rate and doubtful values are explained where they are shown.
    for (const entries of help) {
      const textOf = (path: string) => String(entries.find(({ types }) => types === path)?.tips)
      for (const path of ['', 'device', 'monitor/data', 'monitor/history', 'monitor/ranking'])
        expect(textOf(path), path).toMatch(/HJ 633\D.*\b50\b.*\b100\b/)
      for (const path of ['device', 'monitor/quality']) expect(textOf(path), path).toContain('90 %')
      for (const path of ['monitor/quality', 'alarmConfig/threshold'])
        expect(textOf(path), path).toMatch(/suspect or failed|可疑或错误|可疑或錯誤/)
    }
    expect((await viewer('GET', 'capabilities')).data).toMatchObject({
      passwordMin: 8,
      extensions: expect.arrayContaining(['ids', 'sort', 'logout', 'points', 'ws-all']),
    })
    expect(await names(viewer, 'resources')).toEqual(JSON.parse(JSON.stringify(allResources)))
  })
})
