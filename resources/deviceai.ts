import { superAccess } from './kit/access.ts'
import { defineResource, f, type FieldOf } from './kit/define.ts'

const HOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23] as const
type Hour = (typeof HOURS)[number]
type Hourly<P extends string> = Record<`${P}_${Hour}`, FieldOf<'decimal'>>

/** One decimal field for each hour of the day: base_num_0 … base_num_23. */
const hourly = <P extends string>(prefix: P, [zhCN, zhTW, zhEN]: readonly [string, string, string]): Hourly<P> =>
  Object.fromEntries(
    HOURS.map((hour) => [
      `${prefix}_${hour}`,
      f.decimal([`${hour} 时${zhCN}`, `${hour} 時${zhTW}`, `${zhEN} at ${hour}:00`], { default: 0 }),
    ]),
  ) as Hourly<P>

const hours = <P extends string>(prefix: P): `${P}_${Hour}`[] =>
  HOURS.map((hour): `${P}_${Hour}` => `${prefix}_${hour}`)

/**
 * Rule of a virtual device: how one of its nodes gets its value, from 24 hourly base values and 24 random spreads, or
 * from another device's node. Spec 2 §3, §5, §9; for the super administrator only (§6).
 */
export const deviceai = defineResource({
  path: 'manage/device/virtual',
  api: 'godbDeviceAi',
  table: 'deviceai',
  menuKey: '3-3',
  label: ['虚拟设备配置', '虛擬裝置設定', 'Virtual device'],
  noun: ['虚拟规则', '虛擬規則', 'Virtual rule'],
  screen: false,
  access: { list: superAccess, create: superAccess, edit: superAccess, delete: superAccess },
  scope: { project: 'project_id' },
  title: 'nodemap_id',
  fields: {
    device_id: f.ref(['设备', '裝置', 'Device'], { to: 'manage/device', required: true, fixed: true, hidden: true }),
    nodemap_id: f.ref(['节点', '節點', 'Node'], { to: 'manage/product/nodemap', required: true, input: 'modelNode' }),
    device_node_type: f.dict(['节点类型', '節點類型', 'Node type'], {
      dict: 'DeviceAiNodeType',
      required: true,
      default: 1,
    }),
    device_ai_type: f.dict(['取值方式', '取值方式', 'Value source'], {
      dict: 'DeviceAiAiType',
      required: true,
      default: 1,
    }),
    amend_type: f.text(['修正时机', '修正時機', 'When to correct'], {
      required: true,
      rules: ['numberList'],
      max: 60,
      input: 'amendTypes',
      column: 'amendTypes',
    }),
    other_device_id: f.ref(['引用设备', '引用裝置', 'Other device'], {
      to: 'manage/device',
      required: true,
      input: 'otherDevice',
      when: { field: 'device_ai_type', in: [2] },
      blankWhenHidden: true,
    }),
    other_nodemap_id: f.ref(['引用节点', '引用節點', 'Other node'], {
      to: 'manage/product/nodemap',
      required: true,
      input: 'modelNode',
      when: { field: 'device_ai_type', in: [2] },
      blankWhenHidden: true,
    }),
    ...hourly('base_num', ['基准值', '基準值', 'Base value']),
    ...hourly('rand_num', ['随机值', '隨機值', 'Random spread']),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      readOnly: true,
      hidden: true,
    }),
  },
  list: ['nodemap_id', 'device_node_type', 'device_ai_type', 'amend_type'],
  form: [
    {
      fields: ['nodemap_id', 'device_node_type', 'device_ai_type', 'amend_type', 'other_device_id', 'other_nodemap_id'],
    },
    { label: ['24 小时取值', '24 小時取值', 'Values by hour'], fields: [...hours('base_num'), ...hours('rand_num')] },
  ],
  formSlot: 'virtualRule',
  formWidth: 860,
  within: { path: 'manage/device', by: 'device_id', call: 'godbDeviceAiByDeviceId/{id}', owned: true },
  hook: 'deviceai',
})
