/** What a rule may judge, and what it would have done device by device. */
export const ruleForm = {
  index: '指数',
  total: '共 %{span}',
  longest: '最长 %{span}',
  otherOf: '看哪台设备的曲线',
}
