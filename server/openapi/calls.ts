import { BODIES, NOISE_ZONES, PERIODS } from '../../standards/types.ts'
import { judged, type Call } from './call.ts'
import {
  ZERO_OR_ONE,
  INT,
  listOf,
  maybe,
  MAYBE_NUMBER,
  NUMBER,
  record,
  schemaRef,
  TEXT,
  TIME,
  type Schema,
} from './parts.ts'

const MEDIUM: Schema = { type: 'string', enum: ['air', 'noise', 'water'] }
const ZONE: Schema = { type: 'string', enum: NOISE_ZONES }
const DAY: Schema = { type: 'string', format: 'date' }
/** One pollutant of a verdict. */
const PART: Schema = record({
  index: MAYBE_NUMBER,
  level: MAYBE_NUMBER,
  limit: MAYBE_NUMBER,
  exceeded: { type: ['boolean', 'number', 'null'] },
})
/** The same with the mean it was judged by, and minutes of sampling in an hour. */
const MEASURED_PART: Schema = record({
  index: MAYBE_NUMBER,
  level: MAYBE_NUMBER,
  limit: MAYBE_NUMBER,
  exceeded: { type: ['boolean', 'number', 'null'] },
  value: MAYBE_NUMBER,
  count: INT,
  state: { type: 'string', enum: ['valid', 'insufficient'] },
})
/** A station as environmental law judges it. */
const STATION = {
  deviceid: INT,
  medium: MEDIUM,
  standard: TEXT,
  period: TEXT,
  index: MAYBE_NUMBER,
  level: MAYBE_NUMBER,
  primary: listOf(TEXT),
  coverage: { type: 'number', minimum: 0, maximum: 1 },
} as const

/** The schemas of calls whose rooms do not say them beside the route yet: attached to the routes as they are registered (routes.ts). */
export const calls: Readonly<Record<string, Call>> = {
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
    body: judged(
      record(
        {
          standard: TEXT,
          period: { type: 'string', enum: PERIODS },
          values: { type: 'object', additionalProperties: MAYBE_NUMBER },
          zone: ZONE,
          body: { type: 'string', enum: BODIES },
          traffic: { type: 'boolean' },
          at: TIME,
        },
        ['standard', 'values'],
      ),
      'handler',
    ),
    answer: record({
      standard: TEXT,
      index: MAYBE_NUMBER,
      level: MAYBE_NUMBER,
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
    body: judged(
      record({ samples: listOf(record({ t: TIME, v: NUMBER }, ['t', 'v'])), zone: ZONE }, ['samples']),
      'handler',
    ),
    answer: record({
      leq: MAYBE_NUMBER,
      l10: MAYBE_NUMBER,
      l50: MAYBE_NUMBER,
      l90: MAYBE_NUMBER,
      ld: MAYBE_NUMBER,
      ln: MAYBE_NUMBER,
      ldn: MAYBE_NUMBER,
      lmax: MAYBE_NUMBER,
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
    body: judged(
      record(
        {
          test: { type: 'string', enum: ['gross_range', 'spike', 'flat_line', 'rate_of_change'] },
          values: listOf(MAYBE_NUMBER),
          times: listOf(TIME),
          params: { type: 'object' },
        },
        ['test', 'values'],
      ),
      'handler',
    ),
    answer: listOf({ type: 'integer', enum: [1, 2, 3, 4, 9] }),
  },

  'GET /v1/quality': {
    group: 'environment',
    label: ['数据质量统计', '資料品質統計', 'How complete, in time and valid data are'],
    query: { deviceid: INT, dis_id: INT, from: TIME, to: TIME },
    answer: listOf(
      record({
        deviceid: INT,
        nodemapid: INT,
        month: TEXT,
        expected: MAYBE_NUMBER,
        received: INT,
        intime: INT,
        valid: INT,
        transmission: MAYBE_NUMBER,
        timeliness: MAYBE_NUMBER,
        validity: MAYBE_NUMBER,
      }),
    ),
  },

  'GET /v1/quality/queue': {
    group: 'environment',
    label: ['待审核的数据', '待審核的資料', 'Doubted values that wait for a review'],
    query: { deviceid: INT, dis_id: INT, from: TIME, to: TIME, step: INT },
    answer: listOf(
      record({
        deviceid: INT,
        nodemapid: INT,
        from: TIME,
        to: TIME,
        count: INT,
        flag: INT,
        tests: listOf(TEXT),
        step: INT,
      }),
    ),
  },
  'GET /v1/quality/reviews': {
    group: 'environment',
    label: ['数据审核记录', '資料審核紀錄', 'Reviews of a device’s values'],
    query: { deviceid: INT, from: TIME, to: TIME },
    answer: listOf(
      record({
        id: INT,
        nodemapid: INT,
        from: TIME,
        to: TIME,
        flag: INT,
        step: INT,
        reason: TEXT,
        by: { type: ['string', 'null'] },
        at: TIME,
        revoked_by: { type: ['string', 'null'] },
        revoked_at: { type: ['integer', 'null'] },
      }),
    ),
  },
  'POST /v1/quality/reviews': {
    group: 'environment',
    label: ['审核数据', '審核資料', 'Say what values of a span are worth'],
    body: judged(
      record({ deviceid: INT, nodemapid: INT, from: TIME, to: TIME, flag: INT, reason: TEXT }, [
        'deviceid',
        'nodemapid',
        'from',
        'to',
        'flag',
        'reason',
      ]),
    ),
    answer: record({ id: INT }),
  },
  'DELETE /v1/quality/reviews/:id': {
    group: 'environment',
    label: ['撤销审核', '撤銷審核', 'Take a review back'],
  },

  'GET /v1/godbNorthDataListByInfoId/:id': {
    group: 'north',
    label: ['格式的行', '格式的列', 'Rows of a data format'],
    answer: listOf(schemaRef('northdatalist')),
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
      has_pw: ZERO_OR_ONE,
      has_key: ZERO_OR_ONE,
      session: {
        type: ['object', 'null'],
        properties: { up: ZERO_OR_ONE, since: TIME, address: TEXT, version: INT, st: TEXT, last_at: TIME, frames: INT },
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
        min: MAYBE_NUMBER,
        avg: MAYBE_NUMBER,
        max: MAYBE_NUMBER,
        cou: MAYBE_NUMBER,
        flag: { type: ['string', 'null'] },
        nodemapid: { type: ['integer', 'null'] },
        own: MAYBE_NUMBER,
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
    body: judged(
      record({ name: TEXT, district_id: INT, devicetype_id: INT, pw: TEXT }, [
        'name',
        'district_id',
        'devicetype_id',
        'pw',
      ]),
    ),
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
        record({
          interface_id: INT,
          last_at: TIME,
          last_ok: ZERO_OR_ONE,
          last_result: TEXT,
          failures: INT,
          next_at: TIME,
        }),
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
      up: ZERO_OR_ONE,
      since: TIME,
      frames: listOf(record({ t: TIME, out: ZERO_OR_ONE, text: TEXT })),
      waiting: record({ 2051: INT, 2061: INT, 2031: INT }),
      dropped: INT,
    }),
  },
  'POST /v1/northpush/:id': { group: 'north', label: ['立即推送', '立即推送', 'Push at once'] },
  'POST /v1/northformatpreview/:id': {
    group: 'north',
    label: ['协议格式预览', '協定格式預覽', 'What rows of a data format would make'],
    body: judged(record({ protocol: INT, rows: listOf(schemaRef('northdatalist')) }, ['protocol', 'rows'])),
    answer: record({ type: TEXT, devices: INT, body: TEXT }),
  },
}
