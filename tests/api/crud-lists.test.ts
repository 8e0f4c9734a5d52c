import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

interface Listed {
  list: { id: number; name: string; regcode: string }[]
  total: number
}

describe.each(engines)('resource lists on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let root: Call
  const names = ['Pump 100% new', 'Pump_one', 'PUMP two', 'Pumpxone', 'Ufer 河边', 'back\\slash']
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    root = scene.root
    const now = Date.now()
    const rows = names.map((name, i) => ({
      name,
      regcode: `90${i}`,
      protocol_type: 1,
      project_id: scene.projects.a,
      created_at: now,
      updated_at: now,
    }))
    await server.platform.storage.write((trx) => trx.insertInto('gateway').values(rows).execute())
  })
  afterAll(() => server.dispose())

  const list = async (query: string): Promise<Listed> => (await root<Listed>('GET', `godbGateway?${query}`)).data
  const found = async (search: string): Promise<string[]> =>
    (await list(`sort=name&search=${encodeURIComponent(search)}`)).list.map(({ name }) => name).toSorted()

  it('return the total on every page, and an empty list past the last page', async () => {
    expect(await list('page_size=3')).toMatchObject({ total: 8 })
    expect((await list('page_size=3')).list).toHaveLength(3)
    expect((await list('page_size=3&current=3')).list).toHaveLength(2)
    expect(await list('page_size=3&current=4')).toEqual({ list: [], total: 8 })
  })

  it('contain each row exactly once over all pages, for any sort column', async () => {
    for (const sort of ['id', 'name', 'protocol_type', 'project_id', 'created_at']) {
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => list(`page_size=2&current=${page}&sort=${sort}&order=${order}`)),
        )
        expect(new Set(pages.flatMap((page) => page.list.map(({ id }) => id))).size).toBe(8)
      }
    }
    expect((await list('sort=name&order=desc')).list[0]?.name).toBe(
      (await list('sort=name&order=asc')).list.at(-1)?.name,
    )
  })

  it('search case-insensitively, and treat % _ and \\ as literal characters', async () => {
    expect(await found('pump')).toHaveLength(4)
    expect(await found('100%')).toEqual(['Pump 100% new'])
    expect(await found('pump_')).toEqual(['Pump_one'])
    expect(await found('河')).toEqual(['Ufer 河边'])
    expect(await found('k\\s')).toEqual(['back\\slash'])
    expect(await found("' or 1=1 --")).toEqual([])
    expect(await found('903')).toEqual(['Pumpxone'])
    // A query of the same shape with another text must not return the rows of the first one.
    expect(await found('two')).toEqual(['PUMP two'])
  })

  it('find a device by code, extra code, SIM card and gateway code, within the caller’s project', async () => {
    await root('PUT', `godbDevice/${scene.devices.a}`, {
      sn: '7001234',
      sn_value: { String: 'HX_0007', Valid: true },
      iccid_firm: 1,
      iccid: { String: '89860412', Valid: true },
    })
    const devices = async (search: string, call: Call = root) =>
      (await call<Listed>('GET', `godbDevice?sort=id&search=${encodeURIComponent(search)}`)).data.list.map(
        ({ id }) => id,
      )
    for (const search of ['7001234', 'hx_0007', '898604']) expect(await devices(search)).toEqual([scene.devices.a])
    expect(await devices('1001')).toEqual([scene.devices.a, scene.devices.below])
    expect(await devices('1002')).toEqual([scene.devices.b])
    expect(await devices('100_')).toEqual([])
    const adminA = await server.signIn('adminA')
    expect([await devices('1001', adminA), await devices('1002', adminA)]).toEqual([
      [scene.devices.a, scene.devices.below],
      [],
    ])
    const page = await root<Listed>('GET', 'godbDevice?search=100&page_size=1')
    expect([page.data.total, page.data.list.length]).toEqual([3, 1])
  })

  it('filter by project, by area including subareas, and by ids', async () => {
    expect((await list(`pro_id=${scene.projects.b}`)).list.map(({ id }) => id)).toEqual([scene.gateways.b])
    expect((await list('pro_id=999999')).total).toBe(0)
    expect((await list(`ids=${scene.gateways.b},${scene.gateways.a},999999,x`)).total).toBe(2)
    const devices = async (query: string) =>
      (await root<Listed>('GET', `godbDevice?sort=id&${query}`)).data.list.map(({ id }) => id)
    expect(await devices(`dis_id=${scene.areas.a}`)).toEqual([scene.devices.a, scene.devices.below])
    expect(await devices(`dis_id=${scene.areas.below}`)).toEqual([scene.devices.below])
    expect(await devices('dis_id=999999')).toEqual([])
  })

  it('count the rows visible to the caller per area, each area without its subareas', async () => {
    const counts = async (call: Call, query = '') =>
      (await call<{ district_id: number; count: number }[]>('GET', `godbDevice/areas${query}`)).data.toSorted(
        (a, b) => a.district_id - b.district_id,
      )
    const [a, below, b] = [scene.areas.a, scene.areas.below, scene.areas.b].map((district_id) => ({
      district_id,
      count: 1,
    }))
    expect(await counts(root)).toEqual([a, below, b])
    expect(await counts(root, `?pro_id=${scene.projects.b}`)).toEqual([b])
    expect(await counts(await server.signIn('adminB'))).toEqual([b])
    await server.addUser({
      username: 'belowA',
      project_id: scene.projects.a,
      menu_control: '["3-3"]',
      distr_map: String(scene.areas.below),
    })
    expect(await counts(await server.signIn('belowA'))).toEqual([below])
    await server.addUser({ username: 'nothingA', project_id: scene.projects.a, menu_control: '["3-4"]' })
    expect((await (await server.signIn('nothingA'))('GET', 'godbDevice/areas')).status).toBe(403)
  })

  it.each([
    'page_size=0',
    'page_size=1001',
    'page_size=ten',
    'current=0',
    'current=-1',
    'sort=password',
    'sort=id;drop',
    'sort=getewayisonline',
    'order=up',
    'pro_id=x',
    'dis_id=0',
    'page_size=1e3',
  ])('answer 400 to ?%s', async (query) => {
    // The area filter exists only for entities whose rows lie in areas.
    const answer = await root('GET', `${query.startsWith('dis') ? 'godbDevice' : 'godbGateway'}?${query}`)
    expect(answer).toMatchObject({ status: 400, code: 400 })
  })

  it('are bare arrays for trees, unpaged resources and resources embedded in other screens', async () => {
    for (const api of ['godbDistrict', 'godbPermissiontype', 'godbNodemap'])
      expect(Array.isArray((await root('GET', `${api}?page_size=1`)).data)).toBe(true)
  })

  it('never contain passwords, and cannot be sorted by them', async () => {
    const users = await root<{ list: Record<string, unknown>[] }>('GET', 'godbSystemuser')
    expect(users.data.list.length).toBeGreaterThan(4)
    for (const user of users.data.list) expect(user).not.toHaveProperty('password')
    expect(await root('GET', 'godbSystemuser?sort=password')).toMatchObject({ code: 400 })
  })
})
