import { defineResource, f } from '../../resources/kit/define.ts'
import { ALARMS_KEY } from '../../resources/pageKeys.ts'

/**
 * An alarm record as the operation log and the row scope see it: the fields a user may change, and whose it is. It has
 * calls of its own (routes.ts), so it is not among the resources.
 */
export const alarmRecordResource = defineResource({
  path: 'monitor/threoldManage',
  api: 'godbThresholdlog',
  table: 'thresholdlog',
  menuKey: ALARMS_KEY,
  label: ['报警记录', '警報記錄', 'Alarm records'],
  noun: ['报警记录', '警報記錄', 'Alarm record'],
  screen: false,
  access: { create: { code: null, superOnly: true }, edit: null, delete: { code: null, superOnly: true } },
  scope: { project: 'project_id', district: 'district_id' },
  title: 'threshold_name',
  fields: {
    threshold_name: f.text(['阈值名称', '閾值名稱', 'Threshold'], { readOnly: true }),
    project_id: f.int(['所属项目', '所屬專案', 'Project'], { readOnly: true }),
    district_id: f.int(['所属区域', '所屬區域', 'Area'], { readOnly: true }),
    alarm_state: f.choice(['处理状态', '處理狀態', 'Handling'], {
      options: [
        { value: 0, label: ['未处理', '未處理', 'Unhandled'] },
        { value: 1, label: ['误报', '誤報', 'False alarm'] },
        { value: 2, label: ['已处理', '已處理', 'Handled'] },
      ],
    }),
    explained: f.longText(['处理说明', '處理說明', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['threshold_name', 'alarm_state'],
  form: [{ fields: ['alarm_state', 'explained'] }],
})

/**
 * The columns of a record in the answers of its own calls; what an episode has beyond them is in the answers of its
 * calls (episodes/).
 */
export const RECORD_COLUMNS = [
  'id',
  'alarm_time',
  'threshold_id',
  'threshold_name',
  'device_id',
  'device_name',
  'district_id',
  'nodemap_id',
  'nodemap_name',
  'real_value',
  'alarm_value',
  'alarm_msg',
  'project_id',
  'is_alarm',
  'alarm_state',
  'alert_level',
  'explained',
  'recovered_at',
  'handled_by',
  'handled_at',
  'trace',
] as const

/** The columns of the send log in the answers of its own call. */
export const SENT_COLUMNS = [
  'id',
  'thresholdlog_id',
  'device_id',
  'alarm_time',
  'send_name',
  'send_url',
  'send_data',
  'send_ok',
  'alarm_type',
  'project_id',
  'explained',
  'channel_id',
] as const
