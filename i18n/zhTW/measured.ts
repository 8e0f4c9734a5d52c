import type { Like } from '../types.ts'
import type { measured as base } from '../zhCN/measured.ts'

export const measured: Like<typeof base> = {
  rose: '1 小時上升 %{value}',
  fell: '1 小時下降 %{value}',
  firing: '觸發時：%{nodes}',
  node: '%{name} %{value}（%{word}）',
  heldUntil: '因維護延後至 %{time}',
  leftOut: '此前的部分記錄未列出',
  due: '待升級',
  still: '觸發時的畫面：%{name}',
  stillFailed: '未能擷取觸發時的畫面（%{name}）：%{reason}',
  noStill: '沒有觸發時的畫面',
  ways: {
    1: '釘釘',
    2: '企業微信',
    3: '飛書',
    4: '網路回呼',
    5: '瀏覽器推播',
  },
}
