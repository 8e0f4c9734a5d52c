/**
 * Classes of air, noise and water: texts of plates and chips, and the standards used. The long names of the classes of
 * air and water come from the standards.
 */
export const environment = {
  short: {
    HJ633: { 1: '优', 2: '良', 3: '轻度', 4: '中度', 5: '重度', 6: '严重' },
    USAQI: { 1: '好', 2: '中等', 3: '敏感', 4: '不健康', 5: '很不健康', 6: '有毒害' },
    EAQI: { 1: '好', 2: '较好', 3: '中等', 4: '差', 5: '很差', 6: '极差' },
    GB3838: { 6: '劣Ⅴ类' },
  },
  noise: { 1: '达标', 2: '超标 5 dB 以内', 3: '超标 5 dB 以上' },
  noiseShort: { 1: '达标', 2: '超标', 3: '严重超标' },
  numeral: { 1: 'Ⅰ', 2: 'Ⅱ', 3: 'Ⅲ', 4: 'Ⅳ', 5: 'Ⅴ', 6: '劣Ⅴ' },
  period: { '1h': '1 小时', '8h': '8 小时', '24h': '24 小时', day: '昼间', night: '夜间', sample: '单次' },
  state: {
    stale: '滞后',
    offline: '离线',
    maintenance: '维护中',
    insufficient: '数据不足',
    none: '无数据',
    noZone: '未设功能区',
  },
  basis: '%{period} · %{standard}',
  known: '%{known} / %{needed}',
  sampled: '采样 %{percent} %',
  primary: '首要：%{names}',
  missing: '缺 %{names}',
  advisory: '指数仅供参考',
  until: '至 %{time}',
  classOf: '%{word}（%{level} / %{levels} 级）',
  comma: '、',
}
