import type { Like } from '../types.ts'
import type { ruleForm as base } from '../zhCN/ruleForm.ts'

export const ruleForm: Like<typeof base> = {
  index: 'Index',
  total: '%{span} in all',
  longest: '%{span} at most',
  otherOf: 'Device of the curve',
}
