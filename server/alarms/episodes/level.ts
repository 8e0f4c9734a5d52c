import type { Transaction } from 'kysely'
import {
  handlingOf,
  isSnoozed,
  isWorseLevel,
  applyLevel,
  reopenIfClosed,
  worseOf,
} from '../../../resources/kit/episode.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { PENDING } from '../../send/types.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { writeUnanswered } from '../../storage/unanswered.ts'
import { startEscalation, continueEscalation, wakeEscalation } from '../escalation/columns.ts'
import { problemJson } from '../explain.ts'
import { placeNow, type JournalEntry } from '../journalRows.ts'
import type { Decision } from './decision.ts'
import { lockedEpisode } from './locked.ts'
import { workColumns, workOf, type EpisodeRow } from './row.ts'
import { reachedTrace } from './trace.ts'

type Trx = Transaction<Tables>
type Services = Pick<Storage, 'engine'>

export const SNOOZED: Problem = { key: 'error.alarm.snoozed' }
const DUPLICATE: Problem = { key: 'error.alarm.duplicate' }

/**
 * Writes that an alarm reached a worse limit: the episode gets that limit's level, which ends a snooze until it gets
 * worse; an episode that was closed meanwhile needs someone again. A level that the episode had reached before it fired
 * again is not told twice.
 */
export async function worsen(
  trx: Trx,
  storage: Services,
  id: number | null,
  entry: JournalEntry,
): Promise<Decision | null> {
  const { rule, at, receivedAt, facts, maintained } = entry
  const row = id === null ? undefined : await lockedEpisode(trx, storage, id)
  if (!row) return null
  if (!isWorseLevel(rule.level, row.alert_level)) return { withheld: DUPLICATE }
  const before = workOf(row)
  const state = applyLevel(reopenIfClosed(before), rule.level)
  const { snoozed_until, snooze_level } = state
  const version = row.version + 1
  await writeUnanswered(
    trx,
    trx
      .updateTable('thresholdlog')
      .set({
        ...levelColumns(row, entry),
        version,
        ...(state.work === before.work
          ? { snoozed_until, snooze_level, ...wakeEscalation(row, state, receivedAt) }
          : {
              ...workColumns(state),
              alarm_state: handlingOf(state, false),
              ...startEscalation(rule, receivedAt),
            }),
        ...(maintained && { suppressed: 1 }),
      })
      .where('id', '=', row.id),
  )
  const data = JSON.stringify({ value: facts.raw, limit_text: facts.rule, level: rule.level, version })
  const worsened = { thresholdlog_id: row.id, at, kind: 'worsened', user_id: null, data }
  await writeUnanswered(trx, trx.insertInto('episodeact').values(worsened))
  return null
}

/**
 * Writes that an episode goes on: its end is undone, and recorded in the timeline. Recipients are told again only where
 * the episode had been closed or kept untold (maintenance), or where it is worse than before. Its level is the worst
 * that it reached since it was last closed.
 */
export async function refire(trx: Trx, storage: Services, id: number, entry: JournalEntry): Promise<Decision | null> {
  const { rule, at, receivedAt, facts, maintained } = entry
  const row = await lockedEpisode(trx, storage, id)
  if (!row) return null
  const before = workOf(row)
  const isAnew = before.work === 'closed'
  const isWorse = isWorseLevel(rule.level, row.alert_level)
  const state = applyLevel(reopenIfClosed(before), rule.level)
  const known = row.peak ?? row.real_value
  const peak = facts.raw === null ? known : worseOf(rule, known, facts.raw)
  const isUntold = isAnew || row.suppressed === 1
  const version = row.version + 1
  await writeUnanswered(
    trx,
    trx
      .updateTable('thresholdlog')
      .set({
        ...workColumns(state),
        alarm_state: handlingOf(state, row.alarm_state === 1),
        is_alarm: 1,
        district_id: placeNow('district_id', row.device_id, row.district_id),
        project_id: placeNow('project_id', row.device_id, row.project_id),
        recovered_at: null,
        silent_since: null,
        refires: row.refires + 1,
        last_fired_at: at,
        suppressed: maintained && (isUntold || isWorse) ? 1 : 0,
        ...((isAnew || isWorse) && levelColumns(row, entry)),
        ...(state.work === 'new'
          ? continueEscalation(row, { before, rule, at: receivedAt })
          : wakeEscalation(row, state, receivedAt)),
        ...(peak !== known && { peak, peak_at: at }),
        version,
      })
      .where('id', '=', id),
  )
  const moments = [
    { at: row.recovered_at ?? at, kind: 'cleared', data: null },
    {
      at,
      kind: 'refired',
      data: JSON.stringify({ value: facts.raw, limit_text: facts.rule, level: rule.level, version }),
    },
  ]
  await writeUnanswered(
    trx,
    trx.insertInto('episodeact').values(moments.map((moment) => ({ thresholdlog_id: id, user_id: null, ...moment }))),
  )
  // The message about an end that was no end is withheld, even where an attempt was made already.
  await writeUnanswered(
    trx,
    trx
      .updateTable('alarmsendlog')
      .set({ send_ok: 0, claimed_at: null, explained: problemJson({ key: 'error.alarm.firedAgain' }) })
      .where('thresholdlog_id', '=', id)
      .where('send_ok', '=', PENDING)
      .where('is_end', '=', 1),
  )
  if (!isUntold && !isWorse) return { withheld: DUPLICATE }
  return isSnoozed(state, Date.now()) ? { withheld: SNOOZED } : null
}

/**
 * Returns the columns for the level that an episode reached, with its limit in words and in the trace of its firing.
 */
const levelColumns = ({ trace }: Pick<EpisodeRow, 'trace'>, { rule, facts, at }: JournalEntry) => ({
  alert_level: rule.level,
  alarm_value: facts.rule,
  trace: reachedTrace(trace, rule, at),
})
