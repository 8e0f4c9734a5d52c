import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import { toOutbox } from './outbox.ts'
import { askJson, failedAttempt, failureReason, withRetry } from './retry.ts'
import { SEND_TYPE, type Sent } from './types.ts'

export interface Sms {
  phone: string
  content: string
  /** The project whose remaining messages it counts against; null for none (registration codes). */
  projectId: number | null
  /** Names of the provider's template and signature, where the provider uses them. */
  template?: string | null
  sign?: string | null
  thresholdlogId?: number | null
}

/**
 * Sends one message: POST of {phone, content, template, sign} as JSON to SMS_URL, where 2xx means accepted. A message
 * that was not sent does not count against the project. Without SMS_URL it is kept in the outbox. Does not throw for
 * failures of the provider.
 */
export async function sendSms(platform: Pick<Platform, 'settings' | 'storage' | 'log'>, sms: Sms): Promise<Sent> {
  const { phone, content, projectId, template = null, sign = null, thresholdlogId = null } = sms
  const { smsUrl } = platform.settings
  if (smsUrl === null) {
    const message = {
      alarm_type: SEND_TYPE.sms,
      recipient: phone,
      subject: '',
      content,
      project_id: projectId,
      thresholdlog_id: thresholdlogId,
    }
    return toOutbox(platform, message, { key: 'error.alarm.outboxSms' })
  }
  if (projectId !== null && !(await takeOne(platform, projectId)))
    return { ok: false, explained: { key: 'error.alarm.noSms' } }
  try {
    await withRetry(() => askJson(smsUrl, { phone, content, template, sign }))
    return { ok: true, explained: { key: 'error.alarm.sent' } }
  } catch (error) {
    platform.log.warn({ err: failureReason(error) }, 'a text message could not be sent')
    if (projectId !== null) await giveBack(platform, projectId)
    return failedAttempt(error)
  }
}

/**
 * Takes one of a project's remaining messages; returns false where there is none. One atomic statement, so that the
 * quota never falls below zero.
 */
async function takeOne({ storage }: Pick<Platform, 'storage'>, projectId: number): Promise<boolean> {
  const claimed = await storage.write((trx) =>
    trx
      .updateTable('project')
      .set({ remain_sms: sql<number>`remain_sms - 1` })
      .where('id', '=', projectId)
      .where('remain_sms', '>', 0)
      .returning('id')
      .execute(),
  )
  return claimed.length > 0
}

const giveBack = ({ storage }: Pick<Platform, 'storage'>, projectId: number): Promise<unknown> =>
  storage.write((trx) =>
    trx.updateTable('project').set({ remain_sms: sql<number>`remain_sms + 1` }).where('id', '=', projectId).execute(),
  )
