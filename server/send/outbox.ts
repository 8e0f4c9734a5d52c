import type { Problem } from '../../resources/kit/rules.ts'
import { DAY, MINUTE } from '../../resources/kit/zone.ts'
import type { Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import type { Sent } from './types.ts'

/** How long a code sent by text message is valid, ms. */
export const CODE_TTL_MS = 10 * MINUTE

export interface Outgoing {
  alarm_type: number
  recipient: string
  subject: string
  content: string
  project_id: number | null
  thresholdlog_id: number | null
}

/** Keeps a message whose channel is not configured, for a super administrator to read (GET /v1/outbox). */
export async function toOutbox(
  { storage }: Pick<Platform, 'storage'>,
  message: Outgoing,
  explained: Problem,
): Promise<Sent> {
  await storage.write((trx) =>
    trx
      .insertInto('outbox')
      .values({ ...message, created_at: Date.now(), reason: JSON.stringify(explained) })
      .execute(),
  )
  return { ok: false, explained }
}

/**
 * Deletes messages older than the retention of raw history. Registration codes, the only messages without project and
 * alarm, are deleted as soon as they expire.
 */
export const outboxRetentionJob = (
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  now: () => number = Date.now,
): Job => ({
  name: 'outbox retention',
  everyMs: MINUTE,
  async run(_signal, lead = storage) {
    const time = now()
    await lead.write(async (trx) => {
      await trx
        .deleteFrom('outbox')
        .where('created_at', '<', time - settings.retentionDays * DAY)
        .execute()
      await trx
        .deleteFrom('outbox')
        .where('created_at', '<', time - CODE_TTL_MS)
        .where('project_id', 'is', null)
        .where('thresholdlog_id', 'is', null)
        .execute()
    })
  },
})
