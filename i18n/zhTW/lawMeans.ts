import type { Like } from '../types.ts'
import type { lawMeans as base } from '../zhCN/lawMeans.ts'

export const lawMeans: Like<typeof base> = {
  month: '%{name} 月均值（GB 3095）',
  year: '%{name} 年均值（GB 3095）',
  within: '未超過年限值 %{limit}',
  above: '超過年限值 %{limit}',
  few: '資料不足：有效 %{count} 天，需 %{needed} 天',
  fewMonths: '資料不足：有效 %{months} 個月，需 12 個月',
  hour: '日最大 1 小時均值，灰帶為最小–最大；放大至 7 天以內見原始值',
  hourOrMean:
    '日最大 1 小時均值，灰帶為最小–最大；超過 304 ppb（約 800 µg/m³）的日子，小時標準不再適用，依當天 24 小時均值評價',
}
