import { f } from './kit/define.ts'

/** An empty field means: not tested. */
const tested = { extension: 'quality' } as const
const testedBeside = { extension: 'quality-tests' } as const

/** Tests of a node's stored values: those of QARTOD, and those that need other values or stations (server/quality). */
export const nodeTests = {
  qc_suspect_low: f.decimal(['可疑下限', '可疑下限', 'Suspect below'], {
    ...tested,
    help: [
      '数值低于此为可疑。检验的是保存的原值，不是显示脚本的结果；留空则不检验，下同',
      '數值低於此為可疑。檢驗的是儲存的原值，不是顯示腳本的結果；留空則不檢驗，下同',
      'Values below this are suspect. Stored values are tested, not what the display script makes of them. Empty: not tested; the same holds for all fields below',
    ],
  }),
  qc_suspect_high: f.decimal(['可疑上限', '可疑上限', 'Suspect above'], { ...tested, above: 'qc_suspect_low' }),
  qc_fail_low: f.decimal(['错误下限', '錯誤下限', 'Fail below'], tested),
  qc_fail_high: f.decimal(['错误上限', '錯誤上限', 'Fail above'], { ...tested, above: 'qc_fail_low' }),
  qc_rate_suspect: f.decimal(['可疑变化速率', '可疑變化速率', 'Suspect change per minute'], {
    ...tested,
    min: 0,
    help: [
      '与前一个值相比，每分钟的变化超过此为可疑',
      '與前一個值相比，每分鐘的變化超過此為可疑',
      'A larger change per minute since the value before is suspect',
    ],
  }),
  qc_rate_fail: f.decimal(['错误变化速率', '錯誤變化速率', 'Failing change per minute'], { ...tested, min: 0 }),
  qc_spike_suspect: f.decimal(['可疑尖峰', '可疑尖峰', 'Suspect spike'], {
    ...tested,
    min: 0,
    help: [
      '与前后两个值的平均相差超过此为可疑',
      '與前後兩個值的平均相差超過此為可疑',
      'A value further than this from the mean of the values before and after is suspect',
    ],
  }),
  qc_spike_fail: f.decimal(['错误尖峰', '錯誤尖峰', 'Failing spike'], { ...tested, min: 0 }),
  qc_flat_suspect: f.int(['恒值可疑', '恆值可疑', 'Suspect when flat for'], {
    ...tested,
    min: 1,
    max: 1440,
    unit: ['分钟', '分鐘', 'min'],
  }),
  qc_flat_fail: f.int(['恒值错误', '恆值錯誤', 'Failing when flat for'], {
    ...tested,
    min: 1,
    max: 1440,
    unit: ['分钟', '分鐘', 'min'],
  }),
  qc_flat_tolerance: f.decimal(['恒值容差', '恆值容差', 'Flat within'], {
    ...tested,
    min: 0,
    help: [
      '最大值与最小值相差小于此即为恒值；留空则仅完全相同才算',
      '最大值與最小值相差小於此即為恆值；留空則僅完全相同才算',
      'Values that differ by less than this are flat. Empty: only equal values',
    ],
  }),
  qc_gap: f.int(['中断判定', '中斷判定', 'A gap after'], {
    ...testedBeside,
    min: 1,
    max: 10_080,
    unit: ['分钟', '分鐘', 'min'],
    help: [
      '相邻两个值相隔超过此为中断，计入数据质量；应大于存储周期，仅变化时存储的设备不适用',
      '相鄰兩個值相隔超過此為中斷，列入資料品質；應大於儲存週期，僅變化時儲存的裝置不適用',
      'Values further apart leave a gap, which counts in data quality. More than the saving cycle; not for devices that save on change only',
    ],
  }),
  qc_skew: f.int(['时钟偏差可疑', '時鐘偏差可疑', 'Suspect clock off by'], {
    ...testedBeside,
    min: 1,
    max: 10_080,
    unit: ['分钟', '分鐘', 'min'],
    help: [
      '数值自带时间与接收时间相差超过此为可疑；会离线缓存再补传的设备请勿设置',
      '數值自帶時間與接收時間相差超過此為可疑；會離線暫存再補傳的裝置請勿設定',
      'Values whose own time is further from when they came are suspect. Not for devices that keep values while offline and send them later',
    ],
  }),
  qc_near_km: f.decimal(['邻站半径', '鄰站半徑', 'Neighbours within'], {
    ...testedBeside,
    min: 0.1,
    max: 1000,
    unit: ['公里', '公里', 'km'],
    help: [
      '与同一项目内此半径中其他站点同一指标的小时均值中位数比较，至少要有三个；与邻站倍数一起填写才检验',
      '與同一專案內此半徑中其他測站同一項目的小時均值中位數比較，至少要有三個；與鄰站倍數一起填寫才檢驗',
      'Hourly means are compared with the median of the same pollutant at other stations of the project this near, at least three. Tested only with the ratio given too',
    ],
  }),
  qc_near_factor: f.decimal(['邻站倍数可疑', '鄰站倍數可疑', 'Suspect ratio to neighbours'], {
    ...testedBeside,
    min: 1.01,
    max: 1000,
    help: [
      '小时均值大于中位数 × 此倍数，或小于中位数 ÷ 此倍数，则该小时的值可疑',
      '小時均值大於中位數 × 此倍數，或小於中位數 ÷ 此倍數，則該小時的值可疑',
      'Values of an hour are suspect if its mean is more than the median times this ratio, or less than the median divided by it',
    ],
  }),
  qc_near_apart: f.decimal(['邻站差值下限', '鄰站差值下限', 'Smallest suspect difference'], {
    ...testedBeside,
    min: 0,
    help: [
      '与中位数相差不超过此（标准的单位）不算可疑，低浓度时不致误判；留空则不限',
      '與中位數相差不超過此（標準的單位）不算可疑，低濃度時不致誤判；留空則不限',
      'A mean that differs from the median by less than this, in the unit of the standard, is not suspect: low values differ by large factors. Empty: by the ratio only',
    ],
  }),
}

/** Names of the tests, in the order of the form. */
export const testNames = Object.keys(nodeTests) as (keyof typeof nodeTests)[]
