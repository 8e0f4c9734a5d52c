import { setTimeout as pause } from 'node:timers/promises'
import { dictionary, type DictionaryEntry } from '../../resources/dictionary.ts'
import { startAt0 } from '../metrics/index.ts'
import type { Platform } from '../platform.ts'
import { sendEmail, type Attachment } from '../send/email.ts'
import { sendSms } from '../send/sms.ts'
import { keepClaims } from '../send/claims.ts'
import {
  hasExpiredClaims,
  claim,
  nextDue,
  unclaim,
  type ClaimExclusions,
  type Outcome,
  type Waiting,
} from '../send/queue.ts'
import { failedAttempt } from '../send/retry.ts'
import { PENDING, SEND_TYPE, type Sent } from '../send/types.ts'
import { sendWechat } from '../send/wechat.ts'
import { outcomeOfAttempt, deliverToChannel } from './channels/deliver.ts'
import { problemJson } from './explain.ts'
import { attachedPicture, type SentPicture } from './tell/picture.ts'

export interface Delivery {
  /** Signals that something may be waiting to be sent. */
  wake(): void
  /** Reclaims messages of dead processes. The leader calls it periodically. */
  sweep(): Promise<void>
  /** Waits until nothing is waiting to be sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Lease of a claim, ms. A process renews the claims of the messages it is sending: an older claim belongs to a dead
 * process.
 */
const CLAIM_TTL_MS = 2 * 60_000
const RENEWAL_INTERVAL_MS = CLAIM_TTL_MS / 4
/** Interval at which the queue is read again, and outcomes are written again, after a failure of the database, ms. */
const RETRY_MS = 1000
/** Cool-down of a channel that did not answer, ms; its messages wait … */
const COOL_DOWN_MS = 60_000
/** … and are dropped at this age, ms: an alarm that is an hour old is of no use. */
const MAX_AGE_MS = 60 * 60_000
/** How long closing waits for messages in flight, and then again for outcomes that could not be written, ms. */
const CLOSE_TIMEOUT_MS = 3000

type Services = Pick<Platform, 'settings' | 'storage' | 'log'> & Partial<Pick<Platform, 'metrics' | 'registry'>>

/**
 * Sends the waiting rows of the send log, oldest first. The rows are a durable queue that several processes share.
 * Where a service does not answer, its messages stay queued, with the reason, and are retried. Where the database fails
 * after a message left, this process keeps the outcome until it is written, and does not send the message again; a
 * message that had not left is retried.
 */
export async function createDelivery(
  platform: Services,
  { coolDownMs = COOL_DOWN_MS, retryMs = RETRY_MS }: { coolDownMs?: number; retryMs?: number } = {},
): Promise<Delivery> {
  const { storage, log } = platform
  /** Channels in cool-down, with the timers that end it. */
  const resting = new Map<number, NodeJS.Timeout>()
  const leaveAlone = (channel: number): void => {
    if (resting.has(channel) || closed) return
    log.warn({ channel, againInMs: coolDownMs }, 'messages of a channel are waiting: its receiver does not answer')
    const over = (): void => {
      resting.delete(channel)
      wake()
    }
    resting.set(channel, setTimeout(over, coolDownMs).unref())
  }
  let running: Promise<void> | null = null
  let rerun = false
  let closed = false
  let due: NodeJS.Timeout | undefined
  /** Wakes the delivery when the next message to be retried is due. */
  const sleepUntilDue = async (): Promise<void> => {
    const at = closed ? null : await nextDue(storage, leftAlone())
    clearTimeout(due)
    if (at !== null) due = setTimeout(wake, Math.max(100, at - Date.now())).unref()
  }

  const claims = keepClaims(platform, { retryMs, renewalMs: RENEWAL_INTERVAL_MS, written: () => wake() })
  const leftAlone = (): ClaimExclusions => ({ channels: [...resting.keys()], messages: claims.ids() })
  /** Makes one attempt and records its outcome. */
  const deliver = async (row: Waiting): Promise<void> => {
    const { outcome, unanswered = false } = await attempt(platform, row)
    if (outcome.send_ok !== PENDING)
      platform.metrics?.alarmMessages.add({
        channel: row.alarm_type,
        result: outcome.send_ok === 1 ? 'sent' : 'failed',
      })
    await claims.end(row, outcome)
    // The cool-down starts only once the row is queued again: the query at its end must find the row.
    if (unanswered) leaveAlone(row.alarm_type)
  }

  const run = async (): Promise<void> => {
    for (;;) {
      rerun = false
      const rows = closed ? [] : await claim(platform, leftAlone())
      if (rows.length === 0 && !rerun) return await sleepUntilDue()
      claims.hold(rows)
      await Promise.all(rows.map(deliver))
    }
  }
  const wake = (): void => {
    rerun = true
    if (closed) return
    running ??= run()
      .catch((error: unknown) => {
        log.error({ err: error }, 'alarm messages could not be sent')
        clearTimeout(due)
        if (!closed) due = setTimeout(wake, retryMs).unref()
      })
      .finally(() => {
        running = null
        // wake() may have been called since the last query.
        if (rerun) wake()
      })
  }
  if (platform.metrics)
    startAt0(
      platform.metrics.alarmMessages,
      [...channels.keys(), SEND_TYPE.channel].flatMap((channel) => [
        { channel, result: 'sent' },
        { channel, result: 'failed' },
      ]),
    )
  // SQLite has a single process: every claim is left over from the previous run.
  if (storage.engine === 'sqlite') await unclaim(platform, Date.now() + CLAIM_TTL_MS)
  if (storage.engine === 'sqlite') wake()
  return {
    wake,
    async sweep() {
      const before = Date.now() - CLAIM_TTL_MS
      if (await hasExpiredClaims(platform, before, claims.ids())) {
        // The database may have been away for that long: a living process that has sent such a message writes its
        // outcome at its next try.
        await pause(2 * retryMs, undefined, { ref: false })
        await unclaim(platform, before, claims.ids())
      }
      wake()
    },
    async settled() {
      while (running || (claims.ids().length > 0 && !closed)) await (running ?? pause(retryMs))
    },
    async close() {
      closed = true
      for (const timer of resting.values()) clearTimeout(timer)
      clearTimeout(due)
      // A message that hangs stays claimed, and is sent after the next start.
      await Promise.race([running, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      await Promise.race([claims.close(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/**
 * Sends a claimed message and returns the outcome to be written. `unanswered`: the channel did not answer, so its other
 * messages have to wait too. Never throws.
 */
async function attempt(platform: Services, row: Waiting): Promise<{ outcome: Outcome; unanswered?: boolean }> {
  try {
    // A channel that does not answer holds up no other channel: each of its messages has a backoff of its own.
    if (row.alarm_type === SEND_TYPE.channel)
      return { outcome: outcomeOfAttempt(row, await deliverToChannel(platform, row)) }
    const { ok, explained, later = false } = await send(platform, row)
    const unanswered = later && Date.now() - row.alarm_time < MAX_AGE_MS
    const send_ok = unanswered ? PENDING : ok ? 1 : 0
    return {
      outcome: { send_ok, explained: problemJson(explained), attempts: row.attempts, next_at: null },
      unanswered,
    }
  } catch (error) {
    // Failures of the receiver are returned, not thrown. So the database failed, or what is stored cannot be read, and
    // nothing has left.
    platform.log.error({ err: error, sendlog: row.id }, 'a message could not be sent')
    return { outcome: outcomeOfAttempt(row, failedAttempt(error)) }
  }
}

/**
 * What the alarm record and its rule know besides the row itself. Where the rule is deleted, its template names are
 * null.
 */
const detailsOf = ({ storage }: Pick<Platform, 'storage'>, { thresholdlog_id }: Waiting) =>
  storage.read
    .selectFrom('thresholdlog')
    .leftJoin('threshold', 'threshold.id', 'thresholdlog.threshold_id')
    .select([
      'thresholdlog.recovered_at',
      'thresholdlog.threshold_name',
      'thresholdlog.device_name',
      'threshold.alarm_phone_mb',
      'threshold.alarm_phone_qm',
      'threshold.alarm_wechat_mb',
    ])
    .where('thresholdlog.id', '=', thresholdlog_id)
    .executeTakeFirst()

type Details = Awaited<ReturnType<typeof detailsOf>>
type Channel = (
  platform: Pick<Platform, 'settings' | 'storage' | 'log'>,
  row: Waiting,
  details: Details,
) => Promise<Sent>

async function send(platform: Pick<Platform, 'settings' | 'storage' | 'log'>, row: Waiting): Promise<Sent> {
  const channel = channels.get(row.alarm_type)
  return channel
    ? channel(platform, row, await detailsOf(platform, row))
    : { ok: false, explained: { key: 'error.alarm.interrupted' } }
}

/** Returns what a message to a contact carries beside its text. */
const broughtBy = ({ message }: Waiting): Brought | null => (message === null ? null : (JSON.parse(message) as Brought))

interface Brought {
  title?: string
  /** Address of the alarm's page, or of the inbox; null where the platform does not know its own address. */
  link?: string | null
  picture?: SentPicture
}

/** Returns the title of a message: the one it carries (a digest), else device and rule of its alarm. */
function titleOf(row: Waiting, details: Details): string {
  const brought = broughtBy(row)
  const own = details ? `${details.device_name} · ${details.threshold_name}` : ''
  return (brought ? (brought.title ?? '') : own).slice(0, 120)
}

/** Returns the picture that a user sends along by mail. */
async function attachmentsOf({ settings }: Pick<Platform, 'settings'>, row: Waiting): Promise<Attachment[]> {
  const picture = broughtBy(row)?.picture
  const found = picture ? await attachedPicture(settings.dataDir, picture) : null
  return found ? [found] : []
}

/** Linked commands to devices are not in this map: they are carried out at once or not at all (ganged.ts). */
const channels: ReadonlyMap<number, Channel> = new Map<number, Channel>([
  [
    SEND_TYPE.sms,
    (platform, row, details) =>
      sendSms(platform, {
        phone: row.send_url,
        content: row.send_data,
        projectId: row.project_id,
        template: templateOf('SmsMbType', row, details, details?.alarm_phone_mb),
        sign: textOf('SmsQmType', details?.alarm_phone_qm),
        thresholdlogId: row.thresholdlog_id,
      }),
  ],
  [
    SEND_TYPE.email,
    async (platform, row, details) =>
      sendEmail(platform, {
        to: row.send_url,
        subject: titleOf(row, details),
        content: row.send_data,
        projectId: row.project_id,
        thresholdlogId: row.thresholdlog_id,
        attachments: await attachmentsOf(platform, row),
      }),
  ],
  [
    SEND_TYPE.wechat,
    (platform, row, details) =>
      sendWechat(platform, {
        openid: row.send_url,
        template: templateOf('WecharMbType', row, details, details?.alarm_wechat_mb),
        title: titleOf(row, details),
        content: row.send_data,
        link: broughtBy(row)?.link ?? null,
        projectId: row.project_id,
        thresholdlogId: row.thresholdlog_id,
      }),
  ],
])

/**
 * Returns the template of a message: the rule's own for the alarm, the dictionary's own for its recovery, where it has
 * one.
 */
function templateOf(
  type: 'SmsMbType' | 'WecharMbType',
  row: Waiting,
  details: Details,
  ofRule: number | null | undefined,
): string | null {
  // A message carries the moment it is about: for a recovery, the same moment as the record's recovered_at.
  const recovered = details?.recovered_at ?? null
  const own =
    recovered !== null && Number(row.alarm_time) === Number(recovered)
      ? dictionary[type].find((entry: DictionaryEntry) => entry.recovery)
      : undefined
  return own?.text ?? textOf(type, ofRule)
}

/** Returns the provider's name of a dictionary entry. */
function textOf(type: 'SmsMbType' | 'SmsQmType' | 'WecharMbType', value: number | null | undefined): string | null {
  return dictionary[type].find((entry) => entry.value === value)?.text ?? null
}
