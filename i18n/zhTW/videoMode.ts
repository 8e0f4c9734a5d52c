import type { Like } from '../types.ts'
import type { videoMode as base } from '../zhCN/videoMode.ts'

export const videoMode: Like<typeof base> = {
  label: '區域影像',
  loading: '正在載入影像',
  count: '共 %{count} 路',
  unnamed: '未命名',
  connecting: '正在連線',
  reconnecting: '畫面中斷，正在重新連線（第 %{attempt} 次）',
  paused: '已暫停',
  play: '播放',
  pause: '暫停',
  mute: '靜音',
  unmute: '開啟聲音',
  full: '全螢幕',
  address: '瀏覽器無法播放此網址',
  mixed: '頁面為 https，無法播放 http 影像',
  refused: '此網址在開啟頁面之後才加入',
  reload: '重新載入頁面',
}
