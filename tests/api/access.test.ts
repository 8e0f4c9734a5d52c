import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

/** The calls that need no signed-in user: a new public call has to be added here on purpose. */
const PUBLIC = [
  'GET /v1/captcha',
  'GET /v1/entity.schema.json',
  'GET /v1/getVerificationCode',
  'GET /v1/openapi.json',
  'GET /v1/ws',
  'HEAD /v1/captcha',
  'HEAD /v1/entity.schema.json',
  'HEAD /v1/openapi.json',
  'HEAD /v1/ws',
  'POST /v1/RegisterSystemuser',
  'POST /v1/godbSystemuserlogin',
  'POST /v1/telemetry',
]

describe.each(engines)('access control on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let viewer: Call
  let adminA: Call
  let adminB: Call
  let local: Call
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    viewer = await server.signIn('viewerA')
    adminA = await server.signIn('adminA')
    adminB = await server.signIn('adminB')
    local = await server.signIn('localA')
  })
  afterAll(() => server.dispose())

  /** Id of a record of project A, by resource. */
  const recordOf = (path: string): number =>
    ({
      'manage/product': scene.product,
      'manage/product/nodemap': scene.nodemap,
      'manage/area': scene.areas.a,
      'manage/device': scene.devices.a,
      'manage/gateway': scene.gateways.a,
      'manage/node': scene.node,
      'permissionCenter/project': scene.projects.a,
      'permissionCenter/user': 1,
    })[path] ?? 1

  describe.each(allResources.map((resource) => [resource.api, resource] as const))('%s', (api, resource) => {
    it('refuses all calls with 401 without a session', async () => {
      const calls = [
        server.anonymous('GET', api),
        server.anonymous('GET', `${api}/1`),
        server.anonymous('POST', api, {}),
        server.anonymous('PUT', `${api}/1`, {}),
        server.anonymous('DELETE', `${api}/1`),
      ]
      for (const answer of await Promise.all(calls))
        expect(answer).toMatchObject({ status: 401, code: 401, data: null })
    })

    it('refuses all calls with 403 to a user without the resource’s keys', async () => {
      const id = recordOf(resource.path)
      const lists = api === 'godbNodemap' ? [] : [viewer('GET', api), viewer('GET', `${api}/${id}`)]
      const ownProject = resource.path === 'permissionCenter/project'
      const calls = [
        ...lists,
        viewer('POST', api, {}),
        ...(ownProject ? [] : [viewer('PUT', `${api}/${id}`, {})]),
        viewer('DELETE', `${api}/${id}`),
      ]
      for (const answer of await Promise.all(calls))
        expect(answer).toMatchObject({ status: 403, code: 403, data: null })
    })

    it('refuses calls reserved for the super administrator with 403 to a user who holds every key', async () => {
      for (const [action, method, path] of [
        ['create', 'POST', api],
        ['edit', 'PUT', `${api}/${recordOf(resource.path)}`],
        ['delete', 'DELETE', `${api}/${recordOf(resource.path)}`],
      ] as const) {
        const access = resource.access[action]
        if (access === null || typeof access === 'string') continue
        expect(await adminB(method, path, {})).toMatchObject({ status: 403 })
      }
    })
  })

  it('answers 404 for records of other projects and leaves them out of lists', async () => {
    for (const [api, id] of [
      ['godbGateway', scene.gateways.a],
      ['godbDevice', scene.devices.a],
      ['godbDistrict', scene.areas.a],
    ] as const) {
      expect((await scene.root('GET', `${api}/${id}`)).code).toBe(0)
      for (const method of ['GET', 'PUT', 'DELETE'] as const)
        expect(await adminB(method, `${api}/${id}`, { name: 'Stolen' })).toMatchObject({ status: 404 })
    }
    expect(await adminB('GET', `godbProject/${scene.projects.a}`)).toMatchObject({ status: 404 })
    expect(await adminB('GET', `godbGatewayById/${scene.gateways.a}`)).toMatchObject({ status: 404 })
    expect(await adminB('PUT', `godbDeviceName/${scene.devices.a}`, { name: 'Stolen' })).toMatchObject({ status: 404 })
    const listed = await adminB<{ list: { id: number }[]; total: number }>(
      'GET',
      `godbGateway?pro_id=${scene.projects.a}`,
    )
    expect(listed.data).toEqual({ list: [], total: 0 })
    expect((await adminB<{ list: { id: number }[] }>('GET', 'godbGateway')).data.list.map(({ id }) => id)).toEqual([
      scene.gateways.b,
    ])
    expect((await adminB<{ total: number }>('GET', `godbGateway?ids=${scene.gateways.a}`)).data.total).toBe(0)
  })

  it('sets project_id to the caller’s project on create, and keeps it on update', async () => {
    const created = await adminA<{ id: number; project_id: number }>('POST', 'godbGateway', {
      name: 'Mine',
      regcode: '5551',
      protocol_type: 1,
      project_id: scene.projects.b,
    })
    expect(created.data.project_id).toBe(scene.projects.a)
    expect(
      (await adminA('PUT', `godbGateway/${created.data.id}`, { project_id: scene.projects.b, name: 'Still mine' }))
        .data,
    ).toMatchObject({ project_id: scene.projects.a, name: 'Still mine' })
  })

  it('limits users with managed areas to the devices and areas inside them', async () => {
    const ids = async (call: Call, api: string) => {
      const { data } = await call<{ list: { id: number }[] } | { id: number }[]>('GET', api)
      return (Array.isArray(data) ? data : data.list).map(({ id }) => id)
    }
    expect(await ids(local, 'godbDevice')).toEqual([scene.devices.below])
    expect(await ids(local, 'godbDeviceNameList')).toEqual([scene.devices.below])
    expect(await ids(local, 'godbDistrict')).toEqual([scene.areas.below])
    expect(await local('PUT', `godbDevice/${scene.devices.a}`, { name: 'Outside' })).toMatchObject({ status: 404 })
    expect(await local('PUT', `godbDevice/${scene.devices.below}`, { district_id: scene.areas.a })).toMatchObject({
      status: 400,
      data: { fields: { district_id: expect.any(String) } },
    })
    expect(await local('POST', 'godbDistrict', { name: 'On top', superid: 1 })).toMatchObject({
      status: 400,
      data: { fields: { superid: expect.any(String) } },
    })
    // The user may change other fields of an area whose parent lies outside their areas.
    expect(
      await local('PUT', `godbDistrict/${scene.areas.below}`, {
        name: 'Area A below',
        superid: scene.areas.a,
        build_state: 0,
      }),
    ).toMatchObject({ code: 0 })
  })

  it('allows every user to edit their own project’s entry, except for reserved fields', async () => {
    const kept = { remain_sms: 0, storm_count: 0, air_scheme: null }
    const other = { vip_type: 9, remain_sms: 99, storm_count: 1, air_scheme: 2 }
    expect(
      (await viewer('PUT', `godbProject/${scene.projects.a}`, { contact: '13812345678', ...other })).data,
    ).toMatchObject({ contact: '13812345678', ...kept })
    // Notification settings belong to users who manage projects (7-2).
    expect((await adminA('PUT', `godbProject/${scene.projects.a}`, { storm_minutes: 20 })).data).toMatchObject({
      ...kept,
      storm_minutes: 20,
    })
    // Only the super administrator tops up text messages.
    expect((await scene.root('PUT', `godbProject/${scene.projects.a}`, { remain_sms: 99 })).data).toMatchObject({
      contact: '13812345678',
      remain_sms: 99,
      vip_type: null,
    })
    expect(await viewer('PUT', `godbProject/${scene.projects.b}`, { contact: '13812345678' })).toMatchObject({
      status: 403,
    })
  })

  it('shows reserved fields to the super administrator only, and refuses others sorting and filtering by them', async () => {
    const path = `godbDevice/${scene.devices.a}`
    const shown = ({ data }: { data: object }) =>
      ['en_shadow', 'shadow_script', 'table_prefix', 'vip_type', 'vip_info'].filter((name) => name in data)
    expect(shown(await scene.root<object>('GET', path))).toEqual(['en_shadow', 'shadow_script'])
    for (const answer of [
      await adminA<object>('GET', path),
      await adminA<object>('PUT', path, { sort_num: 7 }),
      await adminA<object>('GET', 'godbMyProject'),
    ])
      expect([answer.code, shown(answer)]).toEqual([0, []])
    // The order and number of rows do not reveal it either.
    const sorted = 'godbDevice?sort=shadow_script'
    const filtered = `rest/devices?filter=${encodeURIComponent('{"en_shadow":1}')}`
    const statuses = async (call: Call) => [(await call('GET', sorted)).status, (await call('GET', filtered)).status]
    expect([await statuses(scene.root), await statuses(adminA)]).toEqual([
      [200, 200],
      [400, 400],
    ])
  })

  it('starts and stops a batch of devices in full, or not at all when one is not allowed', async () => {
    const set = (call: Call, control_state: number, ids: number[]) =>
      call('PUT', 'godbDeviceBatchControlState', { control_state, dev_id_list: ids.join(',') })
    expect(await set(viewer, 1, [scene.devices.a])).toMatchObject({ status: 403 })
    expect(await set(adminA, 1, [scene.devices.a, scene.devices.b])).toMatchObject({ status: 404 })
    expect(server.platform.registry.device(scene.devices.a)?.control_state).toBe(0)
    expect(await set(adminA, 1, [scene.devices.a, scene.devices.below])).toMatchObject({ code: 0, data: 2 })
    expect(server.platform.registry.device(scene.devices.a)?.control_state).toBe(1)
    expect(await set(adminA, 0, [scene.devices.a, scene.devices.below, scene.devices.a])).toMatchObject({ data: 2 })
    expect(await set(adminA, 0, [])).toMatchObject({ status: 400 })
    expect(await set(adminA, 2, [scene.devices.a])).toMatchObject({ status: 400 })
  })

  it('requires a session for every call except the listed public ones', async () => {
    const calls = server.routes().filter(({ call }) => call.includes(' /v1'))
    expect(calls.length).toBeGreaterThan(60)
    expect(
      calls
        .filter(({ isPublic }) => isPublic)
        .map(({ call }) => call)
        .toSorted(),
    ).toEqual(PUBLIC)
    for (const { call, isPublic } of calls) {
      if (isPublic) continue
      const [method = '', url = ''] = call.split(' ')
      const response = await server.app.inject({ method: method as 'GET', url: url.replaceAll(/:\w+/g, '1') })
      expect([call, response.statusCode]).toEqual([call, 401])
    }
    expect((await server.app.inject({ url: '/v1/noSuchCall' })).statusCode).toBe(401)
  })
})
