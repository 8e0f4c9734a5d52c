import type { Limits } from './rule.ts'
import { DAY } from './zone.ts'

/**
 * Episodes: an alarm as a condition that values decide, and as work that users do. One rule over one device has one
 * episode at a time. The server and the console both decide by this module, so that the act shown before the answer
 * arrives is the act that is performed.
 */

/** State of the work on an episode; the index is the number it is stored as. */
export const works = ['new', 'acknowledged', 'closed'] as const
export type Work = (typeof works)[number]

/**
 * Condition of an episode by its values: the rule is violated, is not violated any more, or it is unknown because the
 * node sends no data.
 */
export type Condition = 'active' | 'cleared' | 'no_data'

/** What a user may do to an episode. `undo` takes back the user's own last act. */
export const episodeActs = ['acknowledge', 'assign', 'comment', 'snooze', 'close', 'reopen', 'undo'] as const
export type EpisodeAct = (typeof episodeActs)[number]

/**
 * The fields that acts change. Their former values are stored with each act, so that it can be undone. Times are epoch
 * ms.
 */
export interface WorkState {
  work: Work
  assignee_id: number | null
  roster_id: number | null
  /** The contact on call when the episode was assigned to the roster. */
  on_call_id: number | null
  acknowledged_at: number | null
  /** Null: not snoozed. */
  snoozed_until: number | null
  /** A snooze ends when the level becomes worse (smaller) than this; null: the level does not end it. */
  snooze_level: number | null
  /** How it was closed: a built-in result, or the id of one of the project's results; null while it is open. */
  result: string | null
  closed_by: number | null
  closed_at: number | null
}

/** End of a snooze that only a worse level, or a user, ends. */
export const UNTIL_WORSE = 8_640_000_000_000_000
/** Longest snooze, ms. */
export const LONGEST_SNOOZE = 31 * DAY
/** How long after an act it can be undone, ms: the ten seconds for which undo is shown, plus time for the call. */
export const UNDO_SHOWN = 10_000
export const UNDO = 15_000

/** Episodes that one act can be applied to at most. */
export const MOST_AT_ONCE = 1000

/** Episodes in one workbook at most. */
export const MOST_IN_SHEET = 100_000

/** Results that every project has in addition to its own. */
export const builtInResults = ['handled', 'false_alarm'] as const

/** Input of an act. */
export interface ActInput {
  /** Id of the acting user, and the time (epoch ms). */
  me: number
  now: number
  user_id?: number | null
  roster_id?: number | null
  /** The contact on call for that roster, and the user linked to the contact, if there is one. */
  on_call?: { contact: number; user: number | null } | null
  until?: number | null
  worse?: boolean
  result?: string | null
  note?: string | null
  picture?: string | null
  /** Level of the episode, and the worst one that its rule can reach; null if it has none. */
  level: number | null
  worst_level: number | null
}

/**
 * Why an act is refused: with `field` if the request is invalid (400), without it if the episode is in another state
 * (409).
 */
interface Refusal {
  key: string
  field?: string
}

type Outcome = { state: WorkState; refused?: undefined } | { refused: Refusal; state?: undefined }

const to = (state: WorkState): Outcome => ({ state })
const refuse = (key: string, field?: string): Outcome => ({ refused: field ? { key, field } : { key } })
const CLOSED = refuse('error.episode.closed')

/**
 * All transitions by users:
 *
 * | act | new | acknowledged | closed |
 * |---|---|---|---|
 * | acknowledge | acknowledged, mine | refused (another user was faster) | refused |
 * | assign to oneself | acknowledged, mine | acknowledged, mine | refused |
 * | assign to another user, or a roster | new, theirs | acknowledged, theirs | refused |
 * | unassign, or assign to a roster whose contact on call has no user | new | new | refused |
 * | snooze | new | acknowledged | refused |
 * | close | closed | closed | refused |
 * | reopen | refused | refused | acknowledged if it was acknowledged before, else new |
 * | comment | unchanged | unchanged | unchanged |
 */
const transitions: Record<Exclude<EpisodeAct, 'undo'>, (state: WorkState, input: ActInput) => Outcome> = {
  acknowledge: (state, { me, now }) => {
    if (state.work === 'closed') return CLOSED
    if (state.work === 'acknowledged') return refuse('error.episode.taken')
    return to({
      ...state,
      work: 'acknowledged',
      assignee_id: me,
      roster_id: null,
      on_call_id: null,
      acknowledged_at: now,
    })
  },
  assign: (state, { me, now, user_id = null, roster_id = null, on_call = null }) => {
    if (state.work === 'closed') return CLOSED
    if (user_id !== null && roster_id !== null) return refuse('error.episode.oneAssignee', 'roster_id')
    const mine = user_id === me
    // A contact on call without a user cannot see the episode in a list: it continues to need a user.
    const nobody = user_id === null && (roster_id === null || on_call?.user === null)
    const work = mine ? 'acknowledged' : nobody ? 'new' : state.work
    const acknowledged_at = work === 'new' ? null : (state.acknowledged_at ?? now)
    const person = roster_id === null ? null : on_call
    return to({
      ...state,
      work,
      assignee_id: user_id ?? person?.user ?? null,
      roster_id,
      on_call_id: person?.contact ?? null,
      acknowledged_at,
    })
  },
  comment: (state, { note, picture }) => (note || picture ? to(state) : refuse('error.rule.required', 'note')),
  snooze: (state, { now, until = null, worse = false, level, worst_level }) => {
    if (state.work === 'closed') return CLOSED
    // The snooze would never end.
    if (worse && !isWorseLevel(worst_level, level)) return refuse('error.episode.noWorse', 'worse')
    if (until === null && !worse) return refuse('error.rule.required', 'until')
    if (until !== null && (until <= now || until > now + LONGEST_SNOOZE)) return refuse('error.episode.until', 'until')
    return to({ ...state, snoozed_until: until ?? UNTIL_WORSE, snooze_level: worse ? (level ?? LEAST_LEVEL) : null })
  },
  close: (state, { me, now, result }) =>
    state.work === 'closed'
      ? CLOSED
      : to({
          ...state,
          work: 'closed',
          snoozed_until: null,
          snooze_level: null,
          result: result ?? 'handled',
          closed_by: me,
          closed_at: now,
        }),
  reopen: (state) => (state.work === 'closed' ? to(opened(state)) : refuse('error.episode.open')),
}

/** Level 4: early warning. */
const LEAST_LEVEL = 4

/** Returns the state after an act, or why it is refused. */
export const actOn = (act: Exclude<EpisodeAct, 'undo'>, state: WorkState, input: ActInput): Outcome =>
  transitions[act](state, input)

/** Returns the state of a reopened episode. */
function opened(state: WorkState): WorkState {
  const work = state.acknowledged_at === null ? 'new' : 'acknowledged'
  return { ...state, work, result: null, closed_by: null, closed_at: null }
}

/**
 * Returns the state after the episode fired again within the rule's minimum off time, or got worse while it lasts: a
 * closed episode becomes new and unassigned. The former assignee had finished with it and may be off duty, so all
 * recipients of a new episode are notified, that user among them.
 */
export const reopenIfClosed = (state: WorkState): WorkState =>
  state.work === 'closed'
    ? { ...opened(state), work: 'new', assignee_id: null, roster_id: null, on_call_id: null, acknowledged_at: null }
    : state

/** Whether a level (1 urgent to 4 early warning) is worse than another; without a level nothing is. */
export const isWorseLevel = (level: number | null, than: number | null): boolean =>
  level !== null && (than === null || level < than)

/** Applies a changed level: a worse one ends a snooze that waited for it. */
export const applyLevel = <S extends Pick<WorkState, 'snoozed_until' | 'snooze_level'>>(
  state: S,
  level: number | null,
): S =>
  state.snooze_level !== null && isWorseLevel(level, state.snooze_level)
    ? { ...state, snoozed_until: null, snooze_level: null }
    : state

/** Whether the episode is new and assigned neither to a user nor to a roster. */
export const isFree = ({
  work,
  assignee_id,
  roster_id,
}: Pick<WorkState, 'work' | 'assignee_id' | 'roster_id'>): boolean =>
  work === 'new' && assignee_id === null && roster_id === null

export const isSnoozed = ({ snoozed_until }: Pick<WorkState, 'snoozed_until'>, now: number): boolean =>
  snoozed_until !== null && snoozed_until > now

/** By what the rows of the inbox can be grouped. */
export const groupings = ['incident', 'episode', 'area', 'assignee'] as const
export type Grouping = (typeof groupings)[number]

/**
 * Kind of work an episode needs, in the order of the inbox: urgent or unassigned, in progress, snoozed, cleared but
 * open, closed.
 */
export const workKinds = ['urgent', 'open', 'snoozed', 'cleared', 'closed'] as const
export type WorkKind = (typeof workKinds)[number]

/**
 * Returns the kind of work. The database computes the same for all episodes of a filter
 * (server/alarms/episodes/groups.ts).
 */
export function workKindOf(
  state: Pick<WorkState, 'work' | 'snoozed_until'> & { condition: Condition; level: number | null },
  now: number,
): WorkKind {
  if (state.work === 'closed') return 'closed'
  if (isSnoozed(state, now)) return 'snoozed'
  if (state.condition === 'cleared') return 'cleared'
  return state.work === 'new' || state.level === 1 ? 'urgent' : 'open'
}

/** Kinds of holders of an episode: none, a user, or a roster (whichever contact is on call). */
export const holderKinds = ['nobody', 'user', 'roster'] as const
export type HolderKind = (typeof holderKinds)[number]

/**
 * Returns the holder of an episode; `id` of the user or roster. The database computes the same
 * (server/alarms/episodes/groups.ts).
 */
export function holderOf({ assignee_id, roster_id }: Pick<WorkState, 'assignee_id' | 'roster_id'>): {
  kind: HolderKind
  id: number | null
} {
  if (roster_id !== null) return { kind: 'roster', id: roster_id }
  return { kind: assignee_id === null ? 'nobody' : 'user', id: assignee_id }
}

/** Returns the handling state that older calls show for the work: 0 unhandled, 1 false alarm, 2 handled. */
export const handlingOf = ({ work, result }: Pick<WorkState, 'work' | 'result'>, isFalse: boolean): 0 | 1 | 2 =>
  work !== 'closed' ? 0 : isFalse || result === 'false_alarm' ? 1 : 2

/** Returns the worse of two values of an episode; the first if the operator has no order. */
export function worseOf({ operator, x, y }: Limits, first: number, second: number): number {
  if (operator <= 1) return Math.max(first, second)
  if (operator === 3 || operator === 4) return Math.min(first, second)
  if (operator === 5) return Math.abs(second - x) > Math.abs(first - x) ? second : first
  if (operator !== 7) return first
  const beyond = (value: number): number => Math.max(Math.min(x, y) - value, value - Math.max(x, y))
  return beyond(second) > beyond(first) ? second : first
}
