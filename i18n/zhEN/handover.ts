import type { Like } from '../types.ts'
import type { handover as zhCN } from '../zhCN/handover.ts'

/** Handing over a shift: groupings and orders of the inbox. */
export const handover: Like<typeof zhCN> = {
  assignee: 'By assignee',
  wakes: 'Snooze ending first',
}
