/** Channels of alarms: testing, the last messages, push in this browser. */
export const channels = {
  test: '发送测试',
  hint: '发送一条说明为测试的消息，确认地址和签名正确。',
  send: '发送测试消息',
  last: '最近的消息',
  none: '还没有发送过消息',
  refresh: '刷新',
  state: { sent: '已发送', waiting: '等待重试', failed: '未送达' },
  attempts: '尝试 %{count} 次',
  next: '%{time} 重试',
  push: '在此浏览器接收报警推送',
  pushBlocked: '浏览器已禁止本站的通知，请在浏览器的网站设置中允许。',
  pushNone: '此浏览器不能接收推送：需要 HTTPS，且浏览器支持推送。',
}
