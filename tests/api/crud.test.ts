import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

interface Listed {
  list: Record<string, unknown>[]
  total: number
}

describe.each(engines)('CRUD calls on %s', (engine) => {
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

  const gateway = (changes: object = {}) => ({
    name: 'New one',
    regcode: String(Math.floor(Math.random() * 1e12)),
    protocol_type: 1,
    project_id: scene.projects.a,
    ...changes,
  })
  const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields: Record<string, string> }).fields

  it('create, return, partially update and delete a record', async () => {
    const created = await root<Record<string, unknown>>(
      'POST',
      'godbGateway',
      gateway({ explained: { String: 'by the river', Valid: true }, issingle: 0 }),
    )
    expect(created).toMatchObject({
      status: 200,
      code: 0,
      data: {
        name: 'New one',
        explained: { String: 'by the river', Valid: true },
        iccid: { String: '', Valid: false },
        getewayisonline: 0,
      },
    })
    const url = `godbGateway/${created.data.id}`
    expect((await root<Record<string, unknown>>('PUT', url, { name: 'Renamed' })).data).toMatchObject({
      name: 'Renamed',
      regcode: created.data.regcode,
      explained: { String: 'by the river', Valid: true },
    })
    expect((await root('GET', url)).data).toMatchObject({ name: 'Renamed' })
    expect((await root('PUT', url, { explained: { String: '', Valid: false } })).data).toMatchObject({
      explained: { String: '', Valid: false },
    })
    // Some consoles send the row along with a DELETE.
    expect(await root('DELETE', url, created.data)).toMatchObject({ code: 0, data: null })
    expect(await root('GET', url)).toMatchObject({ status: 404, code: 404 })
  })

  it('return a gateway’s credential only on creation, and do not store it in clear text', async () => {
    const created = await root<Record<string, unknown>>('POST', 'godbGateway', gateway())
    expect(created.data.credential).toMatch(/^[\w-]{43}$/)
    expect((await root<Record<string, unknown>>('GET', `godbGateway/${created.data.id}`)).data).not.toHaveProperty(
      'credential',
    )
    const stored = await server.platform.storage.read
      .selectFrom('credential')
      .selectAll()
      .where('gateway_id', '=', Number(created.data.id))
      .execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(created.data.credential)
  })

  it('accept form-encoded bodies, including wrapped text fields', async () => {
    const body = new URLSearchParams({
      name: 'From a form',
      regcode: '778899',
      protocol_type: '2',
      project_id: String(scene.projects.a),
      explained: '{"String":"wrapped","Valid":true}',
    })
    const response = await server.app.inject({
      method: 'POST',
      url: '/v1/godbGateway',
      headers: { authorization: `Bearer ${scene.root.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: body.toString(),
    })
    expect(response.json()).toMatchObject({
      code: 0,
      data: { name: 'From a form', protocol_type: 2, explained: { String: 'wrapped', Valid: true } },
    })
  })

  it.each([
    ['\uFEFFname=Marked&regcode=20230001', 'application/x-www-form-urlencoded'],
    ['%EF%BB%BFname=Marked&regcode=20230002', 'application/x-www-form-urlencoded'],
    ['\uFEFF{"name":"Marked","regcode":"20230003"', 'application/json'],
    // Larger than what is parsed in one piece.
    [`\uFEFF{"name":"Marked","explained":"${' '.repeat(300_000)}","regcode":"20230004"`, 'application/json'],
  ])('ignore a byte order mark at the start of the body', async (text, type) => {
    const rest = { protocol_type: 1, project_id: scene.projects.a }
    const payload = type.endsWith('json')
      ? `${text},${JSON.stringify(rest).slice(1)}`
      : `${text}&protocol_type=1&project_id=${scene.projects.a}`
    const response = await server.app.inject({
      method: 'POST',
      url: '/v1/godbGateway',
      headers: { authorization: `Bearer ${scene.root.token}`, 'content-type': type },
      payload,
    })
    expect(response.json()).toMatchObject({ code: 0, data: { name: 'Marked' } })
  })

  it('answer 400 with an error for each invalid field, and store nothing', async () => {
    const before = (await root<Listed>('GET', 'godbGateway')).data.total
    const answer = await root('POST', 'godbGateway', {
      name: '<script>',
      regcode: 'abc',
      protocol_type: 99,
      iccid: 'a b',
      explained: 'x'.repeat(501),
    })
    expect(answer).toMatchObject({ status: 400, code: 400 })
    expect(Object.keys(fieldsOf(answer)).toSorted()).toEqual([
      'explained',
      'iccid',
      'name',
      'project_id',
      'protocol_type',
      'regcode',
    ])
    expect((await root<Listed>('GET', 'godbGateway')).data.total).toBe(before)
  })

  it.each([
    ['name', { nested: true }],
    ['regcode', []],
    ['protocol_type', 'many'],
    ['project_id', '1 or 1=1'],
    ['project_id', -1],
    ['issingle', 2],
  ])('refuse %s = %j', async (name, value) => {
    expect(fieldsOf(await root('POST', 'godbGateway', gateway({ [name]: value })))).toHaveProperty(name)
  })

  it('ignore unknown and read-only fields', async () => {
    const created = await root<Record<string, unknown>>('POST', 'godbProject', {
      name: 'Ignorant',
      ico: '/upload/i.png',
      id: 4711,
      pin_code: 'mine',
      created_at: 1,
      nonsense: 'x',
      constructor: 'y',
    })
    expect(created.data).toMatchObject({ name: 'Ignorant', remain_sms: 0 })
    expect(created.data.id).not.toBe(4711)
    expect(created.data.pin_code).toMatch(/^\d{8}$/)
    expect(created.data.created_at).toBeGreaterThan(1e12)
    expect(created.data).not.toHaveProperty('nonsense')
  })

  it('answer 409 and name the field when a unique value is in use', async () => {
    const answer = await root('POST', 'godbGateway', gateway({ regcode: '1001' }))
    expect(answer).toMatchObject({ status: 409, code: 409, data: { fields: { regcode: 'Already in use' } } })
    expect(await root('PUT', `godbGateway/${scene.gateways.b}`, { regcode: '1001' })).toMatchObject({ code: 409 })
  })

  it('report through GET /v1/taken whether a value is in use, for unique fields and users who may save', async () => {
    const { data } = await root<{ id: number }>('POST', 'godbGateway', gateway({ regcode: '424242' }))
    const ask = async (query: string, who: Call = root) =>
      (await who<{ taken: boolean }>('GET', `taken/${query}`)).data?.taken
    expect(await ask('godbGateway?field=regcode&value=424242')).toBe(true)
    expect(await ask(`godbGateway?field=regcode&value=424242&id=${data.id}`)).toBe(false)
    expect(await ask('godbGateway?field=regcode&value=424243', adminA)).toBe(false)
    const viewer = await server.signIn('viewerA')
    expect(await viewer('GET', 'taken/godbGateway?field=regcode&value=424242')).toMatchObject({ status: 403 })
    expect(await root('GET', 'taken/godbGateway?field=name&value=x')).toMatchObject({ status: 400 })
    expect(await root('GET', 'taken/godbGateway?field=constructor&value=x')).toMatchObject({ status: 400 })
    expect(await root('GET', 'taken/godbNothing?field=regcode&value=x')).toMatchObject({ status: 404 })
  })

  it('refuse references to records of other projects and to missing records', async () => {
    const device = {
      name: 'Stray',
      project_id: scene.projects.a,
      district_id: scene.areas.a,
      gateway_id: scene.gateways.a,
      devicetype_id: scene.product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
    }
    expect(
      fieldsOf(await root('POST', 'godbDevice', { ...device, gateway_id: scene.gateways.b, district_id: 999_999 })),
    ).toEqual({
      gateway_id: 'It belongs to another project',
      district_id: 'The chosen record does not exist, or you may not use it',
    })
    // For a project's own administrator the records of another project do not exist.
    expect(fieldsOf(await adminA('POST', 'godbDevice', { ...device, gateway_id: scene.gateways.b }))).toEqual({
      gateway_id: 'The chosen record does not exist, or you may not use it',
    })
    // Neither records that depend on a record nor those it depends on follow it to another project.
    expect(
      fieldsOf(await root('PUT', `godbGateway/${scene.gateways.a}`, { project_id: scene.projects.b })),
    ).toHaveProperty('project_id')
    expect(
      fieldsOf(await root('PUT', `godbDevice/${scene.devices.a}`, { project_id: scene.projects.b })),
    ).toHaveProperty('gateway_id')
  })

  it('move the rows of a northbound format with it to another project', async () => {
    const format = await root<{ id: number }>('POST', 'godbNorthDataInfo', {
      north_data_info_name: 'Moving',
      project_id: scene.projects.a,
    })
    const row = await root<{ id: number }>('POST', 'godbNorthDataList', {
      info_id: format.data.id,
      key_type: 3,
      key_name_type: 1,
      key_name_value: 'source',
      key_value_type: 1,
      key_value_value: 'city',
    })
    expect(await root('PUT', `godbNorthDataInfo/${format.data.id}`, { project_id: scene.projects.b })).toMatchObject({
      code: 0,
    })
    expect((await root('GET', `godbNorthDataList/${row.data.id}`)).data).toMatchObject({ project_id: scene.projects.b })
    expect(await adminA('GET', `godbNorthDataList/${row.data.id}`)).toMatchObject({ status: 404 })
  })

  it('check fields that depend on a changed field, and clear those that no longer apply', async () => {
    expect(fieldsOf(await root('PUT', `godbDevice/${scene.devices.a}`, { issingle: 1 }))).toEqual({
      protocol_type: 'Required',
    })
    expect(fieldsOf(await root('PUT', `godbNode/${scene.node}`, { min_value: 500 }))).toEqual({
      max_value: 'Must be above Minimum',
    })
    const standalone = await root('PUT', `godbDevice/${scene.devices.a}`, { issingle: 1, protocol_type: 1 })
    expect(standalone.data).toMatchObject({ issingle: 1, gateway_id: null })
    expect(
      (await root('PUT', `godbDevice/${scene.devices.a}`, { issingle: 0, gateway_id: scene.gateways.a })).data,
    ).toMatchObject({ protocol_type: null, gateway_id: scene.gateways.a })
  })

  it('generate the missing code of an old device on its next update, and refuse to clear it', async () => {
    const { id } = (
      await root<{ id: number }>('POST', 'godbDevice', {
        name: 'Old device',
        project_id: scene.projects.a,
        district_id: scene.areas.a,
        gateway_id: scene.gateways.a,
        devicetype_id: scene.product,
        issingle: 0,
        acquisition_cycle: 30,
        save_cycle: 5,
      })
    ).data
    await server.platform.storage.write((trx) =>
      trx.updateTable('device').set({ sn: null }).where('id', '=', id).execute(),
    )
    expect((await root('PUT', `godbDeviceName/${id}`, { name: 'Renamed' })).data).toMatchObject({
      name: 'Renamed',
      sn: expect.stringMatching(/^[1-9]\d{9}$/) as string,
    })
    expect(fieldsOf(await root('PUT', `godbDevice/${id}`, { sn: '' }))).toEqual({ sn: 'Required' })
    expect(await root('DELETE', `godbDevice/${id}`)).toMatchObject({ code: 0 })
  })

  it('refuse to delete a permission type that a permission requires', async () => {
    expect(await root('DELETE', 'godbPermissiontype/3')).toMatchObject({
      status: 409,
      msg: 'Still in use, so it cannot be deleted: Display screens',
    })
    const other = await root<{ id: number }>('POST', 'godbPermissiontype', { name: 'Of no right' })
    expect(await root('DELETE', `godbPermissiontype/${other.data.id}`)).toMatchObject({ code: 0 })
  })

  it('refuse to delete a record in use with 409, and name its uses that are visible to the caller', async () => {
    const answer = await root('DELETE', `godbGateway/${scene.gateways.a}`)
    expect(answer).toMatchObject({
      status: 409,
      msg: 'Still in use, so it cannot be deleted: Device Device A, Device Device A below',
    })
    const uses = [
      { resource: 'manage/device', id: scene.devices.a, name: 'Device A' },
      { resource: 'manage/device', id: scene.devices.below, name: 'Device A below' },
    ]
    expect(answer.data).toEqual({ uses, more: 0 })
    // The caller learns only that records outside of their areas exist, and no more.
    expect(await (await server.signIn('localA'))('DELETE', `godbGateway/${scene.gateways.a}`)).toMatchObject({
      status: 409,
      data: { uses: uses.slice(1), more: 1 },
    })
    await server.addUser({ username: 'gatewayer', project_id: scene.projects.a, menu_control: '["3-4-4"]' })
    const blind = await (await server.signIn('gatewayer'))('DELETE', `godbGateway/${scene.gateways.a}`)
    expect(blind).toMatchObject({
      status: 409,
      data: { uses: [], more: 2 },
      msg: 'Still in use, so it cannot be deleted: Device × 2',
    })
    expect(await root('DELETE', `godbDistrict/${scene.areas.a}`)).toMatchObject({ status: 409 })
    expect(await root('DELETE', `godbDevicetype/${scene.product}`)).toMatchObject({ status: 409 })
    expect((await root('DELETE', `godbDistrict/${scene.areas.below}`)).msg).toContain('localA')
  })

  it('generate a device code when none is given, and refuse to clear it', async () => {
    const device = {
      name: 'Coded',
      district_id: scene.areas.a,
      gateway_id: scene.gateways.a,
      devicetype_id: scene.product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
    }
    const created = await adminA<{ id: number; sn: string; project_id: number }>('POST', 'godbDevice', device)
    expect(created.data.sn).toMatch(/^[1-9]\d{9}$/)
    expect(created.data.project_id).toBe(scene.projects.a)
    expect(server.platform.registry.bySn(created.data.sn)?.id).toBe(created.data.id)
    expect(fieldsOf(await adminA('PUT', `godbDevice/${created.data.id}`, { sn: '' }))).toEqual({ sn: 'Required' })
    expect(await adminA('DELETE', `godbDevice/${created.data.id}`)).toMatchObject({ code: 0 })
    expect(server.platform.registry.bySn(created.data.sn)).toBeUndefined()
  })

  it('refuse cycles and foreign parents in the area tree, and hide its root', async () => {
    expect(fieldsOf(await root('PUT', `godbDistrict/${scene.areas.a}`, { superid: scene.areas.below }))).toEqual({
      superid: 'It cannot be placed inside itself',
    })
    expect(fieldsOf(await root('PUT', `godbDistrict/${scene.areas.a}`, { superid: scene.areas.a }))).toEqual({
      superid: 'It cannot be placed inside itself',
    })
    expect(fieldsOf(await root('PUT', `godbDistrict/${scene.areas.below}`, { superid: scene.areas.b }))).toEqual({
      superid: 'It belongs to another project',
    })
    const areas = (await root<{ id: number }[]>('GET', 'godbDistrict')).data.map(({ id }) => id)
    expect(areas).toEqual([scene.areas.a, scene.areas.below, scene.areas.b])
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await root(method, 'godbDistrict/1', { name: 'Root' })).toMatchObject({ status: 404 })
  })

  it('change no record when the operation log cannot be written', async () => {
    const { storage } = server.platform
    const rename = (from: string, to: string) =>
      storage.write((trx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(trx))
    const stored = async () => ({
      gateways: await storage.read.selectFrom('gateway').select(['id', 'name']).orderBy('id').execute(),
      entries: await storage.read.selectFrom('operationlog').select('id').orderBy('id').execute(),
    })
    const { id } = (await root<{ id: number }>('POST', 'godbGateway', gateway())).data
    const before = await stored()
    await rename('operationdetail', 'withheld')
    try {
      expect((await root('POST', 'godbGateway', gateway({ name: 'Not logged' }))).status).toBe(500)
      expect((await root('PUT', `godbGateway/${id}`, { name: 'Not logged' })).status).toBe(500)
      expect((await root('DELETE', `godbGateway/${id}`)).status).toBe(500)
    } finally {
      await rename('withheld', 'operationdetail')
    }
    expect(await stored()).toEqual(before)
  })

  it('write successful changes to the operation log field by field, but no refused or empty ones', async () => {
    const { id } = (await root<{ id: number }>('POST', 'godbGateway', gateway({ name: 'Logged' }))).data
    await root('PUT', `godbGateway/${id}`, { name: 'Logged again', regcode: 'not digits' })
    await root('PUT', `godbGateway/${id}`, { name: 'Logged again' })
    await root('PUT', `godbGateway/${id}`, { name: 'Logged again' })
    await root('DELETE', `godbGateway/${id}`)
    const { read } = server.platform.storage
    const log = await read
      .selectFrom('operationlog')
      .selectAll()
      .where('operation_table', '=', 'gateway')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
    expect(log.map((entry) => [entry.operation_type, entry.project_id, entry.explained])).toEqual([
      ['create', scene.projects.a, 'Logged'],
      ['edit', scene.projects.a, 'Logged again'],
      ['delete', scene.projects.a, 'Logged again'],
    ])
    const details = await read
      .selectFrom('operationdetail')
      .select(['field_name', 'field_comment', 'old_value', 'new_value'])
      .where('operation_id', '=', log[1]?.id ?? 0)
      .execute()
    expect(details).toEqual([
      { field_name: 'name', field_comment: '网关名称', old_value: 'Logged', new_value: 'Logged again' },
    ])
  })
})
