import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

interface Outcome {
  index: number
  id?: number
  credential?: string
  msg?: string
  fields?: Record<string, string>
}

describe.each(engines)('POST /v1/<resource>/batch on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let root: Call
  let adminA: Call
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    root = scene.root
    adminA = await server.signIn('adminA')
  })
  afterAll(() => server.dispose())

  const device = (name: string, changes: object = {}) => ({
    name,
    project_id: scene.projects.a,
    district_id: scene.areas.a,
    devicetype_id: scene.product,
    issingle: 0,
    gateway_id: scene.gateways.a,
    acquisition_cycle: 30,
    save_cycle: 5,
    ...changes,
  })
  const send = async (call: Call, rows: unknown[], api = 'godbDevice') =>
    (await call<Outcome[]>('POST', `${api}/batch`, { rows })).data
  const count = async (table: string) =>
    (await server.platform.storage.readAny.selectFrom(table).select('id').execute()).length

  it('returns a result per row and stores the valid rows', async () => {
    const answers = await send(root, [
      device('Row one', { sn: '5001', iccid: { String: '8986', Valid: true } }),
      device('Row two', { sn: 'abc', acquisition_cycle: 5 }),
      device('Row three', { sn: '2001' }),
      device('Row four', { district_id: 999_999 }),
      device('Row five', { sn: '5001' }),
      device('Row six', { gateway_id: scene.gateways.b }),
      'no record',
      device('Row eight'),
    ])
    expect(answers.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(answers.map(({ id }) => id !== undefined)).toEqual([true, false, false, false, false, false, false, true])
    expect(
      answers.map(({ fields }) =>
        Object.keys(fields ?? {})
          .toSorted()
          .join(),
      ),
    ).toEqual(['', 'acquisition_cycle,sn', 'sn', 'district_id', 'sn', 'gateway_id', '', ''])
    for (const answer of answers.filter(({ id }) => id === undefined)) expect(answer.msg).toBeTruthy()
    expect(answers[0]?.credential).toMatch(/^[\w-]{43}$/)
    expect((await root<Record<string, unknown>>('GET', `godbDevice/${answers[0]?.id}`)).data).toMatchObject({
      name: 'Row one',
      sn: '5001',
      iccid: { String: '8986', Valid: true },
    })
    const made = (await root<Record<string, unknown>>('GET', `godbDevice/${answers[7]?.id}`)).data
    expect(made).toMatchObject({ name: 'Row eight' })
    expect(made.sn).toMatch(/^\d{10}$/)
  })

  it('creates credential, live state and operation log entry like a single POST', async () => {
    const [batched] = await send(root, [device('Twin', { sn: '6001' })])
    const single = (await root<{ id: number }>('POST', 'godbDevice', device('Twin', { sn: '6002' }))).data
    const { storage, registry } = server.platform
    const details = async (id: number) => {
      const entry = await storage.read
        .selectFrom('operationlog')
        .selectAll()
        .where('operation_table', '=', 'device')
        .where('record_id', '=', id)
        .executeTakeFirstOrThrow()
      const rows = await storage.read
        .selectFrom('operationdetail')
        .select(['field_name', 'new_value'])
        .where('operation_id', '=', entry.id)
        .orderBy('id')
        .execute()
      return {
        type: entry.operation_type,
        project: entry.project_id,
        user: entry.user_id,
        name: entry.explained,
        rows: rows.filter(({ field_name }) => field_name !== 'sn'),
      }
    }
    expect(await details(Number(batched?.id))).toEqual(await details(single.id))
    expect(registry.bySn('6001')?.id).toBe(batched?.id)
    expect(
      await storage.read.selectFrom('credential').selectAll().where('device_id', '=', Number(batched?.id)).execute(),
    ).toHaveLength(1)
  })

  it('checks mn like a single POST, and refuses the device code of another project or area as mn', async () => {
    const station = (name: string, mn: string) => device(name, { mn })
    const inB = { project_id: scene.projects.b, district_id: scene.areas.b, gateway_id: scene.gateways.b }
    const gone = await root<{ id: number }>('POST', 'godbDevice', device('Gone', { sn: '2999', ...inB }))
    expect(await root('DELETE', `godbDevice/${gone.data.id}`)).toMatchObject({ code: 0 })
    const answers = await send(adminA, [
      station('Station one', 'st_batch_1'),
      station('Station two', 'ST_BATCH_1'),
      station('Station three', 'no mn'),
      station('Station four', '2003'),
      station('Station five', '2001'),
    ])
    expect(answers.map(({ fields }) => Object.keys(fields ?? {}).join())).toEqual(['', 'mn', 'mn', 'mn', ''])
    const made = `godbDevice/${answers[0]?.id}`
    expect((await root<{ mn: string }>('GET', made)).data.mn).toBe('ST_BATCH_1')
    for (const mn of ['2003', '2999'])
      expect(await adminA('POST', 'godbDevice', station('Station four', mn))).toMatchObject({ status: 409 })
    expect(await adminA('PUT', made, { mn: '2003' })).toMatchObject({
      status: 409,
      data: { fields: { mn: expect.any(String) as string } },
    })
    expect(await root('PUT', made, { mn: '2003' })).toMatchObject({ code: 0 })
    expect(await adminA('PUT', made, { explained: 'as it was given' })).toMatchObject({ code: 0 })

    // Devices of other areas than the caller's are refused too; those of the caller's own areas are allowed.
    const localA = await server.signIn('localA')
    const lower = (name: string, mn: string) => ({ ...station(name, mn), district_id: scene.areas.below })
    await root('POST', 'godbDevice', device('Upper', { sn: '2998' }))
    const local = await send(localA, [lower('Station six', '2998'), lower('Station seven', '2002')])
    expect(local.map(({ fields }) => Object.keys(fields ?? {}).join())).toEqual(['mn', ''])
  })

  it('applies the caller’s project, areas and permissions', async () => {
    const [own, foreignArea] = await send(adminA, [
      device('Own', { project_id: scene.projects.b }),
      device('Foreign', { district_id: scene.areas.b }),
    ])
    expect((await root<Record<string, unknown>>('GET', `godbDevice/${own?.id}`)).data).toMatchObject({
      project_id: scene.projects.a,
    })
    expect(foreignArea?.fields).toHaveProperty('district_id')
    const local = await send(await server.signIn('localA'), [
      device('Above'),
      device('Below', { district_id: scene.areas.below }),
    ])
    expect(local.map(({ id }) => id !== undefined)).toEqual([false, true])
    expect(
      await (await server.signIn('viewerA'))('POST', 'godbDevice/batch', { rows: [device('Never')] }),
    ).toMatchObject({ status: 403 })
    expect(await server.anonymous('POST', 'godbDevice/batch', { rows: [] })).toMatchObject({ status: 401 })
  })

  it('requires the import permission if the resource has one, otherwise the create permission', async () => {
    const user = async (username: string, menu_control: string) => {
      await server.addUser({ username, project_id: scene.projects.a, menu_control })
      return server.signIn(username)
    }
    const importer = await user('importer', '["3-3-7"]')
    expect((await send(importer, [device('Imported')]))[0]?.id).toBeGreaterThan(0)
    expect(await importer('POST', 'godbDevice', device('Created'))).toMatchObject({ status: 403 })
    const creator = await user('creator', '["3-3-2","3-6-2"]')
    expect(await creator('POST', 'godbDevice/batch', { rows: [device('Not imported')] })).toMatchObject({ status: 403 })
    const [video] = await send(
      creator,
      [{ video_name: 'A video', video_url: 'https://example.com/a.m3u8', video_type: 1, district_id: scene.areas.a }],
      'godbVideoshow',
    )
    expect(video?.id).toBeGreaterThan(0)
  })

  it('runs the entity’s own checks and steps for each row', async () => {
    const area = (name: string, superid: number) => ({ name, superid, project_id: scene.projects.a })
    const [top, below] = await send(adminA, [area('Top', 1), area('Below', scene.areas.a)], 'godbDistrict')
    expect(top?.fields).toHaveProperty('superid')
    expect((await root<Record<string, unknown>>('GET', `godbDistrict/${below?.id}`)).data).toMatchObject({
      superid: scene.areas.a,
      pin_code: expect.stringMatching(/^\d{8}$/) as string,
    })
    expect(server.platform.registry.area(Number(below?.id))?.superid).toBe(scene.areas.a)
  })

  it('refuses a body without a list or with more than 1,000 rows, and stores nothing', async () => {
    const before = await count('gateway')
    for (const body of [{}, { rows: 'x' }, { rows: Array.from({ length: 1001 }, () => ({})) }])
      expect(await root('POST', 'godbGateway/batch', body)).toMatchObject({ status: 400 })
    expect((await send(root, [])).length).toBe(0)
    expect(await count('gateway')).toBe(before)
  })

  it('stores each code once when two concurrent requests send the same codes', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      name: `Gateway ${at}`,
      regcode: String(70_000 + at),
      protocol_type: 1,
      project_id: scene.projects.a,
    }))
    const answers = await Promise.all([send(root, rows, 'godbGateway'), send(root, rows.toReversed(), 'godbGateway')])
    expect(answers.flat().filter(({ id }) => id !== undefined)).toHaveLength(60)
    for (const { id, fields } of answers.flat()) if (id === undefined) expect(fields).toHaveProperty('regcode')
    const stored = await server.platform.storage.read
      .selectFrom('gateway')
      .select('regcode')
      .where('name', 'like', 'Gateway %')
      .execute()
    expect(new Set(stored.map(({ regcode }) => regcode)).size).toBe(stored.length)
  })

  it('accepts 2,000 rows while other requests are served in between', async () => {
    const before = await count('device')
    let served = 0
    let sending = true
    const others = (async () => {
      while (sending) {
        expect(await root('GET', 'godbDevice?page_size=10&current=1')).toMatchObject({ code: 0 })
        served++
      }
    })()
    for (let from = 0; from < 2000; from += 1000) {
      const answers = await send(
        root,
        Array.from({ length: 1000 }, (_, at) => device(`Mass ${from + at}`, { sn: String(10_000_000 + from + at) })),
      )
      expect(answers.every(({ id }) => id !== undefined)).toBe(true)
    }
    sending = false
    await others
    expect(await count('device')).toBe(before + 2000)
    expect(served).toBeGreaterThan(10)
  })
})
