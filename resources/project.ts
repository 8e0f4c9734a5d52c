import { defineResource, f } from './kit/define.ts'
import { schemeOptions } from './pollutants.ts'

/** Project: one customer of the platform; everything but product models and nodes belongs to one. Spec 1 §3, spec 2 §3. */
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
    remain_sms: f.int(['剩余短信', '剩餘簡訊', 'Text messages left'], { readOnly: true, default: 0 }),
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
    vip_type: f.int(['VIP 类型', 'VIP 類型', 'VIP type'], { superOnly: true, min: 0, max: 99 }),
    vip_over_time: f.time(['VIP 到期', 'VIP 到期', 'VIP until'], { superOnly: true }),
    vip_info: f.text(['VIP 说明', 'VIP 說明', 'VIP remarks'], { superOnly: true, max: 200 }),
    table_prefix: f.text(['表前缀', '表前綴', 'Table prefix'], { superOnly: true, hidden: true, max: 30 }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: [['name', 'pin_code'], 'ico', 'contact', 'remain_sms', ['acquisition_cycle', 'save_cycle'], 'explained'],
  form: [
    { fields: ['name', 'contact', 'ico', 'config', 'air_scheme'] },
    { label: ['采集与存储', '採集與儲存', 'Acquisition and saving'], fields: ['acquisition_cycle', 'save_cycle'] },
    { label: ['VIP', 'VIP', 'VIP'], fields: ['vip_type', 'vip_over_time', 'vip_info'] },
    { fields: ['explained'] },
  ],
  formWidth: 660,
  hook: 'project',
})
