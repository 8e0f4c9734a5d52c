import { unzipSync, strFromU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alarmsFollow } from '../../server/storage/migrations/0067-alarms-follow.ts'
import { engines } from '../support/storage.ts'
import { allKeys, buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 4)
interface List {
  list: {
    id: number
    device_id: number
    explained: { String: string; Valid: boolean }
    alarm_state: number
    unitname: string
  }[]
  total: number
}

describe.each(engines)('alarm records on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  const as: Record<string, Call & { token: string }> = {}
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    const menu_control = JSON.stringify([...allKeys, '2-3'])
    await server.platform.storage.write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control })
        .where('username', 'in', ['adminA', 'adminB', 'localA'])
        .execute(),
    )
    for (const name of ['root', 'adminA', 'adminB', 'viewerA', 'localA']) as[name] = await server.signIn(name)
    const record = (device_id: number, project_id: number, district_id: number, i: number) => ({
      alarm_time: NOW - i * DAY,
      threshold_id: 1,
      threshold_name: '=1+1',
      device_id,
      device_name: `<设备> & ${i}`,
      district_id,
      nodemap_id: scene.nodemap,
      nodemap_name: 'PM2.5',
      real_value: 150.5,
      alarm_value: 'PM2.5 > 100',
      alarm_msg: 'msg',
      project_id,
      is_alarm: i % 2,
      alarm_state: i % 3,
      alert_level: 2,
    })
    const { projects, areas, devices } = scene
    await server.platform.storage.write((trx) =>
      trx
        .insertInto('thresholdlog')
        .values([
          ...[0, 1, 2, 3].map((i) => record(devices.a, projects.a, areas.a, i)),
          ...[4, 5].map((i) => record(devices.below, projects.a, areas.below, i)),
          record(devices.b, projects.b, areas.b, 6),
        ])
        .execute(),
    )
  })
  afterAll(() => server.dispose())

  const found = async (user: string, query = ''): Promise<number> =>
    (await as[user]?.<List>('GET', `godbThresholdlogByTimeOrId?page_size=10&current=1${query}`))?.data.total ?? -1

  it('are limited to the caller’s project and areas, and refused without the menu key', async () => {
    expect(await Promise.all(['root', 'adminA', 'adminB', 'localA'].map((user) => found(user)))).toEqual([7, 6, 1, 2])
    for (const path of [
      'godbThresholdlogByTimeOrId',
      'godbThresholdlogByTimeOrIdToExcel',
      'godbAlarmsendlogByThresholdlogId/1',
    ]) {
      expect((await as.viewerA?.('GET', path))?.status).toBe(403)
      expect((await server.anonymous('GET', path)).status).toBe(401)
    }
    expect((await as.viewerA?.('PUT', 'godbThresholdlog/1', { alarm_state: 1 }))?.status).toBe(403)
    expect((await as.adminB?.('GET', 'godbAlarmsendlogByThresholdlogId/1'))?.status).toBe(404)
  })

  it('move with their device while the alarm is active, and stay in the old area once it has ended', async () => {
    const { areas, devices, projects } = scene
    const { write, read } = server.platform.storage
    const place = await read
      .selectFrom('device')
      .select(['district_id', 'project_id'])
      .where('id', '=', devices.below)
      .executeTakeFirstOrThrow()
    expect(place).toEqual({ district_id: areas.below, project_id: projects.a })
    const own = `&deviceid=${devices.below}`
    const [, last] =
      (await as.localA?.<List>('GET', `godbThresholdlogByTimeOrId?page_size=10&current=1${own}`))?.data.list ?? []
    expect(last).toBeDefined()
    // The open alarm and the recovered one.
    expect([await found('localA', own), await found('adminA', own)]).toEqual([2, 2])
    const move = (district_id: number) => as.root?.('PUT', `godbDevice/${devices.below}`, { district_id })
    expect((await move(areas.a))?.msg).toBe('')
    expect([await found('localA', own), await found('adminA', own)]).toEqual([1, 2])
    const lasting = (
      await as.adminA?.<{ list: { id: number; is_alarm: number }[] }>(
        'GET',
        `godbThresholdlogByTimeOrId?page_size=10&current=1${own}`,
      )
    )?.data.list.find(({ is_alarm }) => is_alarm === 1)
    const id = lasting?.id ?? 0
    expect(await found('localA', `&id=${id}`)).toBe(0)
    expect((await as.localA?.('PUT', `godbThresholdlog/${id}`, { alarm_state: 1 }))?.status).toBe(404)
    expect((await as.localA?.('GET', `godbAlarmsendlogByThresholdlogId/${id}`))?.status).toBe(404)
    expect((await as.localA?.('GET', `episodes/${id}`))?.status).toBe(404)
    expect((await as.adminA?.('GET', `episodes/${id}`))?.status).toBe(200)
    expect(await found('adminA', `&id=${id}&districtid=${areas.a}`)).toBe(1)
    expect((await move(areas.below))?.msg).toBe('')
    expect([await found('localA', own), await found('localA', `&id=${id}`)]).toEqual([2, 1])
    // Records of a device that was moved in an older version follow at the next start.
    await write((trx) =>
      trx
        .updateTable('thresholdlog')
        .set({ district_id: areas.b, project_id: projects.b })
        .where('id', '=', id)
        .execute(),
    )
    await write((trx) => alarmsFollow(trx, engine))
    expect([await found('localA', own), await found('adminB')]).toEqual([2, 1])
  })

  it('are filtered by area including subareas, device, project, state, and time in seconds or milliseconds', async () => {
    const { areas, devices, projects } = scene
    expect(await found('root', `&districtid=${areas.a}`)).toBe(6)
    expect(await found('root', `&districtid=${areas.below}`)).toBe(2)
    expect(await found('root', '&districtid=1')).toBe(7)
    expect(await found('root', `&deviceid=${devices.b}`)).toBe(1)
    expect(await found('adminA', `&deviceid=${devices.b}`)).toBe(0)
    expect(await found('root', `&pro_id=${projects.a}`)).toBe(6)
    expect(await found('adminB', `&pro_id=${projects.a}`)).toBe(0)
    expect(await found('root', '&types=0')).toBe(3)
    expect(await found('root', '&types=1,2')).toBe(4)
    expect(await found('root', `&starttime=${NOW - DAY}&endtime=${NOW}`)).toBe(2)
    expect(await found('root', `&starttime=${(NOW - DAY) / 1000}&endtime=${NOW / 1000}`)).toBe(2)
    expect(await found('root', '&starttime=&endtime=&types=&deviceid=&districtid=&pro_id=')).toBe(7)
    // A month in which the clocks go back is an hour longer.
    expect(await found('root', `&starttime=${NOW - 31 * DAY - 3_600_000}&endtime=${NOW}`)).toBeGreaterThan(1)
  })

  it('belong to one group each, with totals per group over all other filters', async () => {
    interface Totals {
      total: number
      list: { alarm_state: number; is_alarm: number }[]
      totals: Record<string, number>
    }
    const ask = async (query: string) =>
      (await as.root?.<Totals>('GET', `godbThresholdlogByTimeOrId?totals=1&page_size=1${query}`))?.data
    const totals = { open: 1, over: 2, false: 2, handled: 2 }
    expect(await ask('')).toMatchObject({ total: 7, totals })
    expect(await ask('&groups=open')).toMatchObject({ total: 1, totals, list: [{ alarm_state: 0, is_alarm: 1 }] })
    expect(await ask('&groups=over,handled')).toMatchObject({ total: 4, totals })
    expect(await ask(`&pro_id=${scene.projects.b}`)).toMatchObject({
      total: 1,
      totals: { open: 0, over: 1, false: 0, handled: 0 },
    })
    expect((await as.localA?.<Totals>('GET', 'godbThresholdlogByTimeOrId?totals=1'))?.data).toMatchObject({
      total: 2,
      totals: { open: 0, over: 0, false: 1, handled: 1 },
    })
    for (const group of ['open', 'over', 'false', 'handled'] as const)
      expect(await found('root', `&groups=${group}`), group).toBe(totals[group])
    for (const groups of ['x', 'open,x', ',', 'false,,'])
      expect((await as.root?.('GET', `godbThresholdlogByTimeOrId?groups=${groups}`))?.status, groups).toBe(400)
    const sheet = await server.app.inject({
      method: 'GET',
      url: '/v1/godbThresholdlogByTimeOrIdToExcel?groups=over',
      headers: { authorization: `Bearer ${as.root?.token ?? ''}` },
    })
    expect(
      strFromU8(unzipSync(sheet.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).match(/<row /g),
    ).toHaveLength(3)
  })

  it('are found by id when the caller is allowed to see them', async () => {
    const [record] =
      (await as.adminB?.<List>('GET', 'godbThresholdlogByTimeOrId?page_size=1&current=1'))?.data.list ?? []
    expect(await Promise.all(['root', 'adminB', 'adminA'].map((user) => found(user, `&id=${record?.id}`)))).toEqual([
      1, 1, 0,
    ])
    expect((await as.root?.('GET', 'godbThresholdlogByTimeOrId?id=x'))?.status).toBe(400)
  })

  it('are sorted newest first, and return an empty page with the total past the last page', async () => {
    const page = await as.root?.<List>('GET', 'godbThresholdlogByTimeOrId?page_size=3&current=2')
    expect(page?.data.list.map((row) => row.device_id)).toEqual([
      scene.devices.a,
      scene.devices.below,
      scene.devices.below,
    ])
    expect((await as.root?.<List>('GET', 'godbThresholdlogByTimeOrId?page_size=3&current=9'))?.data).toEqual({
      list: [],
      total: 7,
    })
    expect(page?.data.list[0]).toMatchObject({ explained: { String: '', Valid: false }, unitname: 'µg/m³' })
  })

  it('refuse invalid query parameters with 400', async () => {
    const bad = [
      'types=3',
      'types=x',
      'starttime=5',
      `starttime=${NOW}&endtime=${NOW - 1}`,
      `starttime=${NOW - 32 * DAY}&endtime=${NOW}`,
      'deviceid=-1',
      'deviceid=x',
      'page_size=0',
      'page_size=1001',
      'current=0',
      "districtid=1'--",
    ]
    for (const query of bad)
      expect((await as.root?.('GET', `godbThresholdlogByTimeOrId?${query}`))?.status, query).toBe(400)
  })

  it('are handled once, from unhandled to false alarm or handled, with old and new values in the operation log', async () => {
    const list = (await as.adminA?.<List>('GET', 'godbThresholdlogByTimeOrId?types=0'))?.data.list ?? []
    const id = list.at(-1)?.id ?? 0
    expect((await as.adminB?.('PUT', `godbThresholdlog/${id}`, { alarm_state: 1 }))?.status).toBe(404)
    expect((await as.adminA?.('PUT', `godbThresholdlog/${id}`, { alarm_state: 0 }))?.status).toBe(409)
    for (const body of [
      {},
      { alarm_state: 3 },
      { alarm_state: 'x' },
      { alarm_state: { String: '1' } },
      { alarm_state: 1, explained: 'x'.repeat(501) },
    ])
      expect((await as.adminA?.('PUT', `godbThresholdlog/${id}`, body))?.status, JSON.stringify(body)).toBe(400)
    const handled = await as.adminA?.<List['list'][0]>('PUT', `godbThresholdlog/${id}`, {
      ...list.at(-1),
      alarm_state: '2',
      explained: { String: '已派人', Valid: true },
      project_id: 99,
      real_value: 0,
    })
    expect(handled).toMatchObject({
      status: 200,
      data: {
        id,
        alarm_state: 2,
        explained: { String: '已派人', Valid: true },
        project_id: scene.projects.a,
        real_value: 150.5,
      },
    })
    const again = await as.adminA?.('PUT', `godbThresholdlog/${id}`, { alarm_state: 1 })
    expect(again).toMatchObject({ status: 409, msg: 'This alarm has already been handled and cannot be changed' })
    const log = await server.platform.storage.read
      .selectFrom('operationlog')
      .innerJoin('operationdetail', 'operationdetail.operation_id', 'operationlog.id')
      .select(['operation_table', 'record_id', 'field_name', 'old_value', 'new_value'])
      .where('operation_table', '=', 'thresholdlog')
      .orderBy('field_name')
      .execute()
    expect(log).toMatchObject([
      { record_id: id, field_name: 'alarm_state', old_value: '0', new_value: '2' },
      { field_name: 'explained', old_value: null, new_value: '已派人' },
    ])
  })

  it('accept one of several concurrent handlings and answer 409 to the others', async () => {
    const id = (await as.root?.<List>('GET', 'godbThresholdlogByTimeOrId?types=0'))?.data.list[0]?.id ?? 0
    const answers = await Promise.all(
      [1, 2, 1, 2].map((alarm_state) => as.root?.('PUT', `godbThresholdlog/${id}`, { alarm_state })),
    )
    expect(answers.map((answer) => answer?.status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it.each([
    ['zh-CN', '报警时间', '报警记录'],
    ['zh-TW', '警報時間', '警報記錄'],
    ['en', 'Alarm time', 'Alarm records'],
  ])('are exported as a workbook with a header in %s', async (language, head, name) => {
    const response = await server.app.inject({
      method: 'GET',
      url: `/v1/godbThresholdlogByTimeOrIdToExcel?districtid=${scene.areas.a}`,
      headers: { authorization: `Bearer ${as.adminA?.token ?? ''}`, 'accept-language': language },
    })
    expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(String(response.headers['content-disposition'])).toContain(`filename*=UTF-8''${encodeURIComponent(name)}_`)
    const parts = unzipSync(response.rawPayload)
    expect(Object.keys(parts).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain(`<t xml:space="preserve">${head}</t>`)
    expect(sheet.match(/<row /g)).toHaveLength(7)
    expect(sheet).toContain('2026-11-20 12:00:00')
    expect(sheet).toContain('&lt;设备&gt; &amp; 0')
    expect(sheet).toContain('<v>150.5</v>')
    // A name that looks like a formula is stored as text.
    expect(sheet).not.toContain('<f>')
    expect(sheet).not.toContain('Project A')
  })

  it('are exported by the filters of the episode list, within each caller’s permissions', async () => {
    const exported = async (user: string, query = ''): Promise<number> => {
      const response = await server.app.inject({
        method: 'GET',
        url: `/v1/episodes/export?${query}`,
        headers: { authorization: `Bearer ${as[user]?.token ?? ''}` },
      })
      const sheet = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      expect(sheet).not.toContain('<f>')
      // The header row is not a record.
      return (sheet.match(/<row /g)?.length ?? 0) - 1
    }
    expect(await exported('adminA')).toBe(6)
    expect(await exported('adminA', `condition=active&dis_id=${scene.areas.below}`)).toBe(1)
    expect(await exported('adminA', 'level=1,3')).toBe(0)
    expect(await exported('adminA', `pro_id=${scene.projects.b}`)).toBe(0)
    expect(await exported('adminB')).toBe(1)
  })

  it('are exported completely beyond one page', async () => {
    const row = {
      alarm_time: NOW - 90 * DAY,
      threshold_id: 2,
      threshold_name: 'many',
      device_id: scene.devices.b,
      device_name: 'd',
      district_id: scene.areas.b,
      nodemap_id: 1,
      nodemap_name: 'n',
      real_value: 1,
      alarm_value: 'r',
      alarm_msg: 'm',
      project_id: scene.projects.b,
      is_alarm: 0,
      alarm_state: 0,
    }
    await server.platform.storage.write(async (trx) => {
      for (let i = 0; i < 5; i++)
        await trx
          .insertInto('thresholdlog')
          .values(Array.from({ length: 500 }, () => row))
          .execute()
    })
    const response = await server.app.inject({
      method: 'GET',
      url: '/v1/godbThresholdlogByTimeOrIdToExcel',
      headers: { authorization: `Bearer ${as.adminB?.token ?? ''}` },
    })
    const sheet = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row /g)).toHaveLength(2502)
    expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true)
  })
})

describe.each(engines)('threshold records on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let admin: Call
  let body: Record<string, unknown>
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    admin = await server.signIn('adminA')
    body = {
      name: 'High PM2.5',
      district_id: scene.areas.a,
      device_list: String(scene.devices.a),
      nodemap_id: scene.nodemap,
      com_oper: 0,
      params_x: 100,
      alarm_msg: 'too high',
      enable: 1,
    }
  })
  afterAll(() => server.dispose())

  it('ignore fields left over from a clone, default hold_time to 10, and apply at once', async () => {
    const made = await admin<{ id: number; hold_time: number; back_msg: { Valid: boolean } }>('POST', 'godbThreshold', {
      ...body,
      hold_time: '',
      back_msg: 'x',
      enable_back: 0,
      other: 1,
      threshold_low: 1,
      threshold_high: 2,
      threshold_type: 3,
    })
    expect(made).toMatchObject({
      status: 200,
      data: { hold_time: 10, back_msg: { Valid: false }, project_id: scene.projects.a },
    })
    await admin('PUT', `godbThreshold/${made.data.id}`, { hold_time: 0 })
    await server.platform.ingest.push([{ sn: '2001', values: { 1: 150 } }], { kind: 'trusted' })
    await server.platform.alarms.settled()
    expect(server.platform.registry.device(scene.devices.a)?.thresholds).toEqual([made.data.id])
    const viewer = await server.signIn('viewerA')
    expect((await viewer('GET', 'godbThresholdNameList')).data).toEqual([
      { id: made.data.id, nodemap_id: scene.nodemap, alarm_msg: 'too high', name: 'High PM2.5' },
    ])
    expect((await (await server.signIn('adminB'))('GET', 'godbThresholdNameList')).data).toEqual([])
    expect((await admin('DELETE', `godbThreshold/${made.data.id}`)).status).toBe(200)
    expect(server.platform.registry.device(scene.devices.a)?.thresholds).toEqual([])
  })

  it('are refused when devices, node, contacts or linked control do not belong together', async () => {
    const { root } = scene
    const make = async (api: string, row: object): Promise<number> =>
      (await root<{ id: number }>('POST', api, row)).data.id
    const product = await make('godbDevicetype', { name: 'Fan', product_type: 9 })
    const node = await make('godbNode', {
      name: 'Fan',
      datatype: 7,
      registertype: 1,
      min_value: 0,
      max_value: 1,
      unitname: '-',
      imginfo: '/upload/fan.png',
    })
    const map = await make('godbNodemap', { devicetype_id: product, node_id: node, alias: 'Fan', nodeaddr: 1 })
    const fan = await make('godbDevice', {
      name: 'Fan 1',
      sn: '3001',
      project_id: scene.projects.a,
      district_id: scene.areas.a,
      gateway_id: scene.gateways.a,
      devicetype_id: product,
      issingle: 0,
      acquisition_cycle: 30,
      save_cycle: 5,
    })
    const stranger = await make('godbAlarminfo', {
      alarm_name: 'B',
      alarm_phone: '13800000001',
      project_id: scene.projects.b,
      district_id: scene.areas.b,
    })
    const fields = async (row: object): Promise<string[]> => {
      const answer = await admin<{ fields: Record<string, string> }>('POST', 'godbThreshold', { ...body, ...row })
      expect(answer.status, JSON.stringify(row)).toBe(400)
      return Object.keys(answer.data.fields)
    }
    expect(await fields({ device_list: `${scene.devices.a},${fan}` })).toEqual(['device_list'])
    expect(await fields({ device_list: String(scene.devices.b) })).toEqual(['device_list'])
    expect(await fields({ nodemap_id: map })).toEqual(['nodemap_id'])
    expect(await fields({ alarm_phone: String(stranger), alarm_phone_mb: 1, alarm_phone_qm: 1 })).toEqual([
      'alarm_phone',
    ])
    const ganged = { enable_ganged: 1, ganged_device_id: fan, ganged_nodemap_id: map, ganged_value: 1 }
    expect(await fields({ ...ganged, ganged_value: 2 })).toEqual(['ganged_value'])
    expect(await fields({ ...ganged, ganged_nodemap_id: scene.nodemap })).toEqual(['ganged_nodemap_id'])
    expect(await fields({ ...ganged, ganged_device_id: scene.devices.a, ganged_nodemap_id: scene.nodemap })).toEqual([
      'ganged_nodemap_id',
    ])
    expect(await fields({ ...ganged, ganged_device_id: scene.devices.b })).toEqual(['ganged_device_id'])
    expect((await admin('POST', 'godbThreshold', { ...body, ...ganged })).status).toBe(200)
  })

  it('need permission to control the linked device before linked control is set up, changed or enabled', async () => {
    const row = await server.platform.storage.read
      .selectFrom('threshold')
      .selectAll()
      .where('enable_ganged', '=', 1)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await server.addUser({
      username: 'rulesA',
      project_id: scene.projects.a,
      menu_control: '["4-1-3","4-1-4","4-1-5","2-1"]',
    })
    const rules = await server.signIn('rulesA')
    const linked = {
      ganged_device_id: row.ganged_device_id,
      ganged_nodemap_id: row.ganged_nodemap_id,
      ganged_value: 1,
      enable_ganged: 1,
    }
    const refused = { status: 403, data: { fields: { enable_ganged: expect.stringContaining('Control') } } }
    expect(await rules('POST', 'godbThreshold', { ...body, ...linked })).toMatchObject(refused)
    const whole = { ...body, ...linked }
    expect(await rules('PUT', `godbThreshold/${row.id}`, { ...whole, params_x: 1 })).toMatchObject(refused)
    expect(await rules('PUT', `godbThreshold/${row.id}`, { ...whole, enable_ganged: 0 })).toMatchObject(refused)
    expect(
      await rules('PUT', `godbThreshold/${row.id}`, { ...whole, name: 'Renamed', alarm_msg: 'other words', enable: 0 }),
    ).toMatchObject({ status: 200 })
    expect(await rules('PUT', `godbThreshold/${row.id}`, { ...whole, enable: 1 })).toMatchObject(refused)
    expect(await rules('POST', 'godbThreshold', { ...body, name: 'Only tells' })).toMatchObject({ status: 200 })

    // A user who may control, but not that device, is refused too: a rule of their area that switches a device of
    // another area.
    const { id: _id, ...copied } = row
    const { below } = scene.devices
    const place = { district_id: scene.areas.below, device_list: String(below), enable: 1 }
    const { id } = await server.platform.storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ ...copied, ...place })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const localA = await server.signIn('localA')
    const outside = { status: 403, data: { fields: { enable_ganged: expect.stringContaining('areas') } } }
    expect(await localA('PUT', `godbThreshold/${id}`, { params_x: 1 })).toMatchObject(outside)
    expect(await localA('PUT', `godbThreshold/${id}`, { enable: 0 })).toMatchObject({ status: 200 })
    expect(await localA('PUT', `godbThreshold/${id}`, { enable: 1 })).toMatchObject(outside)
  })
})
