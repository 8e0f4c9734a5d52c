import type { Like } from '../types.ts'
import type { measured as base } from '../zhCN/measured.ts'

export const measured: Like<typeof base> = {
  rose: '1 小時上升 %{value}',
  fell: '1 小時下降 %{value}',
  firing: '觸發時：%{nodes}',
  node: '%{name} %{value}（%{word}）',
  heldUntil: '因維護延後至 %{time}',
  leftOut: '此前的部分記錄未列出',
}
