/** The standards that days, months and years of a history are judged by. */
export const lawMeans = {
  month: '%{name} 月均值（GB 3095）',
  year: '%{name} 年均值（GB 3095）',
  within: '未超过年限值 %{limit}',
  above: '超过年限值 %{limit}',
  few: '数据不足：有效 %{count} 天，需 %{needed} 天',
  fewMonths: '数据不足：有效 %{months} 个月，需 12 个月',
  hour: '日最大 1 小时均值，灰带为最小–最大；放大至 7 天以内见原始值',
  hourOrMean:
    '日最大 1 小时均值，灰带为最小–最大；超过 304 ppb（约 800 µg/m³）的日子，小时标准不再适用，按当天 24 小时均值评价',
}
