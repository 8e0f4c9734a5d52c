import { SYSTEMS } from './hj212.ts'
import { defineResource, f } from './kit/define.ts'

const open = null

/** Fields that only one of the formats needs. */
const document = { field: 'protocol', in: [1, 2] } as const
const station = { when: { field: 'protocol', in: [3] }, extension: 'northframes' } as const

/**
 * Northbound interface: pushes the values of its devices to another system. Spec 2 §2, §3, §5. The spec defines no
 * permission checks beyond the menu.
 */
export const northinterface = defineResource({
  path: 'pushService/northinterface',
  api: 'godbNorthInterface',
  table: 'northinterface',
  menuKey: '5-1',
  label: ['北向接口', '北向介面', 'Northbound interfaces'],
  noun: ['北向接口', '北向介面', 'Northbound interface'],
  screen: true,
  access: { create: open, edit: open, delete: open },
  scope: { project: 'project_id' },
  title: 'name',
  fields: {
    name: f.text(['接口名称', '介面名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    url: f.text(['推送地址', '推送網址', 'Address'], {
      required: true,
      rules: ['pushTarget'],
      max: 500,
      search: true,
      help: [
        'JSON、XML：http:// 或 https:// 地址；HJ 212：tcp://主机:端口，加密连接用 tls://主机:端口',
        'JSON、XML：http:// 或 https:// 網址；HJ 212：tcp://主機:連接埠，加密連線用 tls://主機:連接埠',
        'JSON and XML: an address with http:// or https://. HJ 212: tcp://host:port, or tls://host:port where it is encrypted',
      ],
    }),
    run_interval: f.int(['推送间隔', '推送間隔', 'Interval'], {
      required: true,
      min: 1,
      max: 86_400,
      default: 60,
      unit: ['秒', '秒', 's'],
    }),
    protocol: f.choice(['格式', '格式', 'Format'], {
      required: true,
      default: 1,
      options: [
        { value: 1, label: ['JSON', 'JSON', 'JSON'] },
        { value: 2, label: ['XML', 'XML', 'XML'] },
        { value: 3, label: ['HJ 212', 'HJ 212', 'HJ 212'], extension: 'northframes' },
      ],
    }),
    info_id: f.ref(['数据格式', '資料格式', 'Data format'], {
      to: 'pushService/protocolFormat',
      when: document,
      extension: 'northformat',
    }),
    hj_version: f.choice(['标准版本', '標準版本', 'Version of the standard'], {
      default: 2017,
      required: true,
      options: [2005, 2017, 2025].map((year) => ({ value: year, label: [`${year}`, `${year}`, `${year}`] as const })),
      ...station,
    }),
    mn: f.text(['MN 编码', 'MN 編碼', 'MN'], {
      max: 24,
      help: [
        '所有设备合为一个站点上报；留空则每台设备用各自的 MN（没有则用设备编号）',
        '所有裝置合為一個測站回報；留空則每台裝置用各自的 MN（沒有則用裝置編號）',
        'All devices report as one station; empty, each device reports under its own MN or device code',
      ],
      ...station,
    }),
    pw: f.text(['上报密码', '回報密碼', 'Password (PW)'], { required: true, secret: true, max: 300, ...station }),
    st: f.choice(['系统编码 ST', '系統編碼 ST', 'System (ST)'], {
      default: 22,
      required: true,
      options: Object.entries(SYSTEMS).flatMap(([code, [cn, tw, en]]) =>
        code === '91'
          ? []
          : [{ value: Number(code), label: [`${code} ${cn}`, `${code} ${tw}`, `${code} ${en}`] as const }],
      ),
      ...station,
    }),
    sm4: f.text(['SM4 密钥', 'SM4 金鑰', 'SM4 key'], {
      secret: true,
      max: 300,
      help: [
        '仅 2025 版加密时需要：32 位十六进制数或 16 个字符',
        '僅 2025 版加密時需要：32 位十六進位數或 16 個字元',
        'Only to encrypt by the 2025 version: 32 hex digits or 16 characters',
      ],
      ...station,
    }),
    factors: f.text(['上报因子', '回報因子', 'Factors'], {
      max: 500,
      help: [
        '因子代码，用英文逗号分隔；留空为产品型号中有报文键名的全部',
        '因子代碼，以半形逗號分隔；留空為產品型號中有訊息鍵名的全部',
        'Factor codes with commas between; empty: all that have a message key in the product model',
      ],
      ...station,
    }),
    send_realtime: f.flag(['实时数据 2011', '即時資料 2011', 'Real-time data (2011)'], { default: 1, ...station }),
    minute_period: f.choice(['分钟数据 2051', '分鐘資料 2051', 'Minute data (2051)'], {
      default: 10,
      options: [
        { value: 0, label: ['不上报', '不回報', 'None'] },
        ...[1, 5, 10, 15, 20, 30].map((minutes) => ({
          value: minutes,
          label: [`${minutes} 分钟`, `${minutes} 分鐘`, `${minutes} min`] as const,
        })),
      ],
      ...station,
    }),
    send_hours: f.flag(['小时数据 2061', '小時資料 2061', 'Hour data (2061)'], { default: 1, ...station }),
    send_days: f.flag(['日数据 2031', '日資料 2031', 'Day data (2031)'], { default: 1, ...station }),
    answers_requests: f.flag(['应答上级请求', '應答上級請求', 'Answer requests'], {
      default: 1,
      help: [
        '上级平台可索取分钟、小时和日数据，以及时间和间隔',
        '上級平台可索取分鐘、小時和日資料，以及時間和間隔',
        'The other side may ask for minute, hour and day data, the time and the intervals',
      ],
      ...station,
    }),
    dev_list: f.ref(['设备', '裝置', 'Devices'], {
      to: 'manage/device',
      many: true,
      required: true,
      input: 'deviceTree',
    }),
    is_stop: f.flag(['运行', '執行', 'Running'], { default: 0, input: 'invertedSwitch', column: 'invertedSwitch' }),
    is_enable: f.flag(['启用', '啟用', 'Enabled'], { default: 1, hidden: true }),
    last_result: f.text(['上次结果', '上次結果', 'Last result'], {
      computed: true,
      column: 'pushResult',
      extension: 'northstate',
    }),
    last_ok: f.flag(['上次成功', '上次成功', 'Last push worked'], {
      computed: true,
      hidden: true,
      extension: 'northstate',
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['name', 'url', 'run_interval', 'protocol', 'last_result', 'is_stop', 'project_id', 'explained'],
  form: [
    {
      fields: [
        'name',
        'project_id',
        'protocol',
        'url',
        'run_interval',
        'info_id',
        'hj_version',
        'st',
        'mn',
        'pw',
        'sm4',
        'factors',
        'send_realtime',
        'minute_period',
        'send_hours',
        'send_days',
        'answers_requests',
        'is_stop',
        'dev_list',
        'explained',
      ],
      columns: 2,
    },
  ],
  formWidth: 660,
  filters: ['project'],
  dialogs: [{ name: 'push', slot: 'northPush', label: ['推送与预览', '推送與預覽', 'Push and preview'] }],
  hook: 'northinterface',
})

/** Protocol format (north data info): a named data format, in which interfaces push. */
export const northdatainfo = defineResource({
  path: 'pushService/protocolFormat',
  api: 'godbNorthDataInfo',
  table: 'northdatainfo',
  menuKey: '5-2',
  label: ['协议格式', '協定格式', 'Protocol formats'],
  noun: ['协议格式', '協定格式', 'Protocol format'],
  screen: true,
  access: { create: open, edit: open, delete: open },
  scope: { project: 'project_id' },
  title: 'north_data_info_name',
  fields: {
    north_data_info_name: f.text(['格式名称', '格式名稱', 'Name'], {
      required: true,
      rules: ['special'],
      max: 60,
      search: true,
    }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
  },
  list: ['north_data_info_name', 'project_id'],
  form: [{ fields: ['north_data_info_name', 'project_id'] }],
  filters: ['project'],
})

/** Format row (north data list): one key of a data format; rows form a tree by super_id (0 is a root). */
export const northdatalist = defineResource({
  path: 'pushService/protocolFormat/rows',
  api: 'godbNorthDataList',
  table: 'northdatalist',
  menuKey: '5-2',
  label: ['格式行', '格式列', 'Format rows'],
  noun: ['格式行', '格式列', 'Format row'],
  screen: false,
  access: { create: open, edit: open, delete: open },
  scope: { project: 'project_id' },
  title: 'key_name_value',
  fields: {
    info_id: f.ref(['协议格式', '協定格式', 'Protocol format'], {
      to: 'pushService/protocolFormat',
      required: true,
      fixed: true,
      hidden: true,
    }),
    super_id: f.int(['上级行', '上層列', 'Parent row'], { default: 0, min: 0, fixed: true, hidden: true }),
    key_type: f.dict(['键类型', '鍵類型', 'Key type'], { dict: 'NorthDataKeyType', required: true }),
    key_name_type: f.dict(['键名类型', '鍵名類型', 'Key name type'], { dict: 'NorthDataKeyNameType', required: true }),
    key_name_value: f.text(['键名', '鍵名', 'Key name'], { required: true, max: 60 }),
    key_value_type: f.dict(['值类型', '值類型', 'Value type'], { dict: 'NorthDataKeyValueType', required: true }),
    key_value_value: f.text(['值', '值', 'Value'], { required: true, max: 200 }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      readOnly: true,
      hidden: true,
    }),
  },
  list: ['key_name_value', 'key_type', 'key_name_type', 'key_value_type', 'key_value_value'],
  form: [{ fields: ['key_type', 'key_name_type', 'key_name_value', 'key_value_type', 'key_value_value'] }],
  within: {
    path: 'pushService/protocolFormat',
    by: 'info_id',
    call: 'godbNorthDataListByInfoId/{id}',
    dialog: 'northRows',
    owned: true,
    opens: true,
  },
  tree: { parent: 'super_id', root: 0, branch: { field: 'key_type', in: [1, 2] } },
  hook: 'northrow',
})
