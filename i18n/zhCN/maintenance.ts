/** Maintenance windows: their recurrence, the next occurrence, and the marks in lists and on curves. */
export const maintenance = {
  kind: { once: '一次', daily: '每天', weekly: '每周', monthly: '每月', other: '其他规则' },
  monthDay: '每月几日',
  day: '%{day} 日',
  lastDay: '最后一天',
  until: '到',
  untilDay: '到 %{day}',
  next: '接下来：%{times}',
  over: '不会再开始',
  underUntil: '维护至 %{time}',
  planned: '计划维护 %{from}–%{to}',
  band: '维护：%{name}',
  bandOff: '维护：%{name}（数据不计入）',
}
