import type { Like } from '../types.ts'
import type { ui as base } from '../zhCN/ui.ts'

export const ui: Like<typeof base> = {
  find: 'Find: %{name}',
  clear: 'Clear: %{name}',
  loading: 'Loading…',
  nothing: 'No match',
}
