import type { Transporter } from 'nodemailer'
import type { Platform } from '../platform.ts'
import { toOutbox } from './outbox.ts'
import { failedAttempt, failureReason, Refused, ATTEMPT_TIMEOUT_MS, withRetry } from './retry.ts'
import { SEND_TYPE, type Sent } from './types.ts'

export interface Email {
  to: string
  subject: string
  content: string
  projectId: number | null
  thresholdlogId?: number | null
  attachments?: readonly Attachment[]
}

/** A file attached to a mail. */
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/**
 * Sends one plain-text mail through SMTP_URL; without that setting the mail is kept in the outbox, without its
 * attachments. Does not throw for failures of the mail server.
 */
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
    return failedAttempt(error)
  }
}

/** Rethrows an error of the mail server; a 5xx is final and becomes Refused. */
function judged(error: unknown): never {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  throw code >= 500 ? new Refused(failureReason(error)) : error
}

const transports = new Map<string, { transport: Transporter; from: string }>()

/**
 * Returns the transport of an address; there is one for each. The mail library is loaded with the first mail. `?from=`
 * names the sender; without it the sender is the user of the address, or alarm@ its host.
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
