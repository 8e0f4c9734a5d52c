import type { Like } from '../types.ts'
import type { cleaners as base } from '../zhCN/cleaners.ts'

export const cleaners: Like<typeof base> = {
  line: 'Cleaning staff %{number}',
  remove: 'Remove cleaning staff %{number}',
  add: 'Add cleaning staff',
}
