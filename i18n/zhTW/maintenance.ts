import type { Like } from '../types.ts'
import type { maintenance as base } from '../zhCN/maintenance.ts'

export const maintenance: Like<typeof base> = {
  kind: { once: '一次', daily: '每日', weekly: '每週', monthly: '每月', other: '其他規則' },
  monthDay: '每月幾日',
  day: '%{day} 日',
  lastDay: '最後一天',
  until: '到',
  untilDay: '到 %{day}',
  next: '接下來：%{times}',
  over: '不會再開始',
  underUntil: '維護至 %{time}',
  planned: '計畫維護 %{from}–%{to}',
  band: '維護：%{name}',
  bandOff: '維護：%{name}（資料不計入）',
}
