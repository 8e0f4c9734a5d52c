import { defineResource, f } from './kit/define.ts'

/**
 * Calibration of one node of one device: from its moment on, until the next calibration, the node reads (raw - zero) *
 * factor. Stored values are not changed, so ending or deleting the record restores the values as they were received.
 */
export const calibration = defineResource({
  path: 'manage/calibration',
  api: 'godbCalibration',
  table: 'calibration',
  menuKey: '3-9',
  extension: 'calibrations',
  label: ['校准记录', '校正記錄', 'Calibrations'],
  noun: ['校准记录', '校正記錄', 'Calibration'],
  screen: true,
  access: { create: '3-9-2', edit: '3-9-3', delete: '3-9-4' },
  scope: { project: 'project_id', district: 'district_id' },
  title: 'name',
  fields: {
    name: f.text(['记录编号', '記錄編號', 'Record'], {
      required: true,
      rules: ['special'],
      max: 60,
      search: true,
      help: ['证书或工单的编号', '證書或工單的編號', 'The number of its certificate or work order'],
    }),
    device_id: f.ref(['设备', '裝置', 'Device'], { to: 'manage/device', required: true, fixed: true }),
    nodemap_id: f.ref(['节点', '節點', 'Node'], {
      to: 'manage/product/nodemap',
      required: true,
      fixed: true,
      input: 'modelNode',
    }),
    calibrated_at: f.time(['校准时间', '校正時間', 'Calibrated at'], {
      help: [
        '从此刻起生效，直到该节点的下一次校准；留空为现在',
        '從此刻起生效，直到此節點的下一次校正；留空為現在',
        'Holds from then on, until the next calibration of the node. Empty: now',
      ],
    }),
    zero: f.decimal(['零点', '零點', 'Zero'], {
      default: 0,
      help: [
        '通零气时设备上报的读数（脚本换算前）；读作（原值 − 零点）× 系数',
        '通零氣時裝置回報的讀數（腳本換算前）；讀作（原值 − 零點）× 係數',
        'What the device sends at zero. Values are read as (raw − zero) × factor',
      ],
    }),
    factor: f.decimal(['系数', '係數', 'Factor'], {
      default: 1,
      help: [
        '跨度值 ÷（通跨度气时上报的读数 − 零点）；不能为 0',
        '全幅值 ÷（通全幅氣時回報的讀數 − 零點）；不能為 0',
        'Span ÷ (what it sends at span − zero); not 0',
      ],
    }),
    span: f.decimal(['跨度值', '全幅值', 'Span'], {
      help: [
        '标准物质的浓度，仅作记录',
        '標準物質的濃度，僅供記錄',
        'Concentration of the standard, for the record only',
      ],
    }),
    ended_at: f.time(['停止生效', '停止生效', 'Ended at'], {
      help: [
        '从此刻起不再生效；留空则直到下一次校准',
        '從此刻起不再生效；留空則直到下一次校正',
        'Holds no more from then on. Empty: until the next one',
      ],
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { max: 500 }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      readOnly: true,
      hidden: true,
    }),
    district_id: f.ref(['所属区域', '所屬區域', 'Area'], { to: 'manage/area', readOnly: true, hidden: true }),
  },
  list: ['name', 'device_id', 'nodemap_id', 'calibrated_at', 'zero', 'factor', 'span', 'ended_at', 'explained'],
  form: [
    {
      fields: ['name', 'device_id', 'nodemap_id', 'calibrated_at', 'zero', 'factor', 'span', 'ended_at', 'explained'],
    },
  ],
  formWidth: 760,
  hook: 'calibration',
})
