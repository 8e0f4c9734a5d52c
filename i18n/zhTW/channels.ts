import type { Like } from '../types.ts'
import type { channels as zhCN } from '../zhCN/channels.ts'

export const channels: Like<typeof zhCN> = {
  test: '傳送測試',
  hint: '傳送一則註明為測試的訊息，確認網址和簽章正確。',
  send: '傳送測試訊息',
  last: '最近的訊息',
  none: '尚未傳送過訊息',
  refresh: '重新整理',
  state: { sent: '已傳送', waiting: '等待重試', failed: '未送達' },
  attempts: '嘗試 %{count} 次',
  next: '%{time} 重試',
  push: '在此瀏覽器接收警報推播',
  pushBlocked: '瀏覽器已封鎖本站的通知，請在瀏覽器的網站設定中允許。',
  pushNone: '此瀏覽器無法接收推播：需要 HTTPS，且瀏覽器支援推播。',
}
