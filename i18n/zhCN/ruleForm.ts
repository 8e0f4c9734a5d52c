/** What a rule may judge, the rule in words, and what it would have done device by device. */
export const ruleForm = {
  index: '指数',
  total: '共 %{span}',
  longest: '最长 %{span}',
  otherOf: '看哪台设备的曲线',
  list: { and: '%{before}、%{last}', or: '%{before}、%{last}' },
  tell: {
    sms: '短信',
    email: '邮件',
    wechat: '微信',
    person: '%{name}（%{ways}）',
    more: '%{names}等 %{count} 个',
    tell: '通知 %{names}。',
    level: '级别达到 %{level} 时通知 %{names}。',
    once: '只通知一次。',
    repeat: '每 %{span}重复通知一次。',
    worse: '级别加重时再次通知。',
    back: '恢复正常后再通知一次。',
    escalate: '无人接手时按升级流程 %{name} 通知。',
    nobody: '只记录，不通知任何人。',
  },
}
