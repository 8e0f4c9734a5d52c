import { f } from './kit/define.ts'

/**
 * Fields of a threshold beyond a single limit for devices chosen by hand; read by resources/kit/rule on server and
 * console.
 */
export const ruleFields = {
  scope: f.json(['监视范围', '監視範圍', 'Scope'], {
    rules: ['ruleScope'],
    input: 'ruleScope',
    help: [
      '按型号、监测指标和区域监视时，以后新增的设备也自动包括在内；可逐台排除',
      '依型號、監測項目和區域監視時，日後新增的裝置也自動納入；可逐台排除',
      'By model, pollutant and area, devices that are added later are watched too; single ones can be left out',
    ],
    extension: 'alarm-rules',
  }),
  limits: f.json(['分级限值', '分級限值', 'Limits by level'], {
    rules: ['ruleLimits'],
    input: 'ruleLimits',
    help: [
      '各级别一个限值；达到更严重的级别时再次通知。夜间可另设',
      '各等級一個限值；達到更嚴重的等級時再次通知。夜間可另設',
      'A limit for each level; recipients are told again at a worse level. Nights can have limits of their own',
    ],
    extension: 'alarm-rules',
  }),
  conditions: f.json(['附加条件', '附加條件', 'Conditions'], {
    rules: ['ruleConditions'],
    input: 'ruleConditions',
    help: [
      '同一设备的其他节点、几分钟内的平均或变化、按标准的级别也须满足（且），或满足其一即可（或）',
      '同一裝置的其他節點、幾分鐘內的平均或變化、依標準的級別也須滿足（且），或滿足其一即可（或）',
      'Other nodes of the same device, means or changes over minutes, classes of a standard, all of them or any one',
    ],
    extension: 'alarm-rules',
  }),
  hysteresis: f.decimal(['回差', '遲滯', 'Hysteresis'], {
    default: 0,
    min: 0,
    input: 'ruleLimit',
    help: [
      '数值回到限值以内这么多，报警才算恢复',
      '數值回到限值以內這麼多，警報才算恢復',
      'How far back within the limit a value has to go before the alarm is over',
    ],
    extension: 'alarm-rules',
  }),
  min_off: f.int(['恢复至少', '恢復至少', 'Normal for at least'], {
    default: 0,
    min: 0,
    max: 86_400,
    unit: ['秒', '秒', 's'],
    help: [
      '恢复后这么久之内再超限，仍是同一起报警',
      '恢復後這麼久之內再超限，仍是同一起警報',
      'An alarm that fires again within this time goes on as the same alarm',
    ],
    extension: 'alarm-rules',
  }),
  no_data: f.int(['无数据报警', '無資料警報', 'No data for'], {
    default: 0,
    min: 0,
    max: 10_080,
    unit: ['分钟', '分鐘', 'min'],
    zero: ['不报警', '不觸發警報', 'No alarm'],
    help: [
      '这么久没有收到数据即报警；0 表示不报警',
      '這麼久沒有收到資料即觸發警報；0 表示不觸發',
      'Raises an alarm once no data has come for this long; 0: no alarm',
    ],
    extension: 'alarm-rules',
  }),
  escalation_id: f.ref(['升级流程', '升級流程', 'Escalation'], {
    to: 'alarmConfig/escalation',
    help: ['无人接手时依次通知谁', '無人接手時依序通知誰', 'Who is told next while no user has taken the alarm'],
    extension: 'escalation',
  }),
  schedule: f.json(['监视时段', '監視時段', 'Schedule'], {
    rules: ['ruleSchedule'],
    input: 'ruleSchedule',
    help: [
      '只在这些星期和时段内报警，按平台时区；留空为始终',
      '只在這些星期和時段內觸發警報，依平台時區；留空為始終',
      "Alarms on these days and hours only, in the platform's time zone. Empty: always",
    ],
    extension: 'alarm-rules',
  }),
  maintenance_until: f.time(['维护至', '維護至', 'Under maintenance until'], {
    computed: true,
    extension: 'maintenance',
  }),
  maintenance_next: f.time(['下次维护', '下次維護', 'Next maintenance'], { computed: true, extension: 'maintenance' }),
  maintenance_next_until: f.time(['下次维护至', '下次維護至', 'Next maintenance until'], {
    computed: true,
    extension: 'maintenance',
  }),
} as const
