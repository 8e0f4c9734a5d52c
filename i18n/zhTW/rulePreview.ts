import type { Like } from '../types.ts'
import type { rulePreview as base } from '../zhCN/rulePreview.ts'

export const rulePreview: Like<typeof base> = {
  total: '共 %{span}',
  longest: '最長 %{span}',
  other: '換一台',
  otherOf: '看哪台裝置的曲線',
}
