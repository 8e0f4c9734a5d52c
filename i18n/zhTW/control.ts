import type { Like } from '../types.ts'
import type { control as base } from '../zhCN/control.ts'

export const control: Like<typeof base> = {
  turn: '要%{to}「%{node}」嗎？',
  on: '開啟',
  off: '關閉',
  confirm: '確認%{to}',
  device: '裝置',
  node: '節點',
  change: '變更',
  fromTo: '%{from} → %{to}',
  last: '上次變更',
  by: '%{time}，%{name}，%{change}',
  alarm: '警報連動',
  never: '日誌中沒有下達記錄',
  asked: '下達時間',
  askedBy: '%{time}，%{name}',
  outcome: '結果',
  confirmed: '%{after}後確認',
  unconfirmed: '未確認',
  unconfirmedWith: '未確認，裝置回報 %{value}',
  waiting: '等待裝置確認',
  seconds: '%{count} 秒',
  minutes: '%{count} 分鐘',
}
