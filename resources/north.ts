import { defineResource, f } from './kit/define.ts'

const open = null

/** Northbound interface: pushes the values of its devices to another system. Spec 2 §2, §3, §5. The spec shows no permission checks beyond the menu. */
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
    url: f.text(['推送地址', '推送網址', 'Address'], { required: true, rules: ['url'], max: 500, search: true }),
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
      ],
    }),
    info_id: f.ref(['数据格式', '資料格式', 'Data format'], { to: 'pushService/protocolFormat' }),
    dev_list: f.ref(['设备', '裝置', 'Devices'], {
      to: 'manage/device',
      many: true,
      required: true,
      input: 'deviceTree',
    }),
    is_stop: f.flag(['运行', '執行', 'Running'], { default: 0, input: 'invertedSwitch', column: 'invertedSwitch' }),
    is_enable: f.flag(['启用', '啟用', 'Enabled'], { default: 1, hidden: true }),
    last_result: f.text(['上次结果', '上次結果', 'Last result'], { computed: true, column: 'pushResult' }),
    last_ok: f.flag(['上次成功', '上次成功', 'Last push worked'], { computed: true, hidden: true }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['name', 'url', 'run_interval', 'protocol', 'last_result', 'is_stop', 'project_id', 'explained'],
  form: [
    {
      fields: ['name', 'project_id', 'url', 'run_interval', 'protocol', 'info_id', 'is_stop', 'dev_list', 'explained'],
      columns: 2,
    },
  ],
  formWidth: 660,
  filters: ['project'],
  dialogs: [{ name: 'push', slot: 'northPush', label: ['推送与预览', '推送與預覽', 'Push and preview'] }],
  hook: 'northinterface',
})

/** North data info: a named data format, the shape in which interfaces push. */
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

/** North data list: one key row of a data format; rows form a tree by super_id (0 is a root). */
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
  },
  tree: { parent: 'super_id', root: 0, branch: { field: 'key_type', in: [1, 2] } },
  hook: 'northrow',
})
