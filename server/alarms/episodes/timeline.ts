import { errorText } from '../../../i18n/errors.ts'
import type { Language } from '../../../i18n/types.ts'
import type { Caller } from '../../../resources/kit/access.ts'
import { isRecord } from '../../../resources/kit/record.ts'
import { watchesSomeAreas } from '../../crud/scope.ts'
import type { Platform } from '../../platform.ts'
import { canSendAgain } from '../../send/again.ts'
import { CLAIMED } from '../../send/queue.ts'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import { storedOutcomeText } from '../explain.ts'
import { STILL, stillMoment } from '../stills/moment.ts'
import { isDigest } from '../storm/mark.ts'
import { firedValueOf, traceOf, type EpisodeRow } from './row.ts'

/** One line of an episode's timeline; `kind` says which further members it has (docs/wire.md, `alarmwork`). */
interface Moment {
  at: number
  kind: string
  [member: string]: unknown
}

/** Most acts, and most messages and switches, of one answer, the newest: an episode may have flapped for a month. */
const MAX_LINES = 500

/**
 * Returns the timeline of an episode, oldest first: firing and end, worst value, acts of users, messages sent or not
 * sent and why, switches. Where there is too much, a `left_out` line marks the time from which on the timeline is
 * complete. A caller limited to some areas sees that a digest was sent, but not its text about devices elsewhere.
 * Cameras that the caller may not see are left out.
 */
export async function timelineOf(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  row: EpisodeRow,
  caller: Caller,
  language: Language,
): Promise<Moment[]> {
  const [lastActs, lastSendings] = await Promise.all([
    storage.read
      .selectFrom('episodeact')
      .leftJoin('systemuser', 'systemuser.id', 'episodeact.user_id')
      .select([
        'episodeact.id',
        'episodeact.at',
        'episodeact.kind',
        'episodeact.user_id',
        'episodeact.data',
        'systemuser.nickname',
      ])
      .where('thresholdlog_id', '=', row.id)
      .orderBy('episodeact.id', 'desc')
      .limit(MAX_LINES + 1)
      .execute(),
    storage.read
      .selectFrom('alarmsendlog')
      .leftJoin('alarmchannel', 'alarmchannel.id', 'alarmsendlog.channel_id')
      .selectAll('alarmsendlog')
      .select('alarmchannel.kind as channel_kind')
      .where('thresholdlog_id', '=', row.id)
      .orderBy('alarmsendlog.id', 'desc')
      .limit(MAX_LINES + 1)
      .execute(),
  ])
  // Lines of the same moment keep their order.
  const [acts, sendings] = [lastActs.slice(0, MAX_LINES).toReversed(), lastSendings.slice(0, MAX_LINES).toReversed()]
  const isLimited = watchesSomeAreas(caller)
  const leftOut = [lastActs[MAX_LINES]?.at, lastSendings[MAX_LINES]?.alarm_time].flatMap((at) => at ?? [])
  const details = acts.map(({ data }) => detailsOf(data))
  const assignees = await nicknamesOf(
    storage.read,
    acts.flatMap(({ kind }, i) => (kind === 'assign' ? (assigneeIn(details[i]) ?? []) : [])),
  )
  const undone = new Set(details.flatMap(({ undoes }) => (typeof undoes === 'number' ? [undoes] : [])))
  const moments: Moment[] = [
    {
      at: row.alarm_time,
      kind: 'fired',
      value: firedValueOf(row),
      limit_text: traceOf(row.trace).limitText ?? row.alarm_value,
    },
    ...(leftOut.length > 0 ? [{ at: Math.max(...leftOut), kind: 'left_out' }] : []),
    ...acts.flatMap(({ id, at, kind, user_id, nickname }, i): Moment[] => {
      if (kind === STILL) {
        const still = stillMoment(details[i] ?? {}, { registry, caller, language })
        return still === null ? [] : [{ at, kind, id, ...still }]
      }
      const {
        before: _before,
        noteBefore: _noteBefore,
        explainedBefore: _explainedBefore,
        version: _version,
        beside: _beside,
        after,
        ...rest
      } = details[i] ?? {}
      const assignee = kind === 'assign' ? assigneeIn(details[i]) : null
      return [
        {
          at,
          kind,
          id,
          ...(user_id !== null && { user_id, user_name: nickname }),
          // An assignment by the platform: the episode was given back (giveBack.ts).
          ...(user_id === null && kind === 'assign' && { user_name: errorText(language, 'error.timeline.platform') }),
          ...(after !== undefined && { state: after }),
          ...(assignee !== null && { assignee_name: assignees.get(assignee) ?? null }),
          ...rest,
          ...(undone.has(id) && { undone: 1 }),
        },
      ]
    }),
    ...sendings.map((sending) => ({
      at: sending.alarm_time,
      kind: sending.alarm_type === SEND_TYPE.linkage ? 'switch' : 'message',
      id: sending.id,
      channel: sending.alarm_type,
      ...(sending.channel_kind !== null && { channel_kind: sending.channel_kind }),
      name: sending.send_name,
      address: sending.send_url,
      text: isLimited && isDigest(sending.message) ? '' : sending.send_data,
      send_ok: sending.send_ok === CLAIMED ? PENDING : sending.send_ok,
      reason: storedOutcomeText(sending.explained, language),
      ...(canSendAgain(sending) && { again: 1 }),
    })),
  ]
  if (row.peak !== null && row.peak_at !== null && row.peak !== row.real_value)
    moments.push({ at: row.peak_at, kind: 'peak', value: row.peak })
  if (row.is_alarm === 1 && row.silent_since !== null) moments.push({ at: row.silent_since, kind: 'no_data' })
  if (row.recovered_at !== null) moments.push({ at: row.recovered_at, kind: 'cleared' })
  return moments.toSorted((a, b) => a.at - b.at)
}

/** Returns the assignee that an act set; null: none. */
function assigneeIn(details: Record<string, unknown> | undefined): number | null {
  const after = details?.['after']
  const id = isRecord(after) ? after['assignee_id'] : null
  return typeof id === 'number' ? id : null
}

/** Returns the nicknames of users, without deleted users. */
async function nicknamesOf(
  read: Platform['storage']['read'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  if (ids.length === 0) return new Map()
  const users = await read
    .selectFrom('systemuser')
    .select(['id', 'nickname'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(users.map(({ id, nickname }) => [id, nickname]))
}

function detailsOf(data: string | null): Record<string, unknown> {
  try {
    return JSON.parse(data ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}
