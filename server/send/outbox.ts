import type { Problem } from '../../resources/kit/rules.ts'
import type { Platform } from '../platform.ts'
import type { Sent } from './types.ts'

export interface Outgoing {
  alarm_type: number
  recipient: string
  subject: string
  content: string
  project_id: number | null
  thresholdlog_id: number | null
}

/** Keeps a message whose way out is not configured, for a super administrator to read (GET /v1/outbox). */
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
