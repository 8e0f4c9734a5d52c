/** What was measured around an alarm, that its next step is due and what holds it up, what its timeline leaves out, and by what it was told. */
export const measured = {
  rose: '1 小时上升 %{value}',
  fell: '1 小时下降 %{value}',
  firing: '触发时：%{nodes}',
  node: '%{name} %{value}（%{word}）',
  heldUntil: '因维护推迟至 %{time}',
  leftOut: '此前的部分记录未列出',
  due: '待升级',
  still: '触发时的画面：%{name}',
  stillFailed: '未能抓取触发时的画面（%{name}）：%{reason}',
  noStill: '没有触发时的画面',
  /** By what a channel tells, by its kind (resources/channel.ts). */
  ways: {
    1: '钉钉',
    2: '企业微信',
    3: '飞书',
    4: '网络回调',
    5: '浏览器推送',
  },
}
