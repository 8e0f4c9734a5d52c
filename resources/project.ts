import { defineResource, f } from './kit/define.ts'
import { schemeOptions } from './pollutants.ts'

/**
 * Project: one customer of the platform; everything except product models and nodes belongs to one. Spec 1 §3, spec 2
 * §3.
 */
export const project = defineResource({
  path: 'permissionCenter/project',
  api: 'godbProject',
  table: 'project',
  menuKey: '7-2',
  label: ['项目管理', '專案管理', 'Projects'],
  noun: ['项目', '專案', 'Project'],
  screen: true,
  access: { create: { code: null, superOnly: true }, edit: null, delete: { code: null, superOnly: true } },
  scope: { project: 'id' },
  title: 'name',
  fields: {
    name: f.text(['项目名称', '專案名稱', 'Name'], {
      required: true,
      rules: ['special'],
      max: 60,
      unique: 'platform',
      search: true,
    }),
    pin_code: f.text(['识别码', '識別碼', 'Identifier'], { readOnly: true }),
    contact: f.text(['联系电话', '聯絡電話', 'Contact phone'], { rules: ['phone'] }),
    config: f.text(['配置', '設定', 'Configuration'], { max: 500 }),
    ico: f.image(['徽标', '標誌', 'Logo'], { wrapped: true, required: true }),
    remain_sms: f.int(['剩余短信', '剩餘簡訊', 'Text messages left'], {
      superOnly: true,
      seen: true,
      default: 0,
      min: 0,
      max: 100_000_000,
      help: [
        '每发送一条短信减一；为 0 时不再发送报警短信',
        '每傳送一則簡訊減一；為 0 時不再傳送警報簡訊',
        'Each text message sent takes one off; at 0 no more alarms are sent by text message',
      ],
    }),
    acquisition_cycle: f.int(['采集周期', '採集週期', 'Acquisition cycle'], {
      superOnly: true,
      min: 30,
      max: 86400,
      unit: ['秒', '秒', 's'],
    }),
    save_cycle: f.int(['存储周期', '儲存週期', 'Saving cycle'], {
      superOnly: true,
      min: -1,
      max: 100_000_000,
      unit: ['分钟', '分鐘', 'min'],
      input: 'saveCycle',
      column: 'saveCycle',
    }),
    air_scheme: f.choice(['空气质量评价标准', '空氣品質評價標準', 'Air quality index'], {
      options: schemeOptions.map(({ value, label }) => ({ value, label })),
      extension: 'environment',
      help: [
        '留空为中国 HJ 633；每个数值按其当日有效的版本评价',
        '留空為中國 HJ 633；每個數值依其當日有效的版本評價',
        'Empty: China, HJ 633. Each value is judged by the edition in force on its day',
      ],
    }),
    storm_count: f.int(['连续通知上限', '連續通知上限', 'Messages before a digest'], {
      default: 0,
      min: 0,
      max: 100,
      zero: ['不限', '不限', 'No limit'],
      extension: 'alarm-storm',
      help: [
        '同一联系人或渠道在“统计时长”内收到这么多条后，其余合并为一条汇总；0 表示不限',
        '同一聯絡人或管道在「統計時長」內收到這麼多則後，其餘合併為一則彙總；0 表示不限',
        'Once a contact or channel has got this many within the span below, the rest goes into one digest; 0: no limit',
      ],
    }),
    storm_minutes: f.int(['统计时长', '統計時長', 'Span of the digest'], {
      default: 10,
      min: 0,
      max: 1440,
      unit: ['分钟', '分鐘', 'min'],
      extension: 'alarm-storm',
      help: ['也是汇总前等待的时间', '也是彙總前等待的時間', 'Also how long the digest waits'],
    }),
    storm_urgent: f.flag(['紧急报警不等汇总', '緊急警報不等彙總', 'Urgent alarms never wait'], {
      default: 1,
      extension: 'alarm-storm',
      help: [
        '每台设备的第一条紧急报警照常通知',
        '每台裝置的第一則緊急警報照常通知',
        'The first urgent alarm of each device is told at once',
      ],
    }),
    alarm_results: f.json(['报警处理结果', '警報處理結果', 'Results of alarms'], {
      rules: ['alarmResults'],
      input: 'alarmResults',
      extension: 'alarm-results',
      help: [
        '关闭报警时，除“已处理”和“误报”外可选的结果',
        '關閉警報時，除「已處理」與「誤報」外可選的結果',
        'Results to close an alarm with, besides handled and false alarm',
      ],
    }),
    vip_type: f.int(['VIP 类型', 'VIP 類型', 'VIP type'], { superOnly: true, min: 0, max: 99 }),
    vip_over_time: f.time(['VIP 到期', 'VIP 到期', 'VIP until'], { superOnly: true }),
    vip_info: f.text(['VIP 说明', 'VIP 說明', 'VIP remarks'], { superOnly: true, max: 200 }),
    table_prefix: f.text(['表前缀', '表前綴', 'Table prefix'], { superOnly: true, hidden: true, max: 30 }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: [['name', 'pin_code'], 'ico', 'contact', 'remain_sms', ['acquisition_cycle', 'save_cycle'], 'explained'],
  form: [
    { fields: ['name', 'contact', 'ico', 'config', 'air_scheme', 'remain_sms'] },
    { label: ['采集与存储', '採集與儲存', 'Acquisition and saving'], fields: ['acquisition_cycle', 'save_cycle'] },
    {
      label: ['报警汇总', '警報彙總', 'Alarm digest'],
      fields: ['storm_count', 'storm_minutes', 'storm_urgent'],
    },
    { label: ['报警处理', '警報處理', 'Alarm handling'], fields: ['alarm_results'] },
    { label: ['VIP', 'VIP', 'VIP'], fields: ['vip_type', 'vip_over_time', 'vip_info'] },
    { fields: ['explained'] },
  ],
  formWidth: 660,
  hook: 'project',
})
