/** Handing over a shift: groupings and orders of the inbox. */
export const handover = {
  assignee: '按负责人',
  wakes: '最先到期在前',
}
