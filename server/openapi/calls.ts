import type { Label } from '../../resources/kit/define.ts'
import { FLAG, INT, listOf, maybe, NUMBER, record, ref, TEXT, TIME, type Schema } from './schema.ts'

/** What is known of a call that is no entity's. */
export interface Call {
  group: Group
  label: Label
  query?: Readonly<Record<string, Schema>>
  body?: Schema
  /** `data` of the envelope; none: null. */
  answer?: Schema
  /** A JSON answer without the envelope. */
  bare?: Schema
  /** The type of another answer that is not in the envelope. */
  plain?: string
}

export type Group = keyof typeof groups

export const groups = {
  session: ['登录', '登入', 'Signing in'],
  lists: ['名称与字典', '名稱與字典', 'Names and dictionaries'],
  live: ['实时', '即時', 'Live state'],
  history: ['历史', '歷史', 'History'],
  environment: ['环境', '環境', 'Environment'],
  alarm: ['报警', '警報', 'Alarms'],
  manage: ['管理', '管理', 'Management'],
  north: ['北向推送', '北向推送', 'Northbound'],
  files: ['文件与扫码', '檔案與掃碼', 'Files and scans'],
  operation: ['运维', '維運', 'Operations'],
} as const satisfies Record<string, Label>

const names = (more: Record<string, Schema> = {}): Schema => listOf(record({ id: INT, name: TEXT, ...more }))
const paged = (items: Schema): Schema => record({ list: listOf(items), total: INT }, ['list', 'total'])
const paging = {
  page_size: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  current: { type: 'integer', minimum: 1, default: 1 },
  search: TEXT,
} as const
const sample = record({ insertdate: TIME, historydata: NUMBER, nodemapid: INT, deviceid: INT })
const state = listOf(ref('DeviceState'))
const points = { points: { type: 'integer', minimum: 1 } } as const
const any: Schema = {}
const maybeNumber: Schema = { type: ['number', 'null'] }
const MEDIUM: Schema = { type: 'string', enum: ['air', 'noise', 'water'] }
const ZONE: Schema = { type: 'string', enum: ['0', '1', '2', '3', '4a', '4b'] }
const DAY: Schema = { type: 'string', format: 'date' }
/** One pollutant of a verdict. */
const PART: Schema = record({
  index: maybeNumber,
  level: maybeNumber,
  limit: maybeNumber,
  exceeded: { type: ['boolean', 'number', 'null'] },
})
/** Who sent a value that is kept beside the history, and when it came. */
const CAME = {
  source: { type: 'string', enum: ['device', 'gateway', 'user', 'mqtt', 'virtual', 'import', 'station', 'platform'] },
  by: maybe(TEXT),
  received: TIME,
} as const
/** The same with the mean it was judged by, and minutes of sampling in an hour. */
const MEASURED_PART: Schema = record({
  index: maybeNumber,
  level: maybeNumber,
  limit: maybeNumber,
  exceeded: { type: ['boolean', 'number', 'null'] },
  value: maybeNumber,
  count: INT,
  state: { type: 'string', enum: ['valid', 'insufficient'] },
})
/** A station as environmental law judges it. */
const STATION = {
  deviceid: INT,
  medium: MEDIUM,
  standard: TEXT,
  period: TEXT,
  index: maybeNumber,
  level: maybeNumber,
  primary: listOf(TEXT),
  coverage: { type: 'number', minimum: 0, maximum: 1 },
} as const

export const calls: Readonly<Record<string, Call>> = {
  'GET /v1/captcha': { group: 'session', label: ['验证码图片', '驗證碼圖片', 'Captcha picture'], plain: 'image/png' },
  'POST /v1/godbSystemuserlogin': {
    group: 'session',
    label: ['登录', '登入', 'Sign in'],
    body: record({ username: TEXT, password: { type: 'string', description: 'MD5, hex' }, captcha: TEXT }, [
      'username',
      'password',
      'captcha',
    ]),
    answer: record({ token: TEXT, hmi_control: TEXT, superid: INT }),
  },
  'POST /v1/logout': { group: 'session', label: ['退出登录', '登出', 'Sign out'] },
  'POST /v1/renew': {
    group: 'session',
    label: ['成为大屏会话并延长', '成為大螢幕工作階段並延長', 'Make or keep the session one of a wall screen'],
    answer: record({ expires_at: INT }),
  },
  'GET /v1/godbMyInfo': {
    group: 'session',
    label: ['当前用户', '目前使用者', 'The signed-in user'],
    answer: record({
      id: INT,
      username: TEXT,
      nickname: TEXT,
      super_id: INT,
      menu_control: ref('Wrapped'),
      user_token: TEXT,
      project_id: INT,
      typemap: ref('Wrapped'),
      distr_map: ref('Wrapped'),
      changepassword: FLAG,
      wall: FLAG,
    }),
  },
  'GET /v1/godbMyProject': {
    group: 'session',
    label: ['当前项目', '目前專案', 'The project of the signed-in user'],
    answer: ref('project'),
  },
  'PUT /v1/godbSystemuserPassword': {
    group: 'session',
    label: ['修改密码', '變更密碼', 'Change a password'],
    body: record({ user_id: INT, my_passwd: TEXT, user_passwd: TEXT }, ['user_id', 'my_passwd', 'user_passwd']),
  },
  'GET /v1/getVerificationCode': {
    group: 'session',
    label: ['短信验证码', '簡訊驗證碼', 'Code by SMS'],
    query: { phone: TEXT, captcha: TEXT },
  },
  'POST /v1/RegisterSystemuser': {
    group: 'session',
    label: ['注册', '註冊', 'Register'],
    body: record({ name: TEXT, pass: TEXT, phonecode: TEXT, phone: TEXT, email: TEXT }, [
      'name',
      'pass',
      'phonecode',
      'phone',
    ]),
  },
  'GET /v1/capabilities': {
    group: 'session',
    label: ['平台能力', '平台能力', 'What this platform can do'],
    answer: record({ name: TEXT, version: TEXT, extensions: listOf(TEXT), passwordMin: INT }),
  },
  'GET /v1/resources': {
    group: 'session',
    label: ['实体定义', '實體定義', 'Definitions of the entities'],
    answer: listOf({ type: 'object' }),
  },

  'GET /v1/godbProjectNameList': {
    group: 'lists',
    label: ['项目名称', '專案名稱', 'Names of projects'],
    answer: names({ pin_code: TEXT }),
  },
  'GET /v1/godbSystemuserNameList': {
    group: 'lists',
    label: ['用户名称', '使用者名稱', 'Names of users'],
    answer: listOf(
      record(
        {
          id: INT,
          nickname: TEXT,
          super_id: INT,
          username: { type: 'string', description: 'With 7-1 or 2-4' },
          project_id: { type: 'integer', description: 'With 7-1 or 2-4' },
        },
        ['id', 'nickname', 'super_id'],
      ),
    ),
  },
  'GET /v1/godbGatewayNameList': {
    group: 'lists',
    label: ['网关名称', '閘道名稱', 'Names of gateways'],
    answer: names({ regcode: TEXT, project_id: INT }),
  },
  'GET /v1/godbDevicetypeNameList': {
    group: 'lists',
    label: ['产品名称', '產品名稱', 'Names of product models'],
    answer: names({ product_type: INT }),
  },
  'GET /v1/godbDistrictNameList': {
    group: 'lists',
    label: ['区域名称', '區域名稱', 'Names of areas'],
    answer: names({ superid: INT, pin_code: TEXT, project_id: INT, build_state: INT }),
  },
  'GET /v1/godbNodeNameList': {
    group: 'lists',
    label: ['节点名称', '節點名稱', 'Names of nodes'],
    answer: names({ registertype: INT, unitname: TEXT }),
  },
  'GET /v1/godbDeviceNameList': {
    group: 'lists',
    label: ['设备名称', '裝置名稱', 'Names of devices'],
    answer: names({ district_id: INT, devicetype_id: INT, project_id: INT }),
  },
  'GET /v1/godbNorthDataInfoNameList': {
    group: 'lists',
    label: ['协议格式名称', '協定格式名稱', 'Names of data formats'],
    answer: listOf(record({ id: INT, north_data_info_name: TEXT, project_id: INT })),
  },
  'GET /v1/godbDatashowNameList': {
    group: 'lists',
    label: ['展示屏名称', '展示畫面名稱', 'Names of display screens'],
    answer: names(),
  },
  'GET /v1/godbThresholdNameList': {
    group: 'lists',
    label: ['报警规则名称', '警報規則名稱', 'Names of alarm rules'],
    answer: names({ nodemap_id: INT, alarm_msg: TEXT }),
  },
  'GET /v1/godbDatadictionaryByDataType/:type': {
    group: 'lists',
    label: ['数据字典', '資料字典', 'A dictionary'],
    answer: listOf(
      record({
        data_code: TEXT,
        data_code_en: TEXT,
        data_code_tw: TEXT,
        data_value: INT,
        data_value_string: TEXT,
        sort_no: INT,
      }),
    ),
  },
  'GET /v1/getHelpJson/:language': {
    group: 'lists',
    label: ['帮助文本', '說明文字', 'Help texts'],
    answer: listOf(record({ types: TEXT, tips: TEXT })),
  },

  'GET /v1/godbDeviceState': {
    group: 'live',
    label: ['全部设备实时状态', '全部裝置即時狀態', 'Live state of all devices'],
    answer: state,
  },
  'GET /v1/godbDeviceStateByDistrictId/:id': {
    group: 'live',
    label: ['区域内设备实时状态', '區域內裝置即時狀態', 'Live state of the devices of an area'],
    answer: state,
  },
  'POST /v1/godbDeviceStateSearch': {
    group: 'live',
    label: ['搜索设备', '搜尋裝置', 'Search devices'],
    body: record(
      { search_mode: { type: 'string', enum: ['name', 'sn', 'sn_value', 'iccid', 'regcode'] }, search_data: TEXT },
      ['search_mode', 'search_data'],
    ),
    answer: state,
  },
  'GET /v1/godbAllDeviceOnlineNum': {
    group: 'live',
    label: ['在线数', '在線數', 'Devices and gateways on line'],
    answer: record({ onlinenum: INT, sumnum: INT, gatewayonlinenum: INT, gatewaysumnum: INT }),
  },
  'GET /v1/godbDeviceOnlineByIdOrCount/:deviceid/:count': {
    group: 'live',
    label: ['上下线记录', '上下線記錄', 'Connection record'],
    answer: listOf(record({ time: TIME, state: FLAG })),
  },
  'PUT /v1/godbSetDeviceNodeValue': {
    group: 'live',
    label: ['下发设定值', '下達設定值', 'Set a value'],
    body: record({ deviceid: INT, nodemapid: INT, value: NUMBER }, ['deviceid', 'nodemapid', 'value']),
  },
  'GET /v1/lastcommand/:deviceid/:nodemapid': {
    group: 'live',
    label: ['节点的最近一次下发', '節點的最近一次下達', 'The last command of a node'],
    answer: { anyOf: [ref('Command'), { type: 'null' }] },
  },
  'GET /v1/lastmessages/:deviceid': {
    group: 'live',
    label: ['设备最近的上报', '裝置最近的回報', 'The last messages of a device'],
    answer: listOf(
      record({ sn: TEXT, deviceid: INT, t: TIME, values: { type: 'object', additionalProperties: NUMBER } }),
    ),
  },
  'GET /v1/ws': {
    group: 'live',
    label: [
      '实时推送（WebSocket）',
      '即時推送（WebSocket）',
      'Live feed (WebSocket; sub-protocols console.v1, bearer.<token>)',
    ],
  },
  'POST /v1/telemetry': {
    group: 'live',
    label: ['上报数据', '回報資料', 'Send telemetry'],
    body: listOf(
      record({ sn: TEXT, t: TIME, values: { type: 'object', additionalProperties: NUMBER } }, ['sn', 'values']),
    ),
    answer: listOf(
      record({ sn: TEXT, accepted: INT, rejected: listOf(record({ key: TEXT, reason: TEXT, msg: TEXT })), more: INT }),
    ),
  },

  'GET /v1/godbAllHistoricaldataById/:deviceid/:start/:end': {
    group: 'history',
    label: ['历史数据', '歷史資料', 'History of a device'],
    query: points,
    answer: listOf(sample),
  },
  'GET /v1/godbAllHistoricaldataByIdToJson/:deviceid/:start/:end': {
    group: 'history',
    label: ['历史数据（图表）', '歷史資料（圖表）', 'History of a device, for charts'],
    query: points,
    answer: record({
      nodeArr: listOf(any),
      nodenamearr: listOf(TEXT),
      dataset: listOf(any),
      datasetArr: listOf(any),
      tableArr: listOf(any),
      newObj: { type: 'object' },
      revisions: listOf(record({ nodemapid: INT, t: TIME, value: NUMBER, first: NUMBER, stands: FLAG, ...CAME })),
      marks: listOf(
        record({ nodemapid: INT, t: TIME, value: NUMBER, mark: { type: 'string', enum: ['range'] }, ...CAME }),
      ),
    }),
  },
  'GET /v1/sparklines': {
    group: 'history',
    label: ['最近一小时', '最近一小時', 'The last hour of some devices'],
    query: { ids: TEXT },
    answer: listOf(
      record({
        deviceid: INT,
        nodes: listOf(
          record({ nodemapid: INT, data: { ...listOf(listOf(NUMBER)), description: 'Time and value, oldest first' } }),
        ),
      }),
    ),
  },
  'GET /v1/godbCompareHistoricaldata': {
    group: 'history',
    label: ['对比', '比較', 'Compare devices over a month'],
    query: { cxtime: { type: 'string', pattern: '^\\d{6}$' }, devGroup: TEXT, nodeGroup: TEXT },
    answer: listOf(sample),
  },

  'GET /v1/standards': {
    group: 'environment',
    label: ['环境标准', '環境標準', 'Environmental standards'],
    answer: listOf(
      record({
        code: TEXT,
        medium: MEDIUM,
        title: listOf(TEXT),
        since: DAY,
        until: maybe(DAY),
        periods: listOf(TEXT),
      }),
    ),
  },
  'POST /v1/standards/evaluate': {
    group: 'environment',
    label: ['按标准评价', '依標準評價', 'Judge values by a standard'],
    body: record(
      {
        standard: TEXT,
        period: { type: 'string', enum: ['1h', '8h', '24h', 'day', 'night', 'sample'] },
        values: { type: 'object', additionalProperties: maybeNumber },
        zone: ZONE,
        body: { type: 'string', enum: ['river', 'lake'] },
        traffic: { type: 'boolean' },
        at: TIME,
      },
      ['standard', 'values'],
    ),
    answer: record({
      standard: TEXT,
      index: maybeNumber,
      level: maybeNumber,
      category: maybe(TEXT),
      primary: listOf(TEXT),
      missing: listOf(TEXT),
      parts: { type: 'object', additionalProperties: PART },
      limit: NUMBER,
      exceeded: NUMBER,
    }),
  },
  'POST /v1/standards/noise': {
    group: 'environment',
    label: ['噪声统计', '噪音統計', 'Levels of noise'],
    body: record({ samples: listOf(record({ t: TIME, v: NUMBER }, ['t', 'v'])), zone: ZONE }, ['samples']),
    answer: record({
      leq: maybeNumber,
      l10: maybeNumber,
      l50: maybeNumber,
      l90: maybeNumber,
      ld: maybeNumber,
      ln: maybeNumber,
      ldn: maybeNumber,
      lmax: maybeNumber,
      coverage: NUMBER,
      limits: record({ day: NUMBER, night: NUMBER }),
    }),
  },
  'GET /v1/environment': {
    group: 'environment',
    label: ['环境评价', '環境評價', 'What the environment is like'],
    query: { pro_id: INT, dis_id: INT, deviceid: INT, medium: MEDIUM, at: TIME },
    answer: listOf(
      record({
        ...STATION,
        missing: listOf(TEXT),
        parts: { type: 'object', additionalProperties: MEASURED_PART },
        at: TIME,
      }),
    ),
  },
  'GET /v1/environment/days': {
    group: 'environment',
    label: ['逐日环境评价', '逐日環境評價', 'What the environment was like, day by day'],
    query: { pro_id: INT, dis_id: INT, deviceid: INT, medium: MEDIUM, from: TIME, to: TIME },
    answer: listOf(
      record({
        deviceid: INT,
        medium: MEDIUM,
        period: TEXT,
        scheme: TEXT,
        days: { ...listOf(listOf({})), description: 'Day, index, level, primary pollutants, share of its hours' },
      }),
    ),
  },
  'POST /v1/quality/evaluate': {
    group: 'environment',
    label: ['数据质量检验', '資料品質檢驗', 'Quality flags of values'],
    body: record(
      {
        test: { type: 'string', enum: ['gross_range', 'spike', 'flat_line', 'rate_of_change'] },
        values: listOf(maybeNumber),
        times: listOf(TIME),
        params: { type: 'object' },
      },
      ['test', 'values'],
    ),
    answer: listOf({ type: 'integer', enum: [1, 2, 3, 4, 9] }),
  },

  'GET /v1/godbThresholdlogByTimeOrId': {
    group: 'alarm',
    label: ['报警记录', '警報記錄', 'Alarm records'],
    query: {
      ...paging,
      id: INT,
      districtid: INT,
      deviceid: INT,
      starttime: INT,
      endtime: INT,
      types: TEXT,
      groups: TEXT,
      totals: FLAG,
      pro_id: INT,
    },
    answer: record(
      {
        list: listOf(ref('AlarmRecord')),
        total: INT,
        totals: record({ open: INT, over: INT, false: INT, handled: INT }),
      },
      ['list', 'total'],
    ),
  },
  'GET /v1/godbThresholdlogByTimeOrIdToExcel': {
    group: 'alarm',
    label: ['导出报警记录', '匯出警報記錄', 'Alarm records as a workbook'],
    query: { districtid: INT, deviceid: INT, starttime: INT, endtime: INT, types: TEXT, groups: TEXT, pro_id: INT },
    plain: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'PUT /v1/godbThresholdlog/:id': {
    group: 'alarm',
    label: ['处理报警', '處理警報', 'Handle an alarm'],
    body: record({ alarm_state: { type: 'integer', enum: [1, 2] }, explained: TEXT }, ['alarm_state']),
    answer: ref('AlarmRecord'),
  },
  'GET /v1/godbAlarmsendlogByThresholdlogId/:id': {
    group: 'alarm',
    label: ['报警发送记录', '警報發送記錄', 'What became of an alarm’s messages'],
    answer: listOf(ref('AlarmSending')),
  },
  'POST /v1/alarmBacktest': {
    group: 'alarm',
    label: ['规则回放', '規則回放', 'When a rule would have fired'],
    body: record(
      {
        device_list: TEXT,
        nodemap_id: INT,
        com_oper: INT,
        params_x: NUMBER,
        params_y: NUMBER,
        hold_time: INT,
        start: TIME,
        end: TIME,
      },
      ['device_list', 'nodemap_id', 'com_oper', 'params_x'],
    ),
    answer: ref('Backtest'),
  },
  'GET /v1/outbox': {
    group: 'alarm',
    label: ['发件箱', '寄件匣', 'Messages that could not leave'],
    query: paging,
    answer: paged(ref('WaitingMessage')),
  },
  'GET /v1/godbAllAlarminfo': {
    group: 'alarm',
    label: ['全部报警联系人', '全部警報聯絡人', 'All alarm contacts'],
    answer: listOf(ref('alarminfo')),
  },
  'GET /v1/godbAlarminfoByProId/:id': {
    group: 'alarm',
    label: ['项目的报警联系人', '專案的警報聯絡人', 'Alarm contacts of a project'],
    answer: listOf(ref('alarminfo')),
  },

  'GET /v1/devicecodes': {
    group: 'manage',
    label: ['停用的设备编号', '停用的裝置編號', 'Device codes without a device'],
    query: { search: TEXT },
    answer: listOf(record({ sn: TEXT, project_id: INT, held_at: TIME })),
  },
  'DELETE /v1/devicecodes/:sn': { group: 'manage', label: ['释放设备编号', '釋放裝置編號', 'Release a device code'] },
  'GET /v1/godbNodemapByType/:id': {
    group: 'manage',
    label: ['产品的节点', '產品的節點', 'Nodes of a product model'],
    answer: listOf(record({ id: INT, alias: TEXT, node_id: INT, nodeaddr: INT, unitname: TEXT, registertype: INT })),
  },
  'GET /v1/godbNodemapNodeInfoByType/:id': {
    group: 'manage',
    label: ['产品的节点详情', '產品的節點詳情', 'Nodes of a product model, in full'],
    answer: listOf({ type: 'object' }),
  },
  'GET /v1/godbGatewayById/:id': { group: 'manage', label: ['网关', '閘道', 'A gateway'], answer: ref('gateway') },
  'PUT /v1/godbDeviceName/:id': {
    group: 'manage',
    label: ['设备改名', '裝置改名', 'Rename a device'],
    body: record({ name: TEXT }, ['name']),
    answer: ref('device'),
  },
  'PUT /v1/godbDeviceBatchControlState': {
    group: 'manage',
    label: ['批量启停', '批次啟停', 'Start or stop devices'],
    body: record({ control_state: FLAG, dev_id_list: TEXT }, ['control_state', 'dev_id_list']),
    answer: INT,
  },
  'GET /v1/godbDeviceAiByDeviceId/:id': {
    group: 'manage',
    label: ['虚拟设备规则', '虛擬裝置規則', 'Virtual rules of a device'],
    answer: listOf(ref('deviceai')),
  },
  'PUT /v1/godbDatashowMakeTop/:id': {
    group: 'manage',
    label: ['展示屏置顶', '展示畫面置頂', 'Make a display screen top'],
  },
  'GET /v1/godbVideoshowByDistrictId/:id': {
    group: 'manage',
    label: ['区域的视频', '區域的影像', 'Videos of an area'],
    answer: listOf(record({ id: INT, video_name: TEXT, video_url: TEXT, video_type: INT, district_id: INT })),
  },
  'GET /v1/taken/:noun': {
    group: 'manage',
    label: ['是否已被使用', '是否已被使用', 'Whether a value is in use'],
    query: { field: TEXT, value: TEXT, id: INT, pro_id: INT },
    answer: record({ taken: { type: 'boolean' } }, ['taken']),
  },
  'GET /v1/geocode': {
    group: 'live',
    label: ['经纬度所在地址', '經緯度所在地址', 'Address of a place'],
    query: { lng: NUMBER, lat: NUMBER },
    answer: record({
      source: { type: 'string', enum: ['service', 'platform'] },
      address: TEXT,
      areas: listOf(TEXT),
      metres: NUMBER,
      streets: listOf(TEXT),
    }),
  },
  'GET /v1/outlines': {
    group: 'live',
    label: ['区域边界', '區域邊界', 'Outlines of areas'],
    answer: listOf(record({ id: INT, outline: listOf(listOf(NUMBER)) })),
  },
  'GET /v1/getICCIDInfo/:firm/:iccid': {
    group: 'manage',
    label: ['SIM 卡信息', 'SIM 卡資訊', 'SIM card'],
    answer: record({ resultCode: TEXT, resultMsg: TEXT, info: { type: 'object' } }),
  },
  'GET /v1/godbOperationlog': {
    group: 'manage',
    label: ['操作日志', '操作日誌', 'Operation log'],
    query: paging,
    answer: paged(ref('Operation')),
  },
  'GET /v1/godbOperationdetailsByOperationId/:id': {
    group: 'manage',
    label: ['操作日志明细', '操作日誌明細', 'Field changes of an operation'],
    answer: listOf(ref('FieldChange')),
  },
  'POST /v1/godbDevice/:id/credential': {
    group: 'manage',
    label: ['重置设备凭证', '重設裝置憑證', 'New credential of a device'],
    answer: record({ credential: TEXT }),
  },
  'DELETE /v1/godbDevice/:id/credential': {
    group: 'manage',
    label: ['吊销设备凭证', '撤銷裝置憑證', 'Revoke the credential of a device'],
  },
  'POST /v1/godbGateway/:id/credential': {
    group: 'manage',
    label: ['重置网关凭证', '重設閘道憑證', 'New credential of a gateway'],
    answer: record({ credential: TEXT }),
  },
  'DELETE /v1/godbGateway/:id/credential': {
    group: 'manage',
    label: ['吊销网关凭证', '撤銷閘道憑證', 'Revoke the credential of a gateway'],
  },

  'GET /v1/godbNorthDataListByInfoId/:id': {
    group: 'north',
    label: ['格式的行', '格式的列', 'Rows of a data format'],
    answer: listOf(ref('northdatalist')),
  },
  'PUT /v1/godbDevice/:id/hj212': {
    group: 'manage',
    label: ['设置 HJ 212 密码与密钥', '設定 HJ 212 密碼與金鑰', 'Set what a device signs in with over HJ 212'],
    body: record({
      pw: { type: ['string', 'null'], maxLength: 32, writeOnly: true },
      key: { type: ['string', 'null'], description: 'SM4: 32 hex digits or 16 characters', writeOnly: true },
      version: { type: 'integer', enum: [2005, 2017, 2025] },
    }),
  },
  'GET /v1/hj212/:id': {
    group: 'live',
    label: ['HJ 212 站点状态', 'HJ 212 測站狀態', 'State of an HJ 212 station'],
    answer: record({
      mn: TEXT,
      port: { type: ['integer', 'null'] },
      version: INT,
      has_pw: FLAG,
      has_key: FLAG,
      session: {
        type: ['object', 'null'],
        properties: { up: FLAG, since: TIME, address: TEXT, version: INT, st: TEXT, last_at: TIME, frames: INT },
      },
      unmapped: listOf(TEXT),
      states: listOf(record({ cn: INT, name: TEXT, value: TEXT, at: TIME })),
    }),
  },
  'GET /v1/hj212/:id/reported': {
    group: 'history',
    label: [
      '站点自报的分钟、小时、日数据',
      '測站自報的分鐘、小時、日資料',
      'What a station says of minutes, hours and days',
    ],
    query: { cn: { type: 'string', enum: ['2051', '2061', '2031', '2013'] }, from: TIME, to: TIME, factor: TEXT },
    answer: listOf(
      record({
        t: TIME,
        factor: TEXT,
        min: maybeNumber,
        avg: maybeNumber,
        max: maybeNumber,
        cou: maybeNumber,
        flag: { type: ['string', 'null'] },
        nodemapid: { type: ['integer', 'null'] },
        own: maybeNumber,
        differs: { type: ['integer', 'null'] },
      }),
    ),
  },
  'GET /v1/hj212/:id/marks': {
    group: 'history',
    label: ['站点实时数据的标记', '測站即時資料的標記', 'Marks of a station’s real-time values'],
    query: { from: TIME, to: TIME },
    answer: listOf(
      record({ t: TIME, nodemapid: INT, mark: { type: 'string', enum: ['F', 'M', 'S', 'D', 'C', 'T', 'B'] } }),
    ),
  },
  'GET /v1/hj212/:id/commands': {
    group: 'live',
    label: ['发给站点的命令', '發給測站的命令', 'Commands to a station'],
    answer: listOf(
      record({
        id: INT,
        cn: INT,
        params: { type: 'object' },
        asked_at: TIME,
        asked_by: { type: ['string', 'null'] },
        outcome: { type: ['string', 'null'], enum: ['done', 'refused', 'failed', 'timeout', 'offline', 'lost', null] },
        ended_at: { type: ['integer', 'null'] },
        answer: { type: ['object', 'null'], properties: { qnRtn: TEXT, exeRtn: TEXT, values: listOf(listOf(TEXT)) } },
      }),
    ),
  },
  'POST /v1/hj212/:id/commands': {
    group: 'live',
    label: ['向站点发送命令', '向測站發送命令', 'Send a station a command'],
    body: record({ cn: TEXT, params: { type: 'object', additionalProperties: TEXT } }, ['cn']),
    answer: record({ id: INT }),
  },
  'GET /v1/hj212knocks': {
    group: 'manage',
    label: ['未接入的站点', '未接入的測站', 'Stations that knock'],
    answer: listOf(
      record({
        mn: TEXT,
        reason: { type: 'string', enum: ['unknown', 'password', 'key'] },
        st: TEXT,
        version: INT,
        address: TEXT,
        factors: listOf(TEXT),
        frame: TEXT,
        first_at: TIME,
        last_at: TIME,
        times: INT,
        device: { type: ['object', 'null'], properties: { id: INT, name: TEXT } },
        models: listOf(record({ id: INT, name: TEXT, matched: INT, of: INT })),
      }),
    ),
  },
  'POST /v1/hj212knocks/:mn/device': {
    group: 'manage',
    label: ['把未接入的站点生成设备', '把未連入的測站建立為裝置', 'Make a device of a station that knocks'],
    body: record({ name: TEXT, district_id: INT, devicetype_id: INT, pw: TEXT }, [
      'name',
      'district_id',
      'devicetype_id',
      'pw',
    ]),
    answer: record({ id: INT }),
  },
  'DELETE /v1/hj212knocks/:mn': {
    group: 'manage',
    label: ['忽略未接入的站点', '忽略未接入的測站', 'Forget a station that knocks'],
  },
  'GET /v1/northstate/:id': {
    group: 'north',
    label: ['上次推送结果', '上次推送結果', 'Result of the last push'],
    answer: {
      anyOf: [
        record({ interface_id: INT, last_at: TIME, last_ok: FLAG, last_result: TEXT, failures: INT, next_at: TIME }),
        { type: 'null' },
      ],
    },
  },
  'GET /v1/northpreview/:id': {
    group: 'north',
    label: ['推送内容预览', '推送內容預覽', 'What would be pushed now'],
    answer: record({ type: TEXT, devices: INT, body: TEXT }),
  },
  'GET /v1/northframes/:id': {
    group: 'north',
    label: ['HJ 212 上报状态', 'HJ 212 上報狀態', 'How an interface of HJ 212 is doing'],
    answer: record({
      up: FLAG,
      since: TIME,
      frames: listOf(record({ t: TIME, out: FLAG, text: TEXT })),
      waiting: record({ 2051: INT, 2061: INT, 2031: INT }),
      dropped: INT,
    }),
  },
  'POST /v1/northpush/:id': { group: 'north', label: ['立即推送', '立即推送', 'Push at once'] },
  'POST /v1/northformatpreview/:id': {
    group: 'north',
    label: ['协议格式预览', '協定格式預覽', 'What rows of a data format would make'],
    body: record({ protocol: INT, rows: listOf(ref('northdatalist')) }, ['protocol', 'rows']),
    answer: record({ type: TEXT, devices: INT, body: TEXT }),
  },

  'POST /v1/UploadImg': {
    group: 'files',
    label: ['上传图片', '上傳圖片', 'Upload a picture'],
    plain: 'application/json',
  },
  'GET /upload/:file': { group: 'files', label: ['上传的图片', '上傳的圖片', 'An uploaded picture'], plain: 'image/*' },
  'GET /v1/getWxQrScene/:districtId/:randomId': {
    group: 'files',
    label: ['微信绑定二维码', '微信綁定 QR 碼', 'QR code that binds WeChat'],
    answer: record({ ticket: TEXT, url: TEXT, expire_seconds: INT }),
  },
  'GET /v1/getWxQrUserOpenId/:randomId': {
    group: 'files',
    label: ['微信扫码结果', '微信掃碼結果', 'Who scanned the QR code'],
    answer: record({ openid: TEXT }),
  },
  'GET /wx/style.css': {
    group: 'files',
    label: ['绑定页样式', '綁定頁樣式', 'Style of the binding page'],
    plain: 'text/css',
  },
  'GET /wx/:ticket': { group: 'files', label: ['绑定页', '綁定頁', 'Binding page'], plain: 'text/html' },
  'POST /wx/:ticket': {
    group: 'files',
    label: ['确认绑定', '確認綁定', 'Confirm on the binding page'],
    plain: 'text/html',
  },

  'GET /healthz': {
    group: 'operation',
    label: ['进程存活', '行程存活', 'The process answers'],
    plain: 'application/json',
  },
  'GET /readyz': { group: 'operation', label: ['可用性', '可用性', 'The database answers'], plain: 'application/json' },
  'GET /metrics': {
    group: 'operation',
    label: ['指标（Prometheus）', '指標（Prometheus）', 'Metrics (Prometheus)'],
    plain: 'text/plain',
  },
  'GET /console-settings.json': {
    group: 'operation',
    label: ['控制台设置', '主控台設定', 'Settings of the console'],
    plain: 'application/json',
  },
  'GET /v1/entity.schema.json': {
    group: 'operation',
    label: ['实体文件的 JSON Schema', '實體檔案的 JSON Schema', 'JSON Schema of entity files'],
    plain: 'application/schema+json',
  },
  'GET /v1/openapi.json': {
    group: 'operation',
    label: ['本文档（OpenAPI 3.1）', '本文件（OpenAPI 3.1）', 'This document (OpenAPI 3.1)'],
    plain: 'application/json',
  },
  'GET /docs': {
    group: 'operation',
    label: ['接口文档页', '介面文件頁', 'This document as a page'],
    plain: 'text/html',
  },
  'GET /docs/style.css': {
    group: 'operation',
    label: ['文档页样式', '文件頁樣式', 'Style of that page'],
    plain: 'text/css',
  },
}
