import type { Language } from '../../../i18n/types.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { Platform } from '../../platform.ts'
import type { Waiting } from '../../send/queue.ts'
import { PENDING, type Sent } from '../../send/types.ts'
import type { Storage } from '../../storage/types.ts'
import { problemJson } from '../explain.ts'
import type { Digest } from '../storm/news.ts'
import type { News } from './news.ts'
import { reasonAgainst } from './rows.ts'
import { BACK_OFF, sendToChannel } from './send.ts'

type Services = Pick<Platform, 'settings' | 'storage' | 'log'> & Partial<Pick<Platform, 'metrics' | 'registry'>>

/** One attempt for a claimed row: sent, waiting for its next attempt, or given up, each with its reason. */
export async function deliverToChannel(platform: Services, row: Waiting): Promise<void> {
  const { storage } = platform
  const { ok, explained, later = false } = await attempt(platform, row)
  const pause = ok || !later ? undefined : BACK_OFF[row.attempts]
  const attempts = row.attempts + 1
  const dead: Problem = { key: 'error.channel.dead', args: { count: attempts, reason: problemJson(explained) } }
  const outcome =
    pause !== undefined
      ? { send_ok: PENDING, next_at: Date.now() + pause, explained: problemJson(explained) }
      : { send_ok: ok ? 1 : 0, next_at: null, explained: problemJson(ok || !later ? explained : dead) }
  if (pause === undefined)
    platform.metrics?.alarmMessages.add({ channel: row.alarm_type, result: ok ? 'sent' : 'failed' })
  await storage.write((trx) =>
    trx
      .updateTable('alarmsendlog')
      .set({ ...outcome, attempts })
      .where('id', '=', row.id)
      .execute(),
  )
}

async function attempt(platform: Services, row: Waiting): Promise<Sent> {
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

/** When the next message is tried again, epoch ms; null where none waits for that. */
export async function nextDue({ read }: Pick<Storage, 'read'>): Promise<number | null> {
  const row = await read
    .selectFrom('alarmsendlog')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .where('send_ok', '=', PENDING)
    .where('send_ok', '<', 0)
    .executeTakeFirst()
  return row?.at === null || row?.at === undefined ? null : Number(row.at)
}
