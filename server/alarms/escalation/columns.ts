import type { EpisodeAct, WorkState } from '../../../resources/kit/episode.ts'
import type { EpisodeRow } from '../episodes/row.ts'
import type { Rule } from '../rules.ts'

type Columns = Partial<Pick<EpisodeRow, 'escalation_id' | 'escalation_step' | 'escalation_since' | 'escalate_at'>>

/**
 * An episode whose alarm fired (epoch ms): its escalation, if its rule names one, begins; the clock finds out when the first step is due. Always all of the
 * columns: rows of one statement have the same.
 */
export const begun = ({ escalation = null }: Pick<Rule, 'escalation'>, at: number): Required<Columns> => ({
  escalation_id: escalation,
  escalation_step: 0,
  escalation_since: escalation === null ? null : at,
  escalate_at: escalation === null ? null : at,
})

/**
 * An episode whose alarm fires again (epoch ms) and that is new. Where nobody had it before either, its escalation goes on with the minutes since its
 * first firing: one that flaps would else never come to its first step. One that somebody had closed begins anew, and so does one that maintenance
 * kept from being told: nobody could have taken it.
 */
export const goesOn = (
  row: Pick<EpisodeRow, 'escalation_id' | 'suppressed'>,
  { before, rule, at }: { before: WorkState; rule: Pick<Rule, 'escalation'>; at: number },
): Columns =>
  before.work === 'new' && row.suppressed !== 1 && row.escalation_id !== null && row.escalation_id === rule.escalation
    ? { escalate_at: at }
    : begun(rule, at)

/** What an act of a person makes of an escalation: it stops once somebody has the alarm, and begins anew where nobody has it any more. */
export function afterAct(
  row: Pick<EpisodeRow, 'escalation_id' | 'escalate_at'>,
  { act, before, state, now }: { act: EpisodeAct; before: WorkState; state: WorkState; now: number },
): Columns {
  if (row.escalation_id === null) return {}
  if (state.work !== 'new') return { escalate_at: null }
  // What is taken back never was: it goes on where it stood.
  if (before.work !== 'new')
    return act === 'undo' ? { escalate_at: now } : { escalation_step: 0, escalation_since: now, escalate_at: now }
  return woken({ ...before, escalate_at: row.escalate_at }, state, now)
}

/** Another snooze, or none any more: the clock looks again. */
export const woken = (
  before: Pick<EpisodeRow, 'snoozed_until' | 'escalate_at'>,
  { snoozed_until }: Pick<EpisodeRow, 'snoozed_until'>,
  now: number,
): Columns => (before.escalate_at !== null && before.snoozed_until !== snoozed_until ? { escalate_at: now } : {})
