/** Video mode of real-time monitoring. */
export const videoMode = {
  label: '区域视频',
  loading: '正在加载视频',
  count: '共 %{count} 路',
  unnamed: '未命名',
  connecting: '正在连接',
  reconnecting: '画面中断，正在重连（第 %{attempt} 次）',
  paused: '已暂停',
  play: '播放',
  pause: '暂停',
  mute: '静音',
  unmute: '打开声音',
  full: '全屏',
  address: '浏览器无法播放此地址',
  mixed: '页面为 https，无法播放 http 视频',
  refused: '此地址在打开页面之后才加入',
  reload: '重新加载页面',
}
