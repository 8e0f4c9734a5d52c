import type { Like } from '../types.ts'
import type { ruleForm as base } from '../zhCN/ruleForm.ts'

export const ruleForm: Like<typeof base> = {
  index: '指數',
  total: '共 %{span}',
  longest: '最長 %{span}',
  otherOf: '看哪台裝置的曲線',
  list: { and: '%{before}、%{last}', or: '%{before}、%{last}' },
  tell: {
    sms: '簡訊',
    email: '電子郵件',
    wechat: '微信',
    person: '%{name}（%{ways}）',
    more: '%{names}等 %{count} 個',
    tell: '通知 %{names}。',
    level: '等級達到 %{level} 時通知 %{names}。',
    once: '僅通知一次。',
    repeat: '每 %{span}重複通知一次。',
    worse: '等級加重時再次通知。',
    back: '恢復正常後再通知一次。',
    escalate: '無人接手時依升級流程 %{name} 通知。',
    nobody: '僅記錄，不通知任何人。',
  },
}
