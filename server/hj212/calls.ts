import { checkedBy, type Call } from '../openapi/call.ts'
import { REFUSED } from '../telemetry/refusalRoutes.ts'
import type { UnreadReason } from './protocol/protocol.ts'
import { ZERO_OR_ONE, INT, listOf, MAYBE_NUMBER, record, TEXT, TIME } from '../openapi/parts.ts'

const UNREAD_REASONS = [
  'crc',
  'crcSwapped',
  'crcModbus',
  'crcModbusSwapped',
  'segment',
  'tail',
  'length',
  'garbage',
  'half',
] as const satisfies readonly UnreadReason[]

/** Schemas of the calls of HJ 212: what they take and answer. */
export const hj212Calls = {
  secrets: {
    group: 'manage',
    label: ['设置 HJ 212 密码与密钥', '設定 HJ 212 密碼與金鑰', 'Set what a device signs in with over HJ 212'],
    body: record({
      pw: { type: ['string', 'null'], maxLength: 32, writeOnly: true },
      key: { type: ['string', 'null'], description: 'SM4: 32 hex digits or 16 characters', writeOnly: true },
      version: { type: 'integer', enum: [2005, 2017, 2025] },
    }),
  },
  state: {
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
      refused: REFUSED,
    }),
  },
  reported: {
    group: 'history',
    label: ['站点自报的分钟、小时、日数据', '測站自報的分鐘、小時、日資料', 'Minute, hour and day data of a station'],
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
  marks: {
    group: 'history',
    label: ['站点实时数据的标记', '測站即時資料的標記', "Marks of a station's real-time values"],
    query: { from: TIME, to: TIME },
    answer: listOf(
      record({ t: TIME, nodemapid: INT, mark: { type: 'string', enum: ['F', 'M', 'S', 'D', 'C', 'T', 'B'] } }),
    ),
  },
  commands: {
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
  command: {
    group: 'live',
    label: ['向站点发送命令', '向測站傳送命令', 'Send a station a command'],
    body: record({ cn: TEXT, params: { type: 'object', additionalProperties: TEXT } }, ['cn']),
    answer: record({ id: INT }),
  },
  knocks: {
    group: 'manage',
    label: ['未接入的站点', '未連入的測站', 'Refused stations'],
    answer: listOf(
      record({
        mn: TEXT,
        reason: { type: 'string', enum: ['unknown', 'password', 'key', ...UNREAD_REASONS] },
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
  adopt: {
    group: 'manage',
    label: ['把未接入的站点生成设备', '把未連入的測站建立為裝置', 'Create a device for a refused station'],
    body: checkedBy(
      record({ name: TEXT, district_id: INT, devicetype_id: INT, pw: TEXT }, [
        'name',
        'district_id',
        'devicetype_id',
        'pw',
      ]),
    ),
    answer: record({ id: INT }),
  },
  forget: {
    group: 'manage',
    label: ['移除未接入的站点', '移除未連入的測站', 'Remove a refused station'],
  },
} satisfies Record<string, Call>
