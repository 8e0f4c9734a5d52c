import type { Episode } from '../../../dataProvider/episodes/rows.ts'

/**
 * Returns the assignee's name: a person, or a roster with the person on call at present or, where the platform does not
 * tell that, at the time of the assignment; '' where it has none.
 */
export const ownerName = ({ assignee_name, roster_name, on_call_now_name, on_call_name }: Episode): string =>
  roster_name === ''
    ? assignee_name
    : [roster_name, on_call_now_name || assignee_name || on_call_name].filter(Boolean).join(' · ')
