import type { Transporter } from 'nodemailer'
import type { Platform } from '../platform.ts'
import { toOutbox } from './outbox.ts'
import { notSent, failureReason, Refused, ATTEMPT_TIMEOUT_MS, withRetry } from './retry.ts'
import { SEND_TYPE, type Sent } from './types.ts'

export interface Email {
  to: string
  subject: string
  content: string
  projectId: number | null
  thresholdlogId?: number | null
  attachments?: readonly Attachment[]
}

/** A file that a mail carries. */
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** Sends one plain-text mail through SMTP_URL; without it the mail lands in the outbox, without what it carries. Never throws for what the mail server does. */
export async function sendEmail(platform: Pick<Platform, 'settings' | 'storage' | 'log'>, email: Email): Promise<Sent> {
  const { to, subject, content, projectId, thresholdlogId = null, attachments = [] } = email
  const { smtpUrl } = platform.settings
  if (smtpUrl === null) {
    const message = {
      alarm_type: SEND_TYPE.email,
      recipient: to,
      subject,
      content,
      project_id: projectId,
      thresholdlog_id: thresholdlogId,
    }
    return toOutbox(platform, message, { key: 'error.alarm.outboxEmail' })
  }
  const { transport, from } = await transportOf(smtpUrl)
  try {
    await withRetry(() =>
      transport
        .sendMail({ from, to: { name: '', address: to }, subject, text: content, attachments: [...attachments] })
        .catch(judged),
    )
    return { ok: true, explained: { key: 'error.alarm.sent' } }
  } catch (error) {
    platform.log.warn({ err: failureReason(error) }, 'a mail could not be sent')
    return notSent(error)
  }
}

/** A mail server's 5xx is final. */
function judged(error: unknown): never {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  throw code >= 500 ? new Refused(failureReason(error)) : error
}

const transports = new Map<string, { transport: Transporter; from: string }>()

/**
 * One transport an address, and nothing of the mail library in memory before the first mail. `?from=` names the sender; without it the user of the
 * address, or alarm@ its host.
 */
async function transportOf(smtpUrl: string): Promise<{ transport: Transporter; from: string }> {
  const known = transports.get(smtpUrl)
  if (known) return known
  const { createTransport } = await import('nodemailer')
  const url = new URL(smtpUrl)
  const user = decodeURIComponent(url.username)
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `alarm@${url.hostname}`)
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: ATTEMPT_TIMEOUT_MS,
    greetingTimeout: ATTEMPT_TIMEOUT_MS,
    socketTimeout: ATTEMPT_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const entry = { transport, from }
  transports.set(smtpUrl, entry)
  return entry
}
