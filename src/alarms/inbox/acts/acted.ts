import { actOn, type ActInput, type EpisodeAct, type WorkState } from '../../../../resources/kit/episode.ts'
import type { ActSent } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'

/**
 * Result of an act on an episode in this browser: shown at once, and kept in its place of the list until `until`, epoch
 * ms.
 */
export interface Acted {
  episode: Episode
  until: number
  /** Id of the row before it; null for the first. */
  after: number | null
}

export interface Actor {
  id: number
  name: string
}

/** Acts as they are sent. In the inbox, taking an episode out of its incident is one of them. */
export type InboxAct = Exclude<EpisodeAct, 'undo'>

/** Returns rule and device, which name an act; '' for an alarm that is not known any more. */
export const nameOf = ({ threshold_name = '', device_name = '' }: Partial<Episode> = {}): string =>
  [threshold_name, device_name].filter(Boolean).join(' · ')

/**
 * Predicts the episode after an act, before the platform has answered; returns it unchanged where the act will be
 * refused.
 */
export function predicted(episode: Episode, act: InboxAct, sent: ActSent, me: Actor, now: number): Episode {
  const { worse, version: _version, ...rest } = sent
  const input: ActInput = {
    ...rest,
    worse: worse === 1,
    me: me.id,
    now,
    level: episode.level,
    worst_level: episode.worst_level,
  }
  const { state } = actOn(act, episode, input)
  if (!state) return episode
  const isSameRoster = state.roster_id === episode.roster_id
  const isGivenToMe = state.assignee_id === me.id
  return {
    ...episode,
    ...state,
    assignee_name: isGivenToMe ? me.name : state.assignee_id === episode.assignee_id ? episode.assignee_name : '',
    roster_name: isSameRoster ? episode.roster_name : '',
    on_call_name: state.on_call_id === episode.on_call_id ? episode.on_call_name : '',
    on_call_now_name: isSameRoster ? episode.on_call_now_name : '',
    snoozed_by_name: act === 'snooze' ? me.name : episode.snoozed_by_name,
    mine: isSameRoster && state.assignee_id === episode.assignee_id ? episode.mine : isGivenToMe,
    note: sent.note ?? episode.note,
    version: episode.version + 1,
  }
}

/** Merges a row of the list with the act done to it here, unless the platform's row has a later version. */
export function overlaid(row: Episode, acted: Acted | undefined): Episode {
  if (!acted || acted.episode.version < row.version) return row
  const { episode } = acted
  const { assignee_name, roster_name, on_call_name, on_call_now_name, mine, version } = episode
  const { snoozed_by_name, result_name, closed_by_name, note } = episode
  return {
    ...row,
    ...workIn(episode),
    assignee_name,
    roster_name,
    on_call_name,
    snoozed_by_name,
    result_name,
    closed_by_name,
    note,
    version,
    // A handover is not an act and raises no version: at the same version the list, which is polled, is more recent
    // about who is on call.
    ...(version > row.version && { on_call_now_name, mine }),
  }
}

const workIn = ({
  work,
  assignee_id,
  roster_id,
  on_call_id,
  acknowledged_at,
  snoozed_until,
  snooze_level,
  result,
  closed_by,
  closed_at,
}: Episode): WorkState => ({
  work,
  assignee_id,
  roster_id,
  on_call_id,
  acknowledged_at,
  snoozed_until,
  snooze_level,
  result,
  closed_by,
  closed_at,
})

/**
 * Returns the rows to show: an episode that was acted on stays in its place for as long as the act can be undone, even
 * if the platform does not list it any more.
 */
export function shownRows(
  data: readonly Episode[],
  acted: ReadonlyMap<number, Acted>,
  now: number,
): readonly Episode[] {
  const rows = data.map((row) => overlaid(row, acted.get(row.id)))
  const listed = new Set(data.map(({ id }) => id))
  for (const [id, { episode, until, after }] of acted) {
    if (listed.has(id) || until <= now) continue
    rows.splice(after === null ? 0 : rows.findIndex((row) => row.id === after) + 1, 0, episode)
  }
  return rows
}
