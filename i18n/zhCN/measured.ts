/** What was measured around an alarm, what holds up its next step, and what its timeline leaves out. */
export const measured = {
  rose: '1 小时上升 %{value}',
  fell: '1 小时下降 %{value}',
  firing: '触发时：%{nodes}',
  node: '%{name} %{value}（%{word}）',
  heldUntil: '因维护推迟至 %{time}',
  leftOut: '此前的部分记录未列出',
}
