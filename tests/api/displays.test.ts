import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allKeys, buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

describe.each(engines)('display screens on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let editor: Call
  let adminA: Call
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    await server.addUser({
      username: 'editorA',
      project_id: scene.projects.a,
      menu_control: JSON.stringify(allKeys),
      typemap: '4,2,3',
    })
    await server.addUser({
      username: 'halfA',
      project_id: scene.projects.a,
      menu_control: JSON.stringify(allKeys),
      typemap: '2,3',
    })
    editor = await server.signIn('editorA')
    adminA = await server.signIn('adminA')
    for (const [name, project_id, district_id] of [
      ['First', scene.projects.a, scene.areas.a],
      ['Second', scene.projects.a, scene.areas.below],
      ['Other', scene.projects.b, scene.areas.b],
    ] as const)
      ids[name] = (await scene.root<{ id: number }>('POST', 'godbDatashow', { name, project_id, district_id })).data.id
  })
  afterAll(() => server.dispose())

  const tops = async () =>
    (
      await server.platform.storage.read
        .selectFrom('datashow')
        .select('name')
        .where('istop', '=', 1)
        .orderBy('id')
        .execute()
    ).map(({ name }) => name)

  it('are pinned to top one per project, also with concurrent requests', async () => {
    expect(await editor('PUT', `godbDatashowMakeTop/${ids.First}`, { data: 1 })).toMatchObject({
      code: 0,
      data: { id: ids.First, istop: 1 },
    })
    expect(await scene.root('PUT', `godbDatashowMakeTop/${ids.Other}`, {})).toMatchObject({ code: 0 })
    expect(await tops()).toEqual(['First', 'Other'])
    expect(await editor('PUT', `godbDatashowMakeTop/${ids.Second}`)).toMatchObject({ code: 0 })
    expect(await tops()).toEqual(['Second', 'Other'])
    const both = await Promise.all([ids.First, ids.Second].map((id) => editor('PUT', `godbDatashowMakeTop/${id}`)))
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(await tops()).toHaveLength(2)
    // An ordinary edit does not put a display on top, and a display that moves to another project is not on top there.
    expect(
      (await editor<{ istop: number }>('PUT', `godbDatashow/${ids.First}`, { istop: 1, explained: 'x' })).code,
    ).toBe(0)
    expect(await tops()).toHaveLength(2)
    await editor('PUT', `godbDatashowMakeTop/${ids.First}`)
    expect(
      await scene.root('PUT', `godbDatashow/${ids.First}`, {
        project_id: scene.projects.b,
        district_id: scene.areas.b,
      }),
    ).toMatchObject({ data: { istop: 0 } })
    expect(await tops()).toEqual(['Other'])
    await scene.root('PUT', `godbDatashow/${ids.First}`, { project_id: scene.projects.a, district_id: scene.areas.a })
  })

  it('cannot be pinned by a user with managed areas while one of another area is pinned', async () => {
    await server.addUser({
      username: 'lowerA',
      project_id: scene.projects.a,
      menu_control: JSON.stringify(allKeys),
      typemap: '2,3,4',
      distr_map: String(scene.areas.below),
    })
    const lower = await server.signIn('lowerA')
    await editor('PUT', `godbDatashowMakeTop/${ids.First}`)
    expect(await lower('PUT', `godbDatashowMakeTop/${ids.Second}`)).toMatchObject({ status: 403 })
    expect(await tops()).toEqual(['First', 'Other'])
    await editor('PUT', `godbDatashowMakeTop/${ids.Second}`)
    expect(await lower('PUT', `godbDatashowMakeTop/${ids.Second}`)).toMatchObject({ code: 0 })
    expect(await tops()).toEqual(['Second', 'Other'])
  })

  it('have the permission types 1 to 4 from the start', async () => {
    const { data } = await scene.root<{ id: number }[]>('GET', 'godbPermissiontype')
    expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  it('are edited only by users with the permission types 2, 3 and 4', async () => {
    const half = await server.signIn('halfA')
    const body = { name: 'New', district_id: scene.areas.a, jsondata: '{"main":{"background":"#000"}}' }
    for (const call of [half, adminA]) {
      expect(await call('POST', 'godbDatashow', body)).toMatchObject({ status: 403 })
      expect(await call('PUT', `godbDatashow/${ids.First}`, { jsondata: '{}' })).toMatchObject({ status: 403 })
      expect(await call('PUT', `godbDatashowMakeTop/${ids.First}`)).toMatchObject({ status: 403 })
      expect(await call('DELETE', `godbDatashow/${ids.First}`)).toMatchObject({ status: 403 })
      expect(await call('GET', 'godbDatashow')).toMatchObject({ code: 0, data: { total: 2 } })
    }
    const made = await editor<{ id: number }>('POST', 'godbDatashow', body)
    expect(made).toMatchObject({ code: 0, data: { jsondata: { String: body.jsondata, Valid: true }, istop: 0 } })
    expect(await editor('DELETE', `godbDatashow/${made.data.id}`)).toMatchObject({ code: 0 })
  })

  it('are hidden from other projects, and names are listed within the caller’s project and areas', async () => {
    const adminB = await server.signIn('adminB')
    await server.platform.storage.write((trx) =>
      trx.updateTable('systemuser').set({ typemap: '2,3,4' }).where('username', '=', 'adminB').execute(),
    )
    expect(await editor('PUT', `godbDatashowMakeTop/${ids.Other}`)).toMatchObject({ status: 404 })
    expect(await adminB('PUT', `godbDatashowMakeTop/${ids.First}`)).toMatchObject({ status: 404 })
    expect(await (await server.signIn('viewerA'))('PUT', `godbDatashowMakeTop/${ids.First}`)).toMatchObject({
      status: 403,
    })
    expect(await server.anonymous('PUT', `godbDatashowMakeTop/${ids.First}`)).toMatchObject({ status: 401 })
    expect((await adminB('GET', 'godbDatashowNameList')).data).toEqual([
      { id: ids.Other, name: 'Other', district_id: scene.areas.b, project_id: scene.projects.b },
    ])
    expect(
      (await (await server.signIn('localA'))<{ name: string }[]>('GET', 'godbDatashowNameList')).data.map(
        ({ name }) => name,
      ),
    ).toEqual(['Second'])
  })
})
