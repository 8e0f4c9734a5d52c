import type { Episode } from '../../../dataProvider/episodes/rows.ts'

/**
 * Whose it is, by name: a person, or a roster with whoever is on call now or, where the platform does not say that, was when it was given to it; '' where nobody
 * is known.
 */
export const ownerName = ({ assignee_name, roster_name, on_call_now_name, on_call_name }: Episode): string =>
  roster_name === ''
    ? assignee_name
    : [roster_name, on_call_now_name || assignee_name || on_call_name].filter(Boolean).join(' · ')
