import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allResources } from '../../resources/index.ts'
import type { Action, Resource } from '../../resources/kit/define.ts'
import { episodeCalls } from '../support/episodeCalls.ts'
import { allKeys, buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

/**
 * Callers: anonymous; a user of project A without any key; the administrator of project B with all keys; the super
 * administrator.
 */
const ROLES = ['anonymous', 'bare', 'stranger', 'root'] as const
type Statuses = readonly [anonymous: number, bare: number, stranger: number, root: number]

interface Row {
  /** Path with a record of project A; without it the address of the call. */
  path?: string
  body?: object
  status: Statuses
}

/** Ids of project A used in the paths below. */
type Ids = Record<
  | 'area'
  | 'device'
  | 'gateway'
  | 'product'
  | 'nodemap'
  | 'format'
  | 'push'
  | 'alarm'
  | 'sending'
  | 'operation'
  | 'display'
  | 'project'
  | 'user'
  | 'node'
  | 'formatRow'
  | 'video'
  | 'threshold'
  | 'contact'
  | 'channel'
  | 'roster'
  | 'escalation'
  | 'calibration'
  | 'maintenance'
  | 'virtual'
  | 'permission',
  number
>

const OPEN: Statuses = [401, 200, 200, 200]
/** Only the caller's own rows: the call succeeds, but a stranger receives nothing of project A. */
const KEYED: Statuses = [401, 403, 200, 200]
const KEYED_RECORD: Statuses = [401, 403, 404, 200]
const SUPER: Statuses = [401, 403, 403, 200]

/** Every call that does not come from a definition, with the status each role receives. */
const named = (ids: Ids): Record<string, Row> => ({
  'GET /v1/openapi.json': { status: [200, 200, 200, 200] },
  'GET /v1/entity.schema.json': { status: [200, 200, 200, 200] },
  'GET /v1/captcha': { status: [200, 200, 200, 200] },
  'POST /v1/godbSystemuserlogin': {
    body: { username: 'nobody', password: 'x', captcha: 'x' },
    status: [400, 400, 400, 400],
  },
  'GET /v1/getVerificationCode': { path: 'getVerificationCode?phone=1', status: [400, 400, 400, 400] },
  'POST /v1/RegisterSystemuser': { body: {}, status: [400, 400, 400, 400] },
  'POST /v1/telemetry': { body: [{ sn: '2001', values: { 1: 5 } }], status: [401, 403, 200, 200] },
  'GET /v1/godbMyInfo': { status: OPEN },
  'GET /v1/godbMyProject': { status: OPEN },
  'PUT /v1/godbSystemuserPassword': {
    body: { user_id: ids.user, my_passwd: 'x', user_passwd: '0'.repeat(32) },
    status: [401, 403, 404, 400],
  },
  'GET /v1/capabilities': { status: OPEN },
  'GET /v1/resources': { status: OPEN },
  ...Object.fromEntries(
    [
      'Project',
      'Systemuser',
      'Gateway',
      'Devicetype',
      'District',
      'Node',
      'NorthDataInfo',
      'Datashow',
      'Device',
      'Threshold',
    ].map((name) => [`GET /v1/godb${name}NameList`, { status: OPEN }]),
  ),
  'GET /v1/alarmChannelNameList': { status: OPEN },
  'GET /v1/alarmMaintenanceSpans': {
    path: `alarmMaintenanceSpans?deviceid=${ids.device}&from=1767225600000&to=1767229200000`,
    status: KEYED_RECORD,
  },
  'GET /v1/alarmResults': { path: `alarmResults?pro_id=${ids.project}`, status: KEYED_RECORD },
  'GET /v1/alarmTrace': {
    path: `alarmTrace?threshold_id=${ids.threshold}&device_id=${ids.device}`,
    status: KEYED_RECORD,
  },
  'GET /v1/deviceRules': { path: `deviceRules?device_id=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/alarmRosterNameList': { status: OPEN },
  'GET /v1/alarmEscalationNameList': { status: OPEN },
  'GET /v1/godbDatadictionaryByDataType/:type': { path: 'godbDatadictionaryByDataType/DeviceAiAiType', status: OPEN },
  'GET /v1/getHelpJson/:language': { path: 'getHelpJson/en', status: OPEN },
  'GET /v1/godbNodemapByType/:id': { path: `godbNodemapByType/${ids.product}`, status: OPEN },
  'GET /v1/godbNodemapNodeInfoByType/:id': { path: `godbNodemapNodeInfoByType/${ids.product}`, status: OPEN },
  'GET /v1/godbGatewayById/:id': { path: `godbGatewayById/${ids.gateway}`, status: KEYED_RECORD },
  'PUT /v1/godbDeviceName/:id': {
    path: `godbDeviceName/${ids.device}`,
    body: { name: 'Renamed' },
    status: KEYED_RECORD,
  },
  'PUT /v1/godbDeviceBatchControlState': {
    body: { control_state: 0, dev_id_list: String(ids.device) },
    status: KEYED_RECORD,
  },
  'GET /v1/godbDeviceState': { status: KEYED },
  'GET /v1/godbDeviceStateByDistrictId/:id': { path: `godbDeviceStateByDistrictId/${ids.area}`, status: KEYED_RECORD },
  'POST /v1/godbDeviceStateSearch': { body: { search_mode: 'name', search_data: 'device' }, status: KEYED },
  'GET /v1/godbAllDeviceOnlineNum': { status: KEYED },
  'GET /v1/godbDeviceOnlineByIdOrCount/:deviceid/:count': {
    path: `godbDeviceOnlineByIdOrCount/${ids.device}/5`,
    status: KEYED_RECORD,
  },
  'PUT /v1/godbSetDeviceNodeValue': {
    body: { deviceid: ids.device, nodemapid: ids.nodemap, value: 1 },
    status: [401, 403, 404, 400],
  },
  'GET /v1/refusedmessages': { status: SUPER },
  'GET /v1/refusedmessages/:deviceid': { path: `refusedmessages/${ids.device}`, status: KEYED_RECORD },
  'GET /v1/lastmessages/:deviceid': { path: `lastmessages/${ids.device}`, status: KEYED_RECORD },
  'GET /v1/lastcommand/:deviceid/:nodemapid': {
    path: `lastcommand/${ids.device}/${ids.nodemap}`,
    status: KEYED_RECORD,
  },
  'GET /v1/godbAllHistoricaldataById/:deviceid/:start/:end': {
    path: `godbAllHistoricaldataById/${ids.device}/1763600000/1763600100`,
    status: KEYED_RECORD,
  },
  'GET /v1/godbAllHistoricaldataByIdToJson/:deviceid/:start/:end': {
    path: `godbAllHistoricaldataByIdToJson/${ids.device}/1763600000/1763600100`,
    status: KEYED_RECORD,
  },
  // Each row is answered separately: a stranger's rows are refused.
  'POST /v1/history/import': {
    path: 'history/import',
    body: { rows: [{ device_id: ids.device, node: ids.nodemap, t: 1_700_000_000_000, value: 5 }] },
    status: KEYED,
  },
  'GET /v1/history/hours/:deviceid': { path: `history/hours/${ids.device}`, status: KEYED_RECORD },
  'GET /v1/sparklines': { path: `sparklines?ids=${ids.device}`, status: KEYED },
  'GET /v1/godbCompareHistoricaldata': {
    path: `godbCompareHistoricaldata?cxtime=202501&devGroup=${ids.device}&nodeGroup=${ids.nodemap}`,
    status: KEYED_RECORD,
  },
  'GET /v1/standards': { status: OPEN },
  'GET /v1/environment': { path: `environment?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/environment/measures': { path: `environment/measures?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/environment/hours': { path: `environment/hours?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/environment/days': { path: `environment/days?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/environment/means': { path: `environment/means?deviceid=${ids.device}`, status: KEYED_RECORD },
  'POST /v1/standards/evaluate': {
    body: { standard: 'EAQI-2025', period: '1h', values: { pm25: 5 } },
    status: OPEN,
  },
  'POST /v1/standards/noise': { body: { samples: [{ t: 1795264170521, v: 50 }], zone: '2' }, status: OPEN },
  'GET /v1/quality': { path: `quality?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/quality/gaps': { path: `quality/gaps?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/quality/queue': { path: `quality/queue?deviceid=${ids.device}`, status: KEYED_RECORD },
  'GET /v1/quality/reviews': { path: `quality/reviews?deviceid=${ids.device}`, status: KEYED_RECORD },
  'POST /v1/quality/reviews': {
    path: 'quality/reviews',
    body: {
      deviceid: ids.device,
      nodemapid: ids.nodemap,
      from: 1_700_000_000_000,
      to: 1_700_000_000_000,
      flag: 4,
      reason: 'tried',
    },
    status: KEYED_RECORD,
  },
  'DELETE /v1/quality/reviews/:id': { path: 'quality/reviews/999999', status: [401, 403, 404, 404] },
  'POST /v1/quality/evaluate': {
    body: { test: 'gross_range', values: [5], params: { fail_span: [0, 9] } },
    status: OPEN,
  },
  'GET /v1/godbOperationlog': { status: KEYED },
  'GET /v1/godbOperationdetailsByOperationId/:id': {
    path: `godbOperationdetailsByOperationId/${ids.operation}`,
    status: KEYED_RECORD,
  },
  'GET /v1/godbDeviceAiByDeviceId/:id': { path: `godbDeviceAiByDeviceId/${ids.device}`, status: SUPER },
  'GET /v1/godbThresholdlogByTimeOrId': { status: KEYED },
  'GET /v1/godbThresholdlogByTimeOrIdToExcel': { status: KEYED },
  'PUT /v1/godbThresholdlog/:id': {
    path: `godbThresholdlog/${ids.alarm}`,
    body: { alarm_state: 1 },
    status: KEYED_RECORD,
  },
  ...episodeCalls(ids.alarm),
  'POST /v1/alarmSendLog/:id/again': { path: `alarmSendLog/${ids.sending}/again`, body: {}, status: KEYED_RECORD },
  'POST /v1/alarmBacktest': {
    body: { device_list: String(ids.device), nodemap_id: ids.nodemap, com_oper: 0, params_x: 1 },
    status: KEYED,
  },
  'POST /v1/alarmChannel/:id/test': { path: `alarmChannel/${ids.channel}/test`, body: {}, status: KEYED_RECORD },
  'POST /v1/alarmChannel/test': {
    body: { project_id: ids.project, kind: 4, url: 'http://127.0.0.1/' },
    status: [401, 403, 400, 400],
  },
  'GET /v1/alarmChannel/:id/results': { path: `alarmChannel/${ids.channel}/results`, status: KEYED_RECORD },
  'GET /v1/alarmPush': { status: OPEN },
  'POST /v1/alarmPush': {
    body: { endpoint: 'http://example.org', keys: { p256dh: 'x', auth: 'x' } },
    status: [401, 400, 400, 400],
  },
  'PUT /v1/alarmPush': { body: { endpoint: 'https://example.org' }, status: OPEN },
  'GET /v1/outbox': { status: SUPER },
  'GET /v1/devicecodes': { status: SUPER },
  'DELETE /v1/devicecodes/:sn': { path: 'devicecodes/none', status: [401, 403, 403, 404] },
  'PUT /v1/godbDevice/:id/hj212': {
    path: `godbDevice/${ids.device}/hj212`,
    body: { version: 2017 },
    status: KEYED_RECORD,
  },
  'GET /v1/hj212/:id': { path: `hj212/${ids.device}`, status: KEYED_RECORD },
  'GET /v1/hj212/:id/reported': { path: `hj212/${ids.device}/reported?cn=2061&from=1&to=2`, status: KEYED_RECORD },
  'GET /v1/hj212/:id/marks': { path: `hj212/${ids.device}/marks?from=1&to=2`, status: KEYED_RECORD },
  'GET /v1/hj212/:id/commands': { path: `hj212/${ids.device}/commands`, status: KEYED_RECORD },
  'POST /v1/hj212/:id/commands': {
    path: `hj212/${ids.device}/commands`,
    body: { cn: '1062' },
    status: [401, 403, 404, 400],
  },
  'GET /v1/hj212knocks': { status: SUPER },
  'POST /v1/hj212knocks/:mn/device': { path: 'hj212knocks/NONE/device', body: {}, status: [401, 403, 403, 404] },
  'DELETE /v1/hj212knocks/:mn': { path: 'hj212knocks/NONE', status: [401, 403, 403, 404] },
  'GET /v1/godbNorthDataListByInfoId/:id': { path: `godbNorthDataListByInfoId/${ids.format}`, status: KEYED_RECORD },
  'GET /v1/northstate/:id': { path: `northstate/${ids.push}`, status: KEYED_RECORD },
  'GET /v1/northpreview/:id': { path: `northpreview/${ids.push}`, status: KEYED_RECORD },
  'GET /v1/northframes/:id': { path: `northframes/${ids.push}`, status: KEYED_RECORD },
  'POST /v1/northpush/:id': { path: `northpush/${ids.push}`, status: KEYED_RECORD },
  'POST /v1/northformatpreview/:id': {
    path: `northformatpreview/${ids.format}`,
    body: { protocol: 1, rows: [] },
    status: KEYED_RECORD,
  },
  'GET /v1/godbAllAlarminfo': { status: KEYED },
  'GET /v1/godbAlarminfoByProId/:id': { path: `godbAlarminfoByProId/${ids.project}`, status: KEYED },
  'POST /v1/godbDevice/:id/credential': { path: `godbDevice/${ids.device}/credential`, status: KEYED_RECORD },
  'DELETE /v1/godbDevice/:id/credential': { path: `godbDevice/${ids.device}/credential`, status: KEYED_RECORD },
  'POST /v1/godbGateway/:id/credential': { path: `godbGateway/${ids.gateway}/credential`, status: KEYED_RECORD },
  'DELETE /v1/godbGateway/:id/credential': { path: `godbGateway/${ids.gateway}/credential`, status: KEYED_RECORD },
  'PUT /v1/godbDatashowMakeTop/:id': { path: `godbDatashowMakeTop/${ids.display}`, status: KEYED_RECORD },
  'GET /v1/getICCIDInfo/:firm/:iccid': { path: 'getICCIDInfo/1/8986001', status: [401, 403, 404, 200] },
  'GET /v1/taken/:noun': { path: 'taken/godbDevice?field=sn&value=1', status: KEYED },
  'GET /v1/geocode': { path: 'geocode?lng=114.5&lat=38', status: KEYED },
  'GET /v1/outlines': { status: KEYED },
  // Every user may edit the entry of their own project, and the entry has a picture.
  'POST /v1/UploadImg': { body: {}, status: [401, 415, 415, 415] },
  'GET /v1/godbVideoshowByDistrictId/:id': { path: `godbVideoshowByDistrictId/${ids.area}`, status: KEYED_RECORD },
  'GET /v1/getWxQrScene/:districtId/:randomId': { path: `getWxQrScene/${ids.area}/scan`, status: KEYED_RECORD },
  'GET /v1/getWxQrUserOpenId/:randomId': { path: 'getWxQrUserOpenId/other', status: KEYED },
  'POST /v1/renew': { status: KEYED },
  // Must be the last: it ends the session that the other calls use.
  'POST /v1/logout': { status: OPEN },
})

/** A record of project A, or of the whole platform, for each definition. */
const recordsOf = (ids: Ids): Record<string, number> => ({
  godbDistrict: ids.area,
  godbDevice: ids.device,
  godbGateway: ids.gateway,
  godbDevicetype: ids.product,
  godbNodemap: ids.nodemap,
  godbNode: ids.node,
  godbNorthDataInfo: ids.format,
  godbNorthDataList: ids.formatRow,
  godbNorthInterface: ids.push,
  godbDatashow: ids.display,
  godbProject: ids.project,
  godbSystemuser: ids.user,
  godbVideoshow: ids.video,
  godbThreshold: ids.threshold,
  godbAlarminfo: ids.contact,
  alarmChannel: ids.channel,
  alarmRoster: ids.roster,
  alarmEscalation: ids.escalation,
  godbCalibration: ids.calibration,
  alarmMaintenance: ids.maintenance,
  godbDeviceAi: ids.virtual,
  godbPermission: ids.permission,
  godbPermissiontype: 1,
})

/** Calls that plain HTTP does not answer; the feed's own test checks who may listen. */
const ELSEWHERE = ['GET /v1/ws']

describe.each(engines)('status of every call by role on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let rows: Record<string, Row>
  let ids: Ids
  const tokens: Record<(typeof ROLES)[number], string | null> = {
    anonymous: null,
    bare: null,
    stranger: null,
    root: null,
  }
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    await server.addUser({ username: 'bareA', project_id: scene.projects.a, menu_control: '[]' })
    await server.addUser({
      username: 'strangerB',
      project_id: scene.projects.b,
      menu_control: JSON.stringify([...allKeys, '8']),
      typemap: '2,3,4',
    })
    for (const [role, name] of [
      ['bare', 'bareA'],
      ['stranger', 'strangerB'],
      ['root', 'root'],
    ] as const)
      tokens[role] = (await server.signIn(name)).token
    ids = await idsOf(server, scene)
    rows = named(ids)
  })
  afterAll(() => server.dispose())

  const statusOf = async (role: (typeof ROLES)[number], call: string, path: string, body?: object): Promise<number> => {
    const [method = 'GET'] = call.split(' ')
    const token = tokens[role]
    const response = await server.app.inject({
      method: method as 'GET',
      url: `/v1/${path}`,
      ...(body && { payload: body }),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
    // A refused caller learns nothing beyond a sentence.
    if (response.statusCode !== 200 && path.startsWith('rest/'))
      expect(response.json(), call).toEqual({
        message: expect.stringMatching(/./),
        ...(response.statusCode === 400 && { errors: expect.anything() }),
      })
    else if (response.statusCode !== 200)
      expect(response.json(), call).toMatchObject({
        code: response.statusCode,
        msg: expect.stringMatching(/./),
        ...([401, 403, 404].includes(response.statusCode) && { data: null }),
      })
    return response.statusCode
  }
  /** The calls that every definition has. */
  const own = () =>
    allResources.flatMap((resource) => {
      const url = `/v1/${resource.api}`
      return [
        `GET ${url}`,
        `GET ${url}/:id`,
        ...(resource.filters?.includes('area') ? [`GET ${url}/areas`] : []),
        `GET ${url}/export`,
        `POST ${url}`,
        `POST ${url}/batch`,
        `PUT ${url}/:id`,
        `DELETE ${url}/:id`,
        ...restCalls(resource),
      ].map((call) => ({ call, resource }))
    })

  it('covers every registered route', () => {
    const known = new Set([...Object.keys(rows), ...own().map(({ call }) => call), ...ELSEWHERE])
    const registered = server
      .routes()
      .map(({ call }) => call)
      .filter((call) => call.includes(' /v1/') && !call.startsWith('HEAD '))
    expect(registered.filter((call) => !known.has(call))).toEqual([])
    expect([...known].filter((call) => !registered.includes(call))).toEqual([])
  })

  it(
    'returns the status from the table for each role',
    async () => {
      const wrong: string[] = []
      for (const [call, { path = call.split('/v1/')[1] ?? '', body, status }] of Object.entries(rows)) {
        for (const [index, role] of ROLES.entries()) {
          // Anonymous callers and users without a key are refused before any database query.
          if (engine !== 'sqlite' && (role === 'anonymous' || role === 'bare')) continue
          const got = await statusOf(role, call, path, body)
          if (got !== status[index]) wrong.push(`${call} as ${role}: ${got}, not ${status[index]}`)
          if (call === 'POST /v1/logout') expect(await statusOf(role, 'GET', 'godbMyInfo')).toBe(401)
        }
      }
      expect(wrong).toEqual([])
    },
    upTo(120_000),
  )

  it(
    'answers 404 for records of another project, and 403 for calls reserved for the super administrator',
    async () => {
      for (const [role, name] of [
        ['stranger', 'strangerB'],
        ['root', 'root'],
      ] as const)
        tokens[role] = (await server.signIn(name)).token
      const records = recordsOf(ids)
      const wrong: string[] = []
      for (const { call, resource } of own()) {
        const action = actionOf(call, resource)
        const access = action === 'list' ? resource.access.list : resource.access[action]
        // Only the super administrator may change the nodes of a model shared by devices of several projects.
        const refused =
          (typeof access === 'object' && access !== null && 'superOnly' in access) ||
          (resource.api === 'godbNodemap' && call.startsWith('PUT'))
        const record = call.endsWith('/:id')
        // Shared records are not deleted here: the request names an id that does not exist.
        const id = call.startsWith('DELETE') && resource.scope.project === null ? NOBODY : records[resource.api]
        const answered =
          { GET: 200, PUT: 200, DELETE: 404, POST: call.endsWith('/batch') ? 200 : 400 }[call.split(' ')[0] ?? ''] ?? 0
        const foreign = record && resource.scope.project !== null
        const body = call.startsWith('P') ? (call.endsWith('/batch') ? { rows: [] } : {}) : undefined
        const path = (call.split('/v1/')[1] ?? '').replace(':id', String(id))
        const seen = await statusOf('stranger', call, path, body)
        if (seen !== (refused ? 403 : foreign ? 404 : answered)) wrong.push(`${call} as stranger: ${seen}`)
        const ruled = await statusOf(
          'root',
          call,
          call.startsWith('DELETE') ? path.replace(String(id), String(NOBODY)) : path,
          body,
        )
        if (ruled !== answered) wrong.push(`${call} as root: ${ruled}, not ${answered}`)
      }
      expect(wrong).toEqual([])
    },
    upTo(120_000),
  )

  // These calls are refused before the database is asked for the record.
  if (engine !== 'sqlite') return
  it(
    'refuses every resource call with 401 without a session and 403 without a key',
    async () => {
      for (const role of ['anonymous', 'bare'] as const)
        if (role === 'bare') tokens.bare = (await server.signIn('bareA')).token
      for (const { call, resource } of own()) {
        const path = (call.split('/v1/')[1] ?? '').replace(
          ':id',
          resource.path === 'permissionCenter/project' ? String(scene.projects.a) : '1',
        )
        const body =
          call.startsWith('GET') || call.startsWith('DELETE') ? undefined : call.endsWith('/batch') ? { rows: [] } : {}
        expect(await statusOf('anonymous', call, path, body), call).toBe(401)
        // Node maps name the values wherever values are shown; every user may edit the entry of their own project.
        const open =
          (resource.api === 'godbNodemap' && call.startsWith('GET')) ||
          (resource.api === 'godbProject' && call.startsWith('PUT'))
        if (!open) expect(await statusOf('bare', call, path, body), call).toBe(403)
      }
    },
    upTo(120_000),
  )
})

const NOBODY = 999_999

/** The same calls in the dialect of ra-data-simple-rest. */
const restCalls = ({ table }: Resource): string[] =>
  ['GET', 'GET :id', 'POST', 'PUT :id', 'DELETE :id'].map(
    (call) => `${call.split(' ')[0]} /v1/rest/${table}s${call.endsWith(':id') ? '/:id' : ''}`,
  )

/** The right that a call of a definition requires. */
function actionOf(call: string, { access }: Resource): Action | 'list' {
  if (call.startsWith('GET')) return 'list'
  if (call.startsWith('PUT')) return 'edit'
  if (call.startsWith('DELETE')) return 'delete'
  return call.endsWith('/batch') && access.import !== undefined ? 'import' : 'create'
}

async function idsOf({ platform: { storage } }: TestPlatform, { root, ...scene }: Scene): Promise<Ids> {
  const make = async (api: string, body: object): Promise<number> =>
    (await root<{ id: number }>('POST', api, body)).data.id
  const project_id = scene.projects.a
  const format = await make('godbNorthDataInfo', { north_data_info_name: 'City', project_id })
  const push = await make('godbNorthInterface', {
    name: 'Push',
    url: 'https://example.org/in',
    project_id,
    dev_list: String(scene.devices.a),
    is_stop: 1,
  })
  const formatRow = await make('godbNorthDataList', {
    info_id: format,
    super_id: 0,
    key_type: 3,
    key_name_type: 1,
    key_name_value: 'k',
    key_value_type: 1,
    key_value_value: 'v',
  })
  const local = { project_id, district_id: scene.areas.a }
  const video = await make('godbVideoshow', {
    ...local,
    video_name: 'Camera',
    video_type: 0,
    video_url: 'https://example.com/a.m3u8',
  })
  const contact = await make('godbAlarminfo', { ...local, alarm_name: 'Li', alarm_phone: '13812345678' })
  const channel = await make('alarmChannel', { name: 'Browsers', project_id, kind: 5 })
  const roster = await make('alarmRoster', {
    name: 'Duty',
    project_id,
    people: String(contact),
    every: 1,
    unit: 2,
    handover: '08:00',
    starts: '2026-01-05',
  })
  const escalation = await make('alarmEscalation', {
    name: 'Up',
    project_id,
    steps: JSON.stringify([{ after: 10, roster }]),
  })
  const threshold = await make('godbThreshold', {
    ...local,
    name: 'High',
    device_list: String(scene.devices.a),
    nodemap_id: scene.nodemap,
    com_oper: 0,
    params_x: 100,
    alarm_msg: 'too high',
    enable: 1,
  })
  const virtual = await make('godbDeviceAi', {
    device_id: scene.devices.a,
    nodemap_id: scene.nodemap,
    device_node_type: 1,
    device_ai_type: 1,
    amend_type: '1',
  })
  const calibration = await make('godbCalibration', {
    name: 'Spring',
    device_id: scene.devices.a,
    nodemap_id: scene.nodemap,
    factor: 1,
  })
  const maintenance = await make('alarmMaintenance', {
    name: 'Night shift',
    project_id,
    starts: 1_767_225_600_000,
    ends: 1_767_229_200_000,
    device_list: String(scene.devices.a),
  })
  const permission = await make('godbPermission', { name: 'Look', requesturl: '/v1/look' })
  const stamp = { created_at: 0, updated_at: 0 }
  const user = await storage.read
    .selectFrom('systemuser')
    .select('id')
    .where('username', '=', 'viewerA')
    .executeTakeFirstOrThrow()
  const [alarm, display, operation] = await storage.write(async (trx) => [
    await trx
      .insertInto('thresholdlog')
      .values({
        alarm_time: 1,
        threshold_id: 1,
        threshold_name: 'T',
        device_id: scene.devices.a,
        device_name: 'D',
        district_id: scene.areas.a,
        nodemap_id: scene.nodemap,
        nodemap_name: 'N',
        real_value: 1,
        alarm_value: '',
        alarm_msg: '',
        project_id,
        is_alarm: 0,
        alarm_state: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    await trx
      .insertInto('datashow')
      .values({ name: 'Screen', project_id, district_id: scene.areas.a, ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow(),
    await trx
      .selectFrom('operationlog')
      .select('id')
      .where('operation_table', '=', 'device')
      .where('project_id', '=', project_id)
      .executeTakeFirstOrThrow(),
  ])
  const sending = await storage.write((trx) =>
    trx
      .insertInto('alarmsendlog')
      .values({
        thresholdlog_id: alarm.id,
        device_id: scene.devices.a,
        alarm_time: 1,
        send_name: 'Li',
        send_url: 'li@example.org',
        send_data: 'too high',
        send_ok: 0,
        alarm_type: 3,
        project_id,
        claimed_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const more = {
    node: scene.node,
    formatRow,
    video,
    threshold,
    contact,
    channel,
    calibration,
    maintenance,
    roster,
    escalation,
    virtual,
    permission,
  }
  return {
    ...more,
    area: scene.areas.a,
    device: scene.devices.a,
    gateway: scene.gateways.a,
    product: scene.product,
    nodemap: scene.nodemap,
    format,
    push,
    alarm: alarm.id,
    sending: sending.id,
    display: display.id,
    operation: operation.id,
    project: project_id,
    user: user.id,
  }
}
