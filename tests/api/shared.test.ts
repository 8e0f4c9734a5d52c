import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

describe.each(engines)('records shared by projects on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let adminA: Call
  let adminB: Call
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    adminA = await server.signIn('adminA')
    adminB = await server.signIn('adminB')
  })
  afterAll(() => server.dispose())
  const made = async (call: Call, api: string, body: object): Promise<number> => {
    const answer = await call<{ id: number }>('POST', api, body)
    expect(answer.msg).toBe('')
    return answer.data.id
  }

  it('reject changes of a model’s nodes when devices of another project use the model', async () => {
    const map = { devicetype_id: scene.product, node_id: scene.node, alias: 'Ours', nodeaddr: 77 }
    const refusal = { status: 403, msg: expect.stringContaining('other projects') as string }
    expect(await adminA('PUT', `godbNodemap/${scene.nodemap}`, { alias: 'Renamed' })).toMatchObject(refusal)
    expect(await adminA('POST', 'godbNodemap', map)).toMatchObject(refusal)
    expect(await adminA('DELETE', `godbNodemap/${scene.nodemap}`)).toMatchObject(refusal)
    expect((await adminA<{ msg: string }[]>('POST', 'godbNodemap/batch', { rows: [map] })).data).toMatchObject([
      { index: 0, msg: refusal.msg },
    ])
    expect((await scene.root<{ alias: string }>('GET', `godbNodemap/${scene.nodemap}`)).data.alias).toBe('PM2.5')
    expect((await scene.root('PUT', `godbNodemap/${scene.nodemap}`, { alias: 'PM2.5' })).code).toBe(0)
  })

  it('allow a project to change a model’s nodes while only its own devices use the model', async () => {
    const product = await made(scene.root, 'godbDevicetype', { name: 'Only of A', product_type: 1 })
    const own = {
      project_id: scene.projects.a,
      district_id: scene.areas.a,
      gateway_id: scene.gateways.a,
      devicetype_id: product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
    }
    await made(scene.root, 'godbDevice', { ...own, name: 'Of A', sn: '3001' })
    const map = await made(adminA, 'godbNodemap', {
      devicetype_id: product,
      node_id: scene.node,
      alias: 'Ours',
      nodeaddr: 1,
    })
    expect((await adminA('PUT', `godbNodemap/${map}`, { alias: 'Still ours' })).code).toBe(0)
    expect(await adminB('PUT', `godbNodemap/${map}`, { alias: 'Theirs' })).toMatchObject({ status: 403 })
    // A user who manages other areas of the project may not change it either.
    const localA = await server.signIn('localA')
    const local = () => localA('PUT', `godbNodemap/${map}`, { alias: 'Of the lower area' })
    expect(await local()).toMatchObject({ status: 403, msg: expect.stringContaining('areas') as string })
    await server.platform.storage.write((trx) =>
      trx.updateTable('device').set({ district_id: scene.areas.below }).where('sn', '=', '3001').execute(),
    )
    expect(await local()).toMatchObject({ code: 0 })
    await made(scene.root, 'godbDevice', {
      ...own,
      project_id: scene.projects.b,
      district_id: scene.areas.b,
      gateway_id: scene.gateways.b,
      name: 'Of B',
      sn: '3002',
    })
    expect(await adminA('DELETE', `godbNodemap/${map}`)).toMatchObject({ status: 403 })
  })

  it('reserve a device code for its project until a super administrator releases it', async () => {
    const device = (name: string, sn: string, project: 'a' | 'b') => ({
      name,
      sn,
      project_id: scene.projects[project],
      district_id: scene.areas[project],
      gateway_id: scene.gateways[project],
      devicetype_id: scene.product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
    })
    const refusal = { status: 409, data: { fields: { sn: expect.stringContaining('super administrator') as string } } }
    const first = await made(adminA, 'godbDevice', device('First', '5001', 'a'))
    expect((await adminA('PUT', `godbDevice/${first}`, { sn: '5002' })).code).toBe(0)
    expect((await adminA('DELETE', `godbDevice/${first}`)).code).toBe(0)
    for (const sn of ['5001', '5002'])
      expect(await adminB('POST', 'godbDevice', device('Taken', sn, 'b'))).toMatchObject(refusal)
    const other = await made(adminB, 'godbDevice', device('Other', '5003', 'b'))
    expect(await adminB('PUT', `godbDevice/${other}`, { sn: '5001' })).toMatchObject(refusal)
    expect(
      (
        await adminB<{ fields?: object }[]>('POST', 'godbDevice/batch', {
          rows: [device('Taken', '5001', 'b'), device('Free', '5004', 'b')],
        })
      ).data,
    ).toMatchObject([{ fields: refusal.data.fields }, { id: expect.any(Number) as number }])

    // Its own project may register it again at any time.
    const again = await made(adminA, 'godbDevice', device('Again', '5002', 'a'))
    expect((await adminA('DELETE', `godbDevice/${again}`)).code).toBe(0)

    expect(await adminB('GET', 'devicecodes')).toMatchObject({ status: 403 })
    expect((await scene.root<{ sn: string }[]>('GET', 'devicecodes?search=500')).data).toMatchObject([
      { sn: '5002', project_id: scene.projects.a },
      { sn: '5001', project_id: scene.projects.a },
    ])
    const wide = await scene.root<object[]>('GET', `devicecodes?search=${encodeURIComponent('５００')}`)
    expect(wide.data).toHaveLength(2)
    expect((await scene.root('DELETE', 'devicecodes/5001')).code).toBe(0)
    expect(await scene.root('DELETE', 'devicecodes/5001')).toMatchObject({ status: 404 })
    await made(adminB, 'godbDevice', device('Released', '5001', 'b'))
    // A super administrator may give a code to another project as well.
    await made(scene.root, 'godbDevice', device('Given', '5002', 'b'))
    expect((await scene.root<object[]>('GET', 'devicecodes?search=500')).data).toEqual([])
  })

  it('change a device’s control_state only through godbDeviceBatchControlState', async () => {
    const stopped = {
      name: 'Stopped',
      project_id: scene.projects.a,
      district_id: scene.areas.a,
      gateway_id: scene.gateways.a,
      devicetype_id: scene.product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
      sn: '4001',
      control_state: 1,
    }
    const id = await made(adminA, 'godbDevice', stopped)
    const state = async (): Promise<number> =>
      (await adminA<{ control_state: number }>('GET', `godbDevice/${id}`)).data.control_state
    expect(await state()).toBe(0)
    expect((await adminA('PUT', `godbDevice/${id}`, { control_state: 1, name: 'Renamed' })).code).toBe(0)
    expect(await state()).toBe(0)
    expect(
      (await adminA('PUT', 'godbDeviceBatchControlState', { control_state: 1, dev_id_list: String(id) })).data,
    ).toBe(1)
    expect((await adminA('PUT', `godbDevice/${id}`, { control_state: 0, name: 'Once more' })).code).toBe(0)
    expect(await state()).toBe(1)
  })
})
