import {
  episodeActs,
  isSnoozed,
  applyLevel,
  reopenIfClosed,
  works,
  type WorkState,
} from '../../../resources/kit/episode.ts'
import type { Language } from '../../../i18n/types.ts'
import { CLAIMED } from '../../send/queue.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Storage } from '../../storage/types.ts'
import { workOf, type EpisodeRow } from '../episodes/row.ts'
import { storedOutcomeText } from '../explain.ts'

/** Most messages of one answer, and most steps of an alarm that are read, the newest: an alarm may go on for days. */
const MAX_ROWS = 100

/** Returns the newest episode of a rule at a device that had begun by a moment; null: there was none. */
export async function episodeAt(
  { read }: Storage,
  { rule, device, at }: { rule: number; device: number; at: number },
): Promise<EpisodeRow | null> {
  const row = await read
    .selectFrom('thresholdlog')
    .selectAll()
    .where('device_id', '=', device)
    .where('threshold_id', '=', rule)
    .where('alarm_time', '<=', at)
    .orderBy('alarm_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Whether an episode lasts at a moment after its firing. */
export const isLastingAt = ({ recovered_at }: EpisodeRow, at: number): boolean =>
  recovered_at === null || recovered_at > at

/**
 * Returns the work state of an episode at a past moment: as its last act left it, with what the alarm itself did since.
 * For now: as the episode is. Null where no act is known.
 */
export async function workAt({ read }: Storage, row: EpisodeRow, at: number, past: boolean): Promise<WorkState | null> {
  if (!past) return workOf(row)
  const done = read
    .selectFrom('episodeact')
    .select(['id', 'data'])
    .where('thresholdlog_id', '=', row.id)
    .where('at', '<=', at)
    .orderBy('id', 'desc')
  const act = await done
    .where('kind', 'in', [...episodeActs])
    .limit(1)
    .executeTakeFirst()
  const { after } = detailsOf(act?.data)
  if (!act || !after || !works.includes(after.work)) return null
  const steps = await done
    .where('id', '>', act.id)
    .where('kind', 'in', ['worsened', 'refired'])
    .limit(MAX_ROWS)
    .execute()
  // In the order in which they were written (episodes/level.ts).
  let state = after
  for (const { data } of steps.toReversed()) state = applyLevel(reopenIfClosed(state), detailsOf(data).level ?? null)
  return state
}

function detailsOf(data: string | null | undefined): { after?: WorkState; level?: number | null } {
  try {
    return JSON.parse(data ?? '{}') as { after?: WorkState; level?: number | null }
  } catch {
    return {}
  }
}

/** Returns until when an episode's messages are withheld by a snooze, epoch ms; null: it is not snoozed. */
export const snoozedUntil = (work: WorkState | null, at: number): number | null =>
  work && isSnoozed(work, at) ? work.snoozed_until : null

/**
 * Returns what was decided of each message of an episode up to a moment, oldest first, with the reason in the reader's
 * language.
 */
export async function messagesUntil({ read }: Storage, row: EpisodeRow, at: number, language: Language) {
  const rows = await read
    .selectFrom('alarmsendlog')
    .select(['id', 'alarm_time', 'alarm_type', 'send_name', 'send_url', 'send_ok', 'explained', 'next_at'])
    .where('thresholdlog_id', '=', row.id)
    .where('alarm_type', '<>', SEND_TYPE.linkage)
    .where('alarm_time', '<=', at)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return rows
    .map(({ id, alarm_time, alarm_type, send_name, send_url, send_ok, explained: reason, next_at }) => ({
      id,
      at: alarm_time,
      channel: alarm_type,
      name: send_name,
      address: send_url,
      send_ok: send_ok === CLAIMED ? PENDING : send_ok,
      reason: storedOutcomeText(reason, language),
      due: send_ok === PENDING ? next_at : null,
    }))
    .toReversed()
}
