import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

const PLACE = '{"maplng":114.5,"maplat":38}'

describe.each(engines)('videos and contacts of an area on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let calls: Record<'adminA' | 'adminB' | 'viewerA' | 'localA', Call>
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    const [adminA, adminB, viewerA, localA] = await Promise.all([
      server.signIn('adminA'),
      server.signIn('adminB'),
      server.signIn('viewerA'),
      server.signIn('localA'),
    ])
    calls = { adminA, adminB, viewerA, localA }
    for (const [name, project_id, district_id] of [
      ['Upper', scene.projects.a, scene.areas.a],
      ['Lower', scene.projects.a, scene.areas.below],
      ['Other', scene.projects.b, scene.areas.b],
    ] as const) {
      await scene.root('POST', 'godbVideoshow', {
        video_name: name,
        project_id,
        district_id,
        video_type: 0,
        video_url: `https://example.com/${name}.m3u8`,
        ...(name === 'Lower' && { positional: PLACE }),
      })
      await scene.root('POST', 'godbAlarminfo', {
        alarm_name: name,
        alarm_phone: '13812345678',
        project_id,
        district_id,
      })
    }
  })
  afterAll(() => server.dispose())

  it('include videos of the areas below, within the caller’s scope', async () => {
    const names = async (call: Call, area: number) =>
      (await call<{ video_name: string }[]>('GET', `godbVideoshowByDistrictId/${area}`)).data.map(
        (row) => row.video_name,
      )
    expect((await scene.root('GET', `godbVideoshowByDistrictId/${scene.areas.below}`)).data).toEqual([
      {
        id: expect.any(Number),
        video_name: 'Lower',
        video_url: 'https://example.com/Lower.m3u8',
        video_type: 0,
        district_id: scene.areas.below,
        positional: PLACE,
      },
    ])
    expect(await names(scene.root, 1)).toEqual(['Upper', 'Lower', 'Other'])
    expect(await names(calls.viewerA, 1)).toEqual(['Upper', 'Lower'])
    expect(await names(calls.viewerA, scene.areas.a)).toEqual(['Upper', 'Lower'])
    expect(await names(calls.localA, scene.areas.a)).toEqual(['Lower'])
    for (const [call, area] of [
      [calls.adminB, scene.areas.a],
      [calls.adminA, 99_999],
      [calls.localA, scene.areas.b],
    ] as const)
      expect(await call('GET', `godbVideoshowByDistrictId/${area}`)).toMatchObject({ status: 404 })
    expect(await calls.adminA('GET', 'godbVideoshowByDistrictId/x')).toMatchObject({ status: 404 })
    expect(await server.anonymous('GET', 'godbVideoshowByDistrictId/1')).toMatchObject({ status: 401 })
    await server.addUser({ username: 'writer', project_id: scene.projects.a, menu_control: '["3-3"]' })
    expect(await (await server.signIn('writer'))('GET', 'godbVideoshowByDistrictId/1')).toMatchObject({ status: 403 })
  })

  it('return contacts only to users who are allowed to work with them', async () => {
    const names = async (call: Call, path: string) =>
      (await call<{ alarm_name: string }[]>('GET', path)).data.map((row) => row.alarm_name)
    expect(await names(scene.root, 'godbAllAlarminfo')).toEqual(['Upper', 'Lower', 'Other'])
    expect(await names(calls.adminA, 'godbAllAlarminfo')).toEqual(['Upper', 'Lower'])
    expect(await names(calls.localA, 'godbAllAlarminfo')).toEqual(['Lower'])
    expect(await names(scene.root, `godbAlarminfoByProId/${scene.projects.b}`)).toEqual(['Other'])
    expect(await names(calls.adminA, `godbAlarminfoByProId/${scene.projects.b}`)).toEqual([])
    expect((await calls.adminA<object[]>('GET', `godbAlarminfoByProId/${scene.projects.a}`)).data[0]).toMatchObject({
      alarm_phone: { String: '13812345678', Valid: true },
    })
    for (const path of ['godbAllAlarminfo', `godbAlarminfoByProId/${scene.projects.a}`]) {
      expect(await server.anonymous('GET', path)).toMatchObject({ status: 401 })
      expect(await calls.viewerA('GET', path)).toMatchObject({ status: 403 })
    }
  })
})

describe.each(engines)('telemetry credentials on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
  })
  afterAll(() => server.dispose())
  const push = async (credential: string, sn: string) => {
    const payload = [{ sn, t: Date.now(), values: { 1: 5 } }]
    return (
      await server.app.inject({
        method: 'POST',
        url: '/v1/telemetry',
        headers: { authorization: `Bearer ${credential}` },
        payload,
      })
    ).statusCode
  }

  it.each(['godbDevice', 'godbGateway'] as const)('of %s are shown once, replaced, revoked and logged', async (api) => {
    const id = api === 'godbDevice' ? scene.devices.a : scene.gateways.a
    const adminA = await server.signIn('adminA')
    const first = await adminA<{ credential: string }>('POST', `${api}/${id}/credential`)
    expect(first).toMatchObject({ code: 0, data: { credential: expect.stringMatching(/^[\w-]{43}$/) } })
    expect(
      JSON.stringify(await server.platform.storage.read.selectFrom('credential').selectAll().execute()),
    ).not.toContain(first.data.credential)
    expect(await push(first.data.credential, '2001')).toBe(200)

    const second = await adminA<{ credential: string }>('POST', `${api}/${id}/credential`)
    const standing = () =>
      server.platform.storage.read
        .selectFrom('credential')
        .select('id')
        .where(api === 'godbDevice' ? 'device_id' : 'gateway_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
    expect(await standing()).toHaveLength(1)
    expect(await push(second.data.credential, '2001')).toBe(200)
    expect(await adminA('DELETE', `${api}/${id}/credential`)).toMatchObject({ code: 0, data: null })
    expect(await standing()).toEqual([])

    const log = await server.platform.storage.read
      .selectFrom('operationlog')
      .select(['operation_type', 'record_id'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(log).toEqual(
      ['revoke', 'credential', 'credential'].map((operation_type) => ({ operation_type, record_id: id })),
    )
    // A credential that was used before stays valid for up to five seconds.
    const unused = await adminA<{ credential: string }>('POST', `${api}/${id}/credential`)
    await adminA('DELETE', `${api}/${id}/credential`)
    expect(await push(unused.data.credential, '2001')).toBe(401)
  })

  it('require permission to edit the record', async () => {
    const device = `godbDevice/${scene.devices.a}/credential`
    for (const method of ['POST', 'DELETE'] as const) {
      expect(await server.anonymous(method, device)).toMatchObject({ status: 401 })
      expect(await (await server.signIn('viewerA'))(method, device)).toMatchObject({ status: 403 })
      for (const name of ['adminB', 'localA'])
        expect(await (await server.signIn(name))(method, device)).toMatchObject({ status: 404 })
      expect(await scene.root(method, 'godbDevice/99999/credential')).toMatchObject({ status: 404 })
    }
  })

  it('of a gateway require access to all devices behind it', async () => {
    const localA = await server.signIn('localA')
    // The gateway also serves a device of the upper area.
    for (const method of ['POST', 'DELETE'] as const)
      expect(await localA(method, `godbGateway/${scene.gateways.a}/credential`)).toMatchObject({ status: 403 })
    const own = await localA<{ id: number }>('POST', 'godbGateway', { name: 'Own', regcode: '1009', protocol_type: 1 })
    expect(await localA('POST', `godbGateway/${own.data.id}/credential`)).toMatchObject({ code: 0 })
    const moved = { gateway_id: own.data.id }
    expect(await localA('PUT', `godbDevice/${scene.devices.below}`, moved)).toMatchObject({ code: 0 })
    expect(await localA('DELETE', `godbGateway/${own.data.id}/credential`)).toMatchObject({ code: 0 })
  })
})
