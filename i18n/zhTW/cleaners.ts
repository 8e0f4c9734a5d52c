import type { Like } from '../types.ts'
import type { cleaners as base } from '../zhCN/cleaners.ts'

export const cleaners: Like<typeof base> = {
  line: '清潔員 %{number}',
  remove: '移除清潔員 %{number}',
  add: '新增清潔員',
}
