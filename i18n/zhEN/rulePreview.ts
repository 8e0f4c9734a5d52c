import type { Like } from '../types.ts'
import type { rulePreview as base } from '../zhCN/rulePreview.ts'

export const rulePreview: Like<typeof base> = {
  total: '%{span} in all',
  longest: '%{span} at most',
  other: 'Another device',
  otherOf: 'Device of the curve',
}
