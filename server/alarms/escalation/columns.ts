import type { EpisodeAct, WorkState } from '../../../resources/kit/episode.ts'
import type { EpisodeRow } from '../episodes/row.ts'
import type { Rule } from '../rules.ts'

type Columns = Partial<Pick<EpisodeRow, 'escalation_id' | 'escalation_step' | 'escalation_since' | 'escalate_at'>>

/**
 * Returns the columns of an episode whose alarm fired (epoch ms): the escalation that its rule names begins, and the
 * clock finds out when the first step is due. Always returns all of the columns: the rows of one statement need the
 * same columns.
 */
export const startEscalation = ({ escalation = null }: Pick<Rule, 'escalation'>, at: number): Required<Columns> => ({
  escalation_id: escalation,
  escalation_step: 0,
  escalation_since: escalation === null ? null : at,
  escalate_at: escalation === null ? null : at,
})

/**
 * Returns the columns of a new episode whose alarm fires again (epoch ms). Where the episode was not taken before
 * either, its escalation continues with the minutes since its first firing: one that flaps would otherwise never reach
 * its first step. Where the episode had been closed, the escalation begins anew; likewise where maintenance kept it
 * from being told, since no user could have taken it.
 */
export const continueEscalation = (
  row: Pick<EpisodeRow, 'escalation_id' | 'suppressed'>,
  { before, rule, at }: { before: WorkState; rule: Pick<Rule, 'escalation'>; at: number },
): Columns =>
  before.work === 'new' && row.suppressed !== 1 && row.escalation_id !== null && row.escalation_id === rule.escalation
    ? { escalate_at: at }
    : startEscalation(rule, at)

/**
 * Returns what an act of a user makes of an escalation: it stops once the episode is taken, and begins anew where it is
 * given back.
 */
export function afterAct(
  row: Pick<EpisodeRow, 'escalation_id' | 'escalate_at'>,
  { act, before, state, now }: { act: EpisodeAct; before: WorkState; state: WorkState; now: number },
): Columns {
  if (row.escalation_id === null) return {}
  if (state.work !== 'new') return { escalate_at: null }
  // An act that is taken back counts as not done: the escalation continues where it was.
  if (before.work !== 'new')
    return act === 'undo' ? { escalate_at: now } : { escalation_step: 0, escalation_since: now, escalate_at: now }
  return wakeEscalation({ ...before, escalate_at: row.escalate_at }, state, now)
}

/** Returns the column that makes the clock look again, where the snooze was changed or ended. */
export const wakeEscalation = (
  before: Pick<EpisodeRow, 'snoozed_until' | 'escalate_at'>,
  { snoozed_until }: Pick<EpisodeRow, 'snoozed_until'>,
  now: number,
): Columns => (before.escalate_at !== null && before.snoozed_until !== snoozed_until ? { escalate_at: now } : {})
