import type { Language } from '../../../i18n/types.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Platform } from '../../platform.ts'
import type { Outcome, Waiting } from '../../send/queue.ts'
import { PENDING, type Sent } from '../../send/types.ts'
import { problemJson } from '../explain.ts'
import type { Digest } from '../storm/news.ts'
import type { News } from './news.ts'
import { reasonAgainst } from './rows.ts'
import { BACK_OFF, sendToChannel } from './send.ts'

type Services = Pick<Platform, 'settings' | 'storage' | 'log'> & Partial<Pick<Platform, 'registry'>>

/**
 * Returns what is written after an attempt: sent, waiting for the next attempt with backoff, or given up, each with its
 * reason.
 */
export function outcomeOfAttempt(row: Waiting, { ok, explained, later = false }: Sent): Outcome {
  const pause = ok || !later ? undefined : BACK_OFF[row.attempts]
  const attempts = row.attempts + 1
  if (pause !== undefined)
    return { send_ok: PENDING, next_at: Date.now() + pause, explained: problemJson(explained), attempts }
  const dead: Problem = { key: 'error.channel.dead', args: { count: attempts, reason: problemJson(explained) } }
  return { send_ok: ok ? 1 : 0, next_at: null, explained: problemJson(ok || !later ? explained : dead), attempts }
}

/** Makes one attempt for a claimed row. Throws only where nothing has left: a failure of the receiver is returned. */
export async function deliverToChannel(platform: Services, row: Waiting): Promise<Sent> {
  const { registry, storage } = platform
  const channel = await storage.read
    .selectFrom('alarmchannel')
    .selectAll()
    .where('id', '=', row.channel_id ?? 0)
    .executeTakeFirst()
  const reason = reasonAgainst(channel, row.project_id)
  if (reason !== null) return { ok: false, explained: reason }
  if (!registry || !channel) return { ok: false, explained: { key: 'error.alarm.interrupted' } }
  const { digest, ...news } = JSON.parse(row.message ?? '{}') as Partial<Record<Language, News>> & { digest?: Digest }
  return sendToChannel({ ...platform, registry }, channel, { id: row.id, deviceId: row.device_id, news, digest })
}
