/** What was measured around an alarm. */
export const measured = {
  rose: '1 小时上升 %{value}',
  fell: '1 小时下降 %{value}',
  firing: '触发时：%{nodes}',
  node: '%{name} %{value}（%{word}）',
}
