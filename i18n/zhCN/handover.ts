/** What a shift looks for in the inbox when it hands over. */
export const handover = {
  assignee: '按负责人',
  wakes: '最先到期在前',
}
