import type { Like } from '../types.ts'
import type { environment as base } from '../zhCN/environment.ts'

export const environment: Like<typeof base> = {
  short: {
    HJ633: { 1: '優', 2: '良', 3: '輕度', 4: '中度', 5: '重度', 6: '嚴重' },
    USAQI: { 1: '良好', 2: '普通', 3: '敏感', 4: '不健康', 5: '非常不健康', 6: '危害' },
    EAQI: { 1: '良好', 2: '尚可', 3: '普通', 4: '差', 5: '很差', 6: '極差' },
    GB3838: { 6: '劣Ⅴ類' },
  },
  noise: { 1: '符合標準', 2: '超標 5 dB 以內', 3: '超標 5 dB 以上' },
  noiseShort: { 1: '達標', 2: '超標', 3: '嚴重超標' },
  numeral: { 1: 'Ⅰ', 2: 'Ⅱ', 3: 'Ⅲ', 4: 'Ⅳ', 5: 'Ⅴ', 6: '劣Ⅴ' },
  period: { '1h': '1 小時', '8h': '8 小時', '24h': '24 小時', day: '日間', night: '夜間', sample: '單次' },
  state: {
    stale: '延遲',
    offline: '離線',
    maintenance: '維護中',
    insufficient: '資料不足',
    none: '無資料',
    noZone: '未設功能區',
  },
  basis: '%{period} · %{standard}',
  known: '%{known} / %{needed}',
  sampled: '採樣 %{percent} %',
  primary: '首要：%{names}',
  missing: '缺 %{names}',
  advisory: '指數僅供參考',
  until: '至 %{time}',
  classOf: '%{word}（%{level} / %{levels} 級）',
  comma: '、',
}
