/** By what law judges days, months and years of a history. */
export const lawMeans = {
  month: '%{name} 月均值（GB 3095）',
  year: '%{name} 年均值（GB 3095）',
  within: '未超过年限值 %{limit}',
  above: '超过年限值 %{limit}',
  few: '数据不足：有效 %{count} 天，需 %{needed} 天',
  fewMonths: '数据不足：有效 %{months} 个月，需 12 个月',
  hourOrMean: '日最大一小时均值；超过 304 ppb 的日子按 24 小时均值评价',
}
