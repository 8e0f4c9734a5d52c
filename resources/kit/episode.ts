import type { Limits } from './rule.ts'
import { DAY } from './zone.ts'

/**
 * Episodes: what becomes of an alarm, as a condition that the values decide and work that people do. One rule over one device has one episode at a time;
 * the server decides by this module, and the console by the same, so that an act it shows before the answer is the act that is done.
 */

/** What people made of an episode; the index is the number it is stored as. */
export const works = ['new', 'acknowledged', 'closed'] as const
export type Work = (typeof works)[number]

/** What its values say: the rule is broken, is no more, or nobody knows because the node went silent. */
export type Condition = 'active' | 'cleared' | 'no_data'

/** What a person may do to an episode. `undo` takes back one's own last act. */
export const episodeActs = ['acknowledge', 'assign', 'comment', 'snooze', 'close', 'reopen', 'undo'] as const
export type EpisodeAct = (typeof episodeActs)[number]

/** What acts change; stored with each act as it was before, so that it can be taken back. Times are epoch ms. */
export interface WorkState {
  work: Work
  assignee_id: number | null
  roster_id: number | null
  /** Who was on call when it was given to the roster: a contact. */
  on_call_id: number | null
  acknowledged_at: number | null
  /** Null: not snoozed. */
  snoozed_until: number | null
  /** A snooze ends when the level becomes worse (smaller) than this; null: it does not. */
  snooze_level: number | null
  /** How it was closed: a built-in word, or the id of one of the project's results; null while it is open. */
  result: string | null
  closed_by: number | null
  closed_at: number | null
}

/** The end of a snooze that only a worse level, or somebody, ends. */
export const UNTIL_WORSE = 8_640_000_000_000_000
/** Longest snooze, ms. */
export const LONGEST_SNOOZE = 31 * DAY
/** How long after an act it can be taken back, ms: the ten seconds that are shown, and the time the call takes. */
export const UNDO_SHOWN = 10_000
export const UNDO = 15_000

/** The most episodes that one act is done to. */
export const MOST_AT_ONCE = 1000

/** The most episodes of one workbook. */
export const MOST_IN_SHEET = 100_000

/** Results that every project has, beside those of its own. */
export const builtInResults = ['handled', 'false_alarm'] as const

/** What an act brings along. */
export interface ActInput {
  /** Who acts, and when (epoch ms). */
  me: number
  now: number
  user_id?: number | null
  roster_id?: number | null
  /** Who is on call on that roster: the contact, and the user it is linked to, if there is one. */
  on_call?: { contact: number; user: number | null } | null
  until?: number | null
  worse?: boolean
  result?: string | null
  note?: string | null
  picture?: string | null
  /** Level of the episode, and the worst one that its rule knows; null: it has none. */
  level: number | null
  worst_level: number | null
}

/** Why an act is not done: `field` where the request is wrong (400), without it where the episode is in another state (409). */
interface Refusal {
  key: string
  field?: string
}

type Outcome = { state: WorkState; refused?: undefined } | { refused: Refusal; state?: undefined }

const to = (state: WorkState): Outcome => ({ state })
const refuse = (key: string, field?: string): Outcome => ({ refused: field ? { key, field } : { key } })
const CLOSED = refuse('error.episode.closed')

/**
 * Every transition that people make:
 *
 * | act | new | acknowledged | closed |
 * |---|---|---|---|
 * | acknowledge | acknowledged, mine | refused (somebody was faster) | refused |
 * | assign to oneself | acknowledged, mine | acknowledged, mine | refused |
 * | assign to another, or a roster | new, theirs | acknowledged, theirs | refused |
 * | assign to nobody, or a roster on which whoever is on call has no user | new | new | refused |
 * | snooze | new | acknowledged | refused |
 * | close | closed | closed | refused |
 * | reopen | refused | refused | acknowledged where it was somebody's, else new |
 * | comment | as it is | as it is | as it is |
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
    // Whoever is on call without a user finds it in no list: it goes on to need somebody.
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
    // It would never end.
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

/** Early warning. */
const LEAST_LEVEL = 4

/** What an act makes of an episode, or why it is refused. */
export const actOn = (act: Exclude<EpisodeAct, 'undo'>, state: WorkState, input: ActInput): Outcome =>
  transitions[act](state, input)

/** An episode that is not closed any more. */
function opened(state: WorkState): WorkState {
  const work = state.acknowledged_at === null ? 'new' : 'acknowledged'
  return { ...state, work, result: null, closed_by: null, closed_at: null }
}

/**
 * It fired again within the rule's minimum-off time, or got worse while it lasts: one that was closed needs somebody anew, and is nobody's. Whoever had it was
 * done with it, and may be off by now: everybody hears of it who hears of a new one, and they among them.
 */
export const neededAnew = (state: WorkState): WorkState =>
  state.work === 'closed'
    ? { ...opened(state), work: 'new', assignee_id: null, roster_id: null, on_call_id: null, acknowledged_at: null }
    : state

/** Whether a level (1 urgent to 4 early warning) is worse than another; where there is none, nothing is. */
export const isWorseLevel = (level: number | null, than: number | null): boolean =>
  level !== null && (than === null || level < than)

/** Its level changed: a worse one ends a snooze that waited for it. */
export const levelled = <S extends Pick<WorkState, 'snoozed_until' | 'snooze_level'>>(
  state: S,
  level: number | null,
): S =>
  state.snooze_level !== null && isWorseLevel(level, state.snooze_level)
    ? { ...state, snoozed_until: null, snooze_level: null }
    : state

/** Whether it is open and neither a person nor a roster has it, nor was given it. */
export const isFree = ({
  work,
  assignee_id,
  roster_id,
}: Pick<WorkState, 'work' | 'assignee_id' | 'roster_id'>): boolean =>
  work === 'new' && assignee_id === null && roster_id === null

export const isSnoozed = ({ snoozed_until }: Pick<WorkState, 'snoozed_until'>, now: number): boolean =>
  snoozed_until !== null && snoozed_until > now

/** What the rows of the inbox are gathered by. */
export const groupings = ['incident', 'episode', 'area', 'assignee'] as const
export type Grouping = (typeof groupings)[number]

/** What there is to do about an episode, in the order of the inbox: urgent or nobody's, in hand, put off, over but open, closed. */
export const workKinds = ['urgent', 'open', 'snoozed', 'cleared', 'closed'] as const
export type WorkKind = (typeof workKinds)[number]

/** The database works out the same for all episodes of a filter (server/alarms/episodes/groups.ts). */
export function workKindOf(
  state: Pick<WorkState, 'work' | 'snoozed_until'> & { condition: Condition; level: number | null },
  now: number,
): WorkKind {
  if (state.work === 'closed') return 'closed'
  if (isSnoozed(state, now)) return 'snoozed'
  if (state.condition === 'cleared') return 'cleared'
  return state.work === 'new' || state.level === 1 ? 'urgent' : 'open'
}

/** Who can have an episode: nobody, a user, or a roster, whoever is on call for it. */
export const holderKinds = ['nobody', 'user', 'roster'] as const
export type HolderKind = (typeof holderKinds)[number]

/** Who has an episode; `id` of the user or roster. The database works out the same (server/alarms/episodes/groups.ts). */
export function holderOf({ assignee_id, roster_id }: Pick<WorkState, 'assignee_id' | 'roster_id'>): {
  kind: HolderKind
  id: number | null
} {
  if (roster_id !== null) return { kind: 'roster', id: roster_id }
  return { kind: assignee_id === null ? 'nobody' : 'user', id: assignee_id }
}

/** The number of the record's old handling state that the work is seen as: 0 unhandled, 1 false alarm, 2 handled. */
export const handlingOf = ({ work, result }: Pick<WorkState, 'work' | 'result'>, isFalse: boolean): 0 | 1 | 2 =>
  work !== 'closed' ? 0 : isFalse || result === 'false_alarm' ? 1 : 2

/** Of two values of an episode the one that breaks the rule more; where the operator knows no more and less, the first. */
export function worseOf({ operator, x, y }: Limits, first: number, second: number): number {
  if (operator <= 1) return Math.max(first, second)
  if (operator === 3 || operator === 4) return Math.min(first, second)
  if (operator === 5) return Math.abs(second - x) > Math.abs(first - x) ? second : first
  if (operator !== 7) return first
  const beyond = (value: number): number => Math.max(Math.min(x, y) - value, value - Math.max(x, y))
  return beyond(second) > beyond(first) ? second : first
}
