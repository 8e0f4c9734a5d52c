import type { Like } from '../types.ts'
import type { north as base } from '../zhCN/north.ts'

export const north: Like<typeof base> = {
  ok: '成功',
  failed: '失敗',
  lastPush: '上次推送',
  never: '尚未推送過。',
  failures: '連續失敗 %{count} 次',
  next: '下次 %{time}',
  stopped: '介面已停止，執行後才會推送。',
  preview: '內容預覽',
  type: '格式',
  document: '推送內容',
  about: '%{type} · %{smart_count} 台裝置 · %{size} 位元組',
  noPreview: '此平台不提供預覽。',
  refresh: '重新整理預覽',
  pushNow: '立即推送',
  pushing: '正在推送',
  connection: '連線',
  up: '已連線',
  down: '未連線',
  since: '自 %{time}',
  waiting: '待應答：分鐘 %{minutes}，小時 %{hours}，日 %{days}',
  dropped: '已捨棄分鐘資料 %{count} 筆',
  frames: '最近的訊息',
  rows: {
    newBelow: '在 %{name} 下新增',
    addBelow: '在 %{name} 下加入',
    deleteNamed: '刪除 %{name}',
    withBelow: '它下面的 %{count} 列會一併刪除。',
  },
}
