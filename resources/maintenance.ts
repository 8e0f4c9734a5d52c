import { defineResource, f } from './kit/define.ts'

/** Whether values measured within a maintenance window are collected. */
export const COLLECTING = { off: 0, on: 1 } as const

/** State of a window, as in its record; `off`: not enabled. */
export const WINDOW_STATE = { planned: 0, running: 1, over: 2, off: 3 } as const

/**
 * Maintenance window: while it is open, alarms within its scope are stored but not sent; those that still last at its
 * end are sent then. Devices, area, model and rule each narrow the scope if they are given. kit/maintenance decides
 * when it is open.
 */
export const maintenance = defineResource({
  path: 'alarmConfig/maintenance',
  api: 'alarmMaintenance',
  table: 'alarmmaintenance',
  menuKey: '4-7',
  extension: 'maintenance',
  label: ['维护窗口', '維護時段', 'Maintenance windows'],
  noun: ['维护窗口', '維護時段', 'Maintenance window'],
  screen: true,
  access: { create: '4-7-2', edit: '4-7-3', delete: '4-7-4' },
  scope: { project: 'project_id', district: 'place_id' },
  title: 'name',
  fields: {
    name: f.text(['名称', '名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    starts: f.time(['开始', '開始', 'Starts'], {
      required: true,
      help: [
        '平台时区的时间；重复时，每次都在这个时刻开始',
        '平台時區的時間；重複時，每次都在此時刻開始',
        "In the platform's time zone. A repeated window begins at this time of day each time",
      ],
    }),
    ends: f.time(['结束', '結束', 'Ends'], {
      required: true,
      help: [
        '第一次的结束；以后每次同样长，按时钟计算',
        '第一次的結束；之後每次同樣長，依時鐘計算',
        'The end of the first time; those after it end at the same time of day',
      ],
    }),
    rrule: f.text(['重复', '重複', 'Repeats'], {
      rules: ['rrule'],
      max: 300,
      input: 'maintenanceRepeat',
      column: 'maintenanceRepeat',
    }),
    device_list: f.ref(['设备', '裝置', 'Devices'], {
      to: 'manage/device',
      many: true,
      input: 'deviceTree',
      column: 'recordLinks',
      help: [
        '设备、区域、型号和规则至少填一项；填几项则同时满足才算',
        '裝置、區域、型號和規則至少填一項；填數項則同時符合才算',
        'Fill in at least one of devices, area, model and rule; each further one narrows the choice',
      ],
    }),
    district_id: f.ref(['区域', '區域', 'Area'], {
      to: 'manage/area',
      help: ['包括它下面的所有区域', '包括其下的所有區域', 'With all areas below it'],
    }),
    devicetype_id: f.ref(['产品型号', '產品型號', 'Product model'], { to: 'manage/product' }),
    threshold_id: f.ref(['报警规则', '警報規則', 'Alarm rule'], {
      to: 'alarmConfig/threshold',
      help: ['只对这一条规则生效', '僅對這一條規則生效', 'Only alarms of this rule'],
    }),
    collect: f.choice(['数据', '資料', 'Values'], {
      default: COLLECTING.on,
      options: [
        { value: COLLECTING.on, label: ['照常统计', '照常統計', 'Count as usual'] },
        {
          value: COLLECTING.off,
          label: ['保存但不计入均值、指数和报警', '儲存但不計入平均、指數和警報', 'Stored, but not counted'],
        },
      ],
      help: [
        '不计入的数据会带上“维护”质量标记；校准、通标气时请选择它',
        '不計入的資料會帶上「維護」品質標記；校正、通標準氣體時請選擇它',
        'Values that do not count are flagged "maintenance": choose this for calibrations and test gas',
      ],
    }),
    enable: f.flag(['启用', '啟用', 'Enabled'], { default: 1, column: 'switch' }),
    explained: f.longText(['备注', '備註', 'Remarks'], { max: 500 }),
    place_id: f.ref(['范围所在区域', '範圍所在區域', 'Area of the scope'], {
      to: 'manage/area',
      readOnly: true,
      hidden: true,
      derivedBy: 'device_list',
    }),
    state: f.choice(['状态', '狀態', 'State'], {
      computed: true,
      options: [
        { value: WINDOW_STATE.planned, label: ['未开始', '未開始', 'Planned'] },
        { value: WINDOW_STATE.running, label: ['进行中', '進行中', 'Running'] },
        { value: WINDOW_STATE.over, label: ['已结束', '已結束', 'Over'] },
        { value: WINDOW_STATE.off, label: ['停用', '停用', 'Disabled'] },
      ],
    }),
    opens: f.time(['本次或下次开始', '本次或下次開始', 'This or next time'], { computed: true }),
    closes: f.time(['至', '至', 'Until'], { computed: true }),
  },
  list: [
    'name',
    'state',
    ['opens', 'closes'],
    'rrule',
    'device_list',
    'district_id',
    ['devicetype_id', 'threshold_id'],
    'collect',
    'enable',
  ],
  form: [
    { fields: ['name', 'project_id', 'enable'] },
    { label: ['时间', '時間', 'When'], fields: ['starts', 'ends', 'rrule'] },
    {
      label: ['范围', '範圍', 'What it covers'],
      fields: ['device_list', 'district_id', 'devicetype_id', 'threshold_id', 'collect', 'explained'],
    },
  ],
  formWidth: 640,
  filters: ['project'],
  hook: 'maintenance',
})
