import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { areaOutlines, reverseGeocode } from '../../dataProvider/calls/geocode.ts'
import { deviceHistory } from '../../dataProvider/calls/history.ts'
import { createDataProvider } from '../../dataProvider/index.ts'
import { loadJoined } from '../../dataProvider/joined.ts'
import { nameList, namesQuery } from '../../dataProvider/names.ts'
import { configureHttp, WireError } from '../../dataProvider/http.ts'
import { projectPins } from '../../dataProvider/calls/project.ts'

/** Answer of a fake platform to a call such as "GET godbGateway"; a function receives the request. */
type Answer = { status?: number; body: unknown } | ((request: Sent) => { status?: number; body: unknown })
interface Sent {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
}

const ok = (data: unknown) => ({ body: { code: 0, msg: '', data } })
let answers: Record<string, Answer>
let sent: Sent[]

beforeEach(() => {
  answers = {}
  sent = []
  configureHttp({ token: () => 'secret', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(url, 'http://platform')
    const request = {
      method: init.method ?? 'GET',
      path: pathname.replace('/v1/', ''),
      query: Object.fromEntries(searchParams),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    }
    sent.push(request)
    const answer = answers[`${request.method} ${request.path}`]
    const { status = 200, body } =
      answer === undefined
        ? { status: 404, body: '404 page not found' }
        : typeof answer === 'function'
          ? answer(request)
          : answer
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const provider = createDataProvider()
const list = (resource: string, more: object = {}) =>
  provider.getList(resource, {
    pagination: { page: 1, perPage: 10 },
    sort: { field: '', order: 'ASC' },
    filter: {},
    ...more,
  })

describe('data provider for a platform that does not announce a feature', () => {
  const without = (...missing: string[]) =>
    configureHttp({
      token: () => 'secret',
      languageTag: () => 'zh-CN',
      onSignedOut: () => {},
      announces: async (name) => !missing.includes(name),
    })

  it('sends the user’s row when deleting a user, but no row for a gateway', async () => {
    const row = { id: 7, username: 'li', distr_map: '4' }
    answers['DELETE godbSystemuser/7'] = ok(null)
    answers['DELETE godbGateway/7'] = ok(null)
    await provider.delete('permissionCenter/user', { id: 7, previousData: row })
    without('credential')
    await provider.delete('permissionCenter/user', { id: 7, previousData: row })
    await provider.delete('manage/gateway', { id: 7, previousData: { id: 7 } })
    expect(sent.map(({ body }) => body)).toEqual([
      undefined,
      expect.objectContaining({ id: 7, username: 'li' }),
      undefined,
    ])
    expect(sent[1]?.body).toMatchObject({ distr_map: { String: '4', Valid: true } })
  })

  it('sends a field that depends on a platform-specific dictionary value', async () => {
    const data = { device_id: 7, device_ai_type: 3, other_device_id: 8 }
    answers['POST godbDeviceAi'] = ok({ id: 5 })
    await provider.create('manage/device/virtual', { data })
    without('resources')
    await provider.create('manage/device/virtual', { data })
    expect(sent.map(({ body }) => body)).toEqual([{ device_id: 7, device_ai_type: 3 }, data])
  })

  it('does not request sorting, single records or ids', async () => {
    without('sort', 'one', 'ids')
    answers['GET godbGateway'] = ok({ list: [{ id: 7, name: 'a' }], total: 1 })
    answers['GET godbGatewayNameList'] = ok([{ id: 7, name: 'a' }])
    await list('manage/gateway', { sort: { field: 'name', order: 'DESC' } })
    expect((await provider.getOne('manage/gateway', { id: 7 })).data).toMatchObject({ id: 7 })
    expect((await provider.getMany('manage/gateway', { ids: [7] })).data).toHaveLength(1)
    expect(sent.map(({ path, query }) => [path, query['sort'] ?? query['ids']])).toEqual([
      ['godbGateway', undefined],
      ['godbGatewayNameList', undefined],
    ])
  })

  it('does not request reduced history, geocoding or additional entities', async () => {
    without('points', 'quality', 'geocode', 'resources')
    answers['GET godbAllHistoricaldataByIdToJson/1/0/9'] = ok({ nodeArr: [], dataset: [] })
    answers['GET godbDistrict'] = ok([])
    await deviceHistory(1, { from: 0, to: 9, points: 500 })
    expect(await reverseGeocode(114, 38)).toBeNull()
    await areaOutlines()
    expect(await loadJoined()).toEqual([])
    expect(sent.map(({ path, query }) => [path, query])).toEqual([
      ['godbAllHistoricaldataByIdToJson/1/0/9', {}],
      ['godbDistrict', {}],
    ])
  })
})

describe('deviceHistory', () => {
  it('requests either points or trusted samples and returns the number of doubted ones', async () => {
    answers['GET godbAllHistoricaldataByIdToJson/1/0/9'] = ok({
      nodeArr: [{ id: 41, alias: 'PM2.5', registertype: 4, node_script: '' }],
      datasetArr: [[[1_795_000_000_000, 7]]],
      flags: [{ nodemapid: 41, t: 1_795_000_060_000, value: 9, flag: 4, tests: [] }],
      doubted: [{ nodemapid: 41, count: 34_000 }],
    })
    await deviceHistory(1, { from: 0, to: 9, points: 500 })
    const [node] = await deviceHistory(1, { from: 0, to: 9 })
    expect(sent.map(({ query }) => query)).toEqual([{ points: '500' }, { trusted: '1' }])
    expect(node).toMatchObject({ values: [7], doubted: 34_000, beside: [{ kind: 'fail', value: 9 }] })
  })
})

describe('projectPins', () => {
  it('reads pins from the project list, or from the caller’s own project', async () => {
    answers['GET godbProject'] = ok({
      list: [
        { id: '1', name: 'a', pin_code: 'P1' },
        { id: 2, name: 'b', pin_code: { String: 'P2', Valid: true } },
      ],
      total: 2,
    })
    answers['GET godbMyProject'] = ok({ id: '2', name: 'b', pin_code: 'P2' })
    expect([...(await projectPins(true))]).toEqual([
      [1, 'P1'],
      [2, 'P2'],
    ])
    expect([...(await projectPins(false))]).toEqual([[2, 'P2']])
    expect(sent.map(({ path }) => path)).toEqual(['godbProject', 'godbMyProject'])
    answers['GET godbMyProject'] = ok(null)
    expect((await projectPins(false)).size).toBe(0)
  })
})

describe('getList', () => {
  it('requests pages as wire.md defines and unwraps the response', async () => {
    answers['GET godbGateway'] = ok({
      list: [
        {
          id: '7',
          name: 'a',
          protocol_type: '2',
          iccid: { String: '', Valid: false },
          explained: { String: 'x', Valid: true },
        },
      ],
      total: '31',
    })
    const page = await list('manage/gateway', {
      pagination: { page: 4, perPage: 10 },
      sort: { field: 'name', order: 'DESC' },
      filter: { q: ' gw ', pro_id: 2, dis_id: 5 },
    })
    expect(sent[0]?.query).toEqual({
      page_size: '10',
      current: '4',
      search: 'gw',
      pro_id: '2',
      dis_id: '5',
      sort: 'name',
      order: 'desc',
    })
    expect(page).toEqual({ data: [{ id: 7, name: 'a', protocol_type: 2, iccid: null, explained: 'x' }], total: 31 })
  })

  it('sends no sort parameter without a sort field', async () => {
    answers['GET godbGateway'] = ok({ list: [], total: 0 })
    await list('manage/gateway')
    expect(sent[0]?.query).toEqual({ page_size: '10', current: '1' })
  })

  it('searches, filters, sorts and pages a bare array itself', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({
      id: index + 1,
      name: index % 2 ? `gw ${index}` : `other ${index}`,
      regcode: '9',
      project_id: index < 20 ? 1 : 2,
    }))
    answers['GET godbGateway'] = ok(rows)
    const page = await list('manage/gateway', {
      pagination: { page: 2, perPage: 4 },
      sort: { field: 'id', order: 'DESC' },
      filter: { q: 'GW', pro_id: 1 },
    })
    expect(page.total).toBe(10)
    expect(page.data.map((row) => row.id)).toEqual([12, 10, 8, 6])
  })

  it('accepts wrapped and plain text, and returns an empty list for an unexpected response', async () => {
    answers['GET godbDistrict'] = ok([
      { id: 2, name: 'a', superid: 1, positional: '[[1,2]]' },
      { id: 3, name: 'b', superid: 2, positional: { String: '[]', Valid: true } },
    ])
    expect((await list('manage/area')).data.map((row) => row.positional)).toEqual(['[[1,2]]', '[]'])
    answers['GET godbDistrict'] = ok({ nothing: true })
    expect(await list('manage/area')).toEqual({ data: [], total: 0 })
    answers['GET godbDistrict'] = ok(null)
    expect(await list('manage/area')).toEqual({ data: [], total: 0 })
  })

  it('lists child records by their parent and maps differently spelt keys', async () => {
    answers['GET godbNodemapNodeInfoByType/3'] = ok([
      { id: 41, nodeID: 9, name: 'PM', alias: 'PM2.5', nodeaddr: '1', key_msg: { String: 'pm', Valid: true } },
    ])
    const page = await list('manage/product/nodemap', { filter: { devicetype_id: 3 } })
    expect(page.data[0]).toMatchObject({ id: 41, node_id: 9, devicetype_id: 3, nodeaddr: 1, key_msg: 'pm' })
  })

  it('throws an error with the platform’s message and code, also for HTTP 200', async () => {
    answers['GET godbGateway'] = { body: { code: 17, msg: '不行', data: null } }
    await expect(list('manage/gateway')).rejects.toMatchObject({ message: '不行', status: 400, body: { code: 17 } })
  })
})

describe('getOne', () => {
  it('requests GET {api}/{id}', async () => {
    answers['GET godbGateway/7'] = ok({ id: 7, name: 'a' })
    expect((await provider.getOne('manage/gateway', { id: '7' })).data).toEqual({ id: 7, name: 'a' })
  })

  it('finds the row in the list when the platform lacks the call', async () => {
    const fresh = createDataProvider()
    answers['GET godbGateway'] = ({ query }) =>
      ok({
        list:
          query['current'] === '1'
            ? Array.from({ length: 1000 }, (_, index) => ({ id: index + 1 }))
            : [{ id: 1007, name: 'late' }],
        total: 1001,
      })
    expect((await fresh.getOne('manage/gateway', { id: 1007 })).data).toEqual({ id: 1007, name: 'late' })
    await fresh.getList('manage/gateway', {
      pagination: { page: 2, perPage: 10 },
      sort: { field: '', order: 'ASC' },
      filter: {},
    })
    const before = sent.length
    await fresh.getOne('manage/gateway', { id: 1007 })
    expect(sent.slice(before).map(({ path }) => path)).toEqual(['godbGateway/1007'])
  })

  it('does not fall back to the list when the platform responds with 403, 404 or 503, or not at all', async () => {
    answers['GET godbGateway/6'] = { status: 403, body: { code: 403, msg: 'not yours', data: null } }
    answers['GET godbGateway/7'] = () => {
      throw new TypeError('fetch failed')
    }
    answers['GET godbGateway/8'] = { status: 404, body: { code: 404, msg: 'gone', data: null } }
    answers['GET godbGateway/9'] = { status: 503, body: 'down' }
    await expect(provider.getOne('manage/gateway', { id: 6 })).rejects.toMatchObject({ status: 403 })
    await expect(provider.getOne('manage/gateway', { id: 7 })).rejects.toMatchObject({ status: 0 })
    await expect(provider.getOne('manage/gateway', { id: 8 })).rejects.toMatchObject({ status: 404, message: 'gone' })
    await expect(provider.getOne('manage/gateway', { id: 9 })).rejects.toMatchObject({ status: 503 })
    expect(sent).toHaveLength(4)
  })

  it.each([403, 429])('does not treat a proxy’s %i as a missing call', async (status) => {
    answers['GET godbGateway/9'] = { status, body: '<html>nginx</html>' }
    await expect(provider.getOne('manage/gateway', { id: 9 })).rejects.toMatchObject({ status })
    answers['GET godbPermissionNameList'] = { status, body: '<html>nginx</html>' }
    await expect(nameList('permissionCenter/permission')).rejects.toMatchObject({ status })
    expect(sent.map(({ path }) => path)).toEqual(['godbGateway/9', 'godbPermissionNameList'])
  })

  it('throws 404 when the list does not contain the record either', async () => {
    answers['GET godbGateway'] = ok({ list: [], total: 0 })
    await expect(createDataProvider().getOne('manage/gateway', { id: 5 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('getMany and getManyReference', () => {
  it('getMany sends ids, and uses the name list when the platform ignores them', async () => {
    answers['GET godbGateway'] = ok({ list: [{ id: 1 }, { id: 2 }], total: 2 })
    expect((await provider.getMany('manage/gateway', { ids: [1, 2] })).data).toHaveLength(2)
    expect(sent[0]?.query).toMatchObject({ ids: '1,2' })
    answers['GET godbGatewayNameList'] = ok([
      { id: 1, name: 'a' },
      { id: 9, name: 'i' },
    ])
    expect((await provider.getMany('manage/gateway', { ids: [9] })).data).toEqual([{ id: 9, name: 'i' }])
  })

  it('getManyReference filters by project on the platform and by other fields itself', async () => {
    answers['GET godbDevice'] = ok({
      list: [
        { id: 1, gateway_id: 4 },
        { id: 2, gateway_id: 5 },
      ],
      total: 2,
    })
    const common = { pagination: { page: 1, perPage: 10 }, sort: { field: '', order: 'ASC' as const }, filter: {} }
    await provider.getManyReference('manage/device', { ...common, target: 'project_id', id: 3 })
    expect(sent[0]?.query).toMatchObject({ pro_id: '3' })
    expect(
      (await provider.getManyReference('manage/device', { ...common, target: 'gateway_id', id: 5 })).data.map(
        (row) => row.id,
      ),
    ).toEqual([2])
  })

  it('getManyReference requests no further page after it was aborted', async () => {
    const leaving = new AbortController()
    answers['GET godbDevice'] = () => {
      leaving.abort()
      return ok({ list: [{ id: 1 }], total: 2 })
    }
    await expect(
      provider.getManyReference('manage/device', {
        pagination: { page: 1, perPage: 10 },
        sort: { field: '', order: 'ASC' },
        filter: {},
        target: 'gateway_id',
        id: 5,
        signal: leaving.signal,
      }),
    ).rejects.toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(1)
  })
})

describe('create, update and delete', () => {
  const record = {
    id: 7,
    name: 'a',
    regcode: '12',
    protocol_type: 2,
    iccid: null,
    explained: 'x',
    project_id: 1,
    getewayisonline: 1,
    created_at: 5,
  }

  it('create wraps optional text and leaves out read-only and unknown fields', async () => {
    answers['POST godbGateway'] = ok({ id: 8, name: 'b', explained: { String: '', Valid: false } })
    const { data } = await provider.create('manage/gateway', {
      data: { name: ' b ', protocol_type: '2', explained: '', unknown: 1, getewayisonline: 1 },
    })
    expect(sent[0]?.body).toEqual({ name: 'b', protocol_type: 2, explained: { String: '', Valid: false } })
    expect(data).toMatchObject({ id: 8, name: 'b', explained: null })
  })

  it.each([
    [
      'a threshold with one limit',
      'alarmConfig/threshold',
      { name: 't', com_oper: 0, params_x: '75', params_y: '', alarmtemplate_id: '', alarm_phone_mb: '' },
      { name: 't', com_oper: 0, params_x: 75 },
    ],
    [
      'a project without saving cycle',
      'permissionCenter/project',
      { name: 'p', config: '', save_cycle: '', vip_type: '', vip_over_time: '' },
      { name: 'p' },
    ],
    [
      'a permission without type',
      'permissionCenter/permission',
      { name: 'q', requesturl: '/v1/x', requesttype: '', typeid: '' },
      { name: 'q', requesturl: '/v1/x' },
    ],
  ])('create sends no null for %s', async (_what, path, data, body) => {
    answers[
      `POST ${{ 'alarmConfig/threshold': 'godbThreshold', 'permissionCenter/project': 'godbProject' }[path] ?? 'godbPermission'}`
    ] = ok(null)
    await provider.create(path, { data })
    expect(sent[0]?.body).toEqual(body)
  })

  it('updateMany sends the given fields, including null', async () => {
    answers['PUT godbGateway/7'] = ok(null)
    await provider.updateMany('manage/gateway', { ids: [7], data: { iccid_firm: null } })
    expect(sent[0]?.body).toEqual({ iccid_firm: null })
  })

  it('update sends only changed fields', async () => {
    answers['PUT godbGateway/7'] = ok({ ...record, name: 'z' })
    await provider.update('manage/gateway', {
      id: 7,
      data: { ...record, name: 'z', protocol_type: '2', explained: 'x', iccid: '' },
      previousData: record,
    })
    expect(sent[0]).toMatchObject({ method: 'PUT', path: 'godbGateway/7', body: { name: 'z' } })
  })

  it('update sends no request when nothing changed', async () => {
    expect(
      (await provider.update('manage/gateway', { id: 7, data: { name: 'a' }, previousData: record })).data,
    ).toEqual(record)
    expect(sent).toEqual([])
  })

  it('update clears a field hidden by its condition', async () => {
    const device = { id: 1, issingle: 0, gateway_id: 4, protocol_type: null }
    answers['PUT godbDevice/1'] = ok(null)
    const { data } = await provider.update('manage/device', {
      id: 1,
      data: { issingle: 1, protocol_type: 2 },
      previousData: device,
    })
    expect(sent[0]?.body).toEqual({ issingle: 1, gateway_id: null, protocol_type: 2 })
    expect(data).toMatchObject({ id: 1, issingle: 1 })
  })

  it('errors contain the problems by field and the uses of a record', async () => {
    answers['PUT godbGateway/7'] = { status: 400, body: { code: 400, msg: 'bad', data: { fields: { name: 'taken' } } } }
    answers['DELETE godbGateway/7'] = {
      status: 409,
      body: { code: 409, msg: 'in use', data: { uses: [{ path: 'manage/device', id: 1, title: 'd' }] } },
    }
    await expect(
      provider.update('manage/gateway', { id: 7, data: { name: 'b' }, previousData: record }),
    ).rejects.toMatchObject({ body: { errors: { name: 'taken' } } })
    const failure: unknown = await provider.delete('manage/gateway', { id: 7 }).catch((caught: unknown) => caught)
    expect(failure).toBeInstanceOf(WireError)
    expect(failure).toMatchObject({ status: 409, body: { data: { uses: [{ path: 'manage/device' }] } } })
  })

  it('deleteMany deletes one record after another and stops at the first failure', async () => {
    answers['DELETE godbGateway/1'] = ok(null)
    answers['DELETE godbGateway/2'] = { status: 409, body: { code: 409, msg: 'in use', data: null } }
    await expect(provider.deleteMany('manage/gateway', { ids: [1, 2, 3] })).rejects.toMatchObject({ status: 409 })
    expect(sent.map(({ path }) => path)).toEqual(['godbGateway/1', 'godbGateway/2'])
  })
})

describe('name lists', () => {
  it('are requested once for all callers, and again after a change of the resource', async () => {
    answers['GET godbGatewayNameList'] = ok([{ id: 1, name: 'a' }])
    const client = new QueryClient()
    const names = () => client.fetchQuery(namesQuery('manage/gateway'))
    await Promise.all([names(), names()])
    expect(sent).toHaveLength(1)
    // The query key that react-admin's mutations and useSaved invalidate.
    await client.invalidateQueries({ queryKey: ['manage/gateway', 'getList'] })
    answers['GET godbGatewayNameList'] = { status: 500, body: { code: 500, msg: 'down', data: null } }
    await expect(names()).rejects.toThrow('down')
    answers['GET godbGatewayNameList'] = ok([])
    expect(await names()).toEqual({ data: [], total: 0 })
  })

  it('fall back to the list when the platform has no name list', async () => {
    answers['GET godbPermission'] = ok({ list: [{ id: 1, name: 'a' }], total: 1 })
    expect(await nameList('permissionCenter/permission')).toEqual([{ id: 1, name: 'a' }])
  })
})
