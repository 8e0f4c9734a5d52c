import type { Like } from '../types.ts'
import type { handover as zhCN } from '../zhCN/handover.ts'

/** What a shift looks for in the inbox when it hands over. */
export const handover: Like<typeof zhCN> = {
  assignee: 'By assignee',
  wakes: 'Snooze ending first',
}
