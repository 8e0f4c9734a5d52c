import type { Like } from '../types.ts'
import type { lawMeans as base } from '../zhCN/lawMeans.ts'

export const lawMeans: Like<typeof base> = {
  month: '%{name} 月均值（GB 3095）',
  year: '%{name} 年均值（GB 3095）',
  within: '未超過年限值 %{limit}',
  above: '超過年限值 %{limit}',
  few: '資料不足：有效 %{count} 天，需 %{needed} 天',
  fewMonths: '資料不足：有效 %{months} 個月，需 12 個月',
  hourOrMean: '日最大一小時均值；超過 304 ppb 的日子依 24 小時均值評價',
}
