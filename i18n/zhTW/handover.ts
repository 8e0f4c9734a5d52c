import type { Like } from '../types.ts'
import type { handover as zhCN } from '../zhCN/handover.ts'

/** Handing over a shift: groupings and orders of the inbox. */
export const handover: Like<typeof zhCN> = {
  assignee: '依負責人',
  wakes: '最先到期在前',
}
