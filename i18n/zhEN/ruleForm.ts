import type { Like } from '../types.ts'
import type { ruleForm as base } from '../zhCN/ruleForm.ts'

export const ruleForm: Like<typeof base> = {
  index: 'Index',
  total: '%{span} in all',
  longest: '%{span} at most',
  otherOf: 'Device of the curve',
  list: { and: '%{before} and %{last}', or: '%{before} or %{last}' },
  tell: {
    sms: 'text message',
    email: 'email',
    wechat: 'WeChat',
    person: '%{name} (%{ways})',
    more: '%{names} and others, %{count} in all',
    tell: 'Notify %{names}.',
    level: 'From level %{level} on, notify %{names}.',
    once: 'They are notified once.',
    repeat: 'They are notified every %{span}.',
    worse: 'They are notified again at a worse level.',
    back: 'They are notified again on recovery.',
    escalate: 'While nobody has it, the escalation %{name} says who is notified.',
    nobody: 'Only record it, notify nobody.',
  },
}
