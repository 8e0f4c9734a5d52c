/**
 * Details of an alarm: values around it, the due time of its next step and what delays it, entries left out of its
 * timeline, and the kinds of channels.
 */
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
  /** Name of a channel by its kind (resources/channel.ts). */
  ways: {
    1: '钉钉',
    2: '企业微信',
    3: '飞书',
    4: '网络回调',
    5: '浏览器推送',
  },
}
