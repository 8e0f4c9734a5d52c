import type { Like } from '../types.ts'
import type { ruleForm as base } from '../zhCN/ruleForm.ts'

export const ruleForm: Like<typeof base> = {
  index: '指數',
  total: '共 %{span}',
  longest: '最長 %{span}',
  otherOf: '看哪台裝置的曲線',
}
