import { episodeActs, isSnoozed, levelled, neededAnew, works, type WorkState } from '../../../resources/kit/episode.ts'
import type { Language } from '../../../i18n/types.ts'
import { CLAIMED } from '../../send/queue.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Storage } from '../../storage/types.ts'
import { workOf, type EpisodeRow } from '../episodes/row.ts'
import { explained } from '../explain.ts'

/** Messages of one answer, and steps of an alarm that are looked at: of one that goes on for days the newest. */
const MAX_ROWS = 100

/** The newest episode of a rule at a device that had begun by a moment; null: none had. */
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
export const lastsAt = ({ recovered_at }: EpisodeRow, at: number): boolean => recovered_at === null || recovered_at > at

/** What had become of an episode by a moment: as its last act left it, and what the alarm itself did since; now as it is. */
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
  // As they were written (episodes/level.ts).
  let state = after
  for (const { data } of steps.toReversed()) state = levelled(neededAnew(state), detailsOf(data).level ?? null)
  return state
}

function detailsOf(data: string | null | undefined): { after?: WorkState; level?: number | null } {
  try {
    return JSON.parse(data ?? '{}') as { after?: WorkState; level?: number | null }
  } catch {
    return {}
  }
}

/** Until when messages of an episode are not sent because somebody snoozed it, epoch ms; null: they are. */
export const snoozedUntil = (work: WorkState | null, at: number): number | null =>
  work && isSnoozed(work, at) ? work.snoozed_until : null

/** What was decided of each message of an episode up to a moment, oldest first, its reason in the reader's language. */
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
      reason: explained(reason, language),
      due: send_ok === PENDING ? next_at : null,
    }))
    .toReversed()
}
