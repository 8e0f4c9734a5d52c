import { setTimeout as pause } from 'node:timers/promises'
import { dictionary, type DictionaryEntry } from '../../resources/dictionary.ts'
import { startAt0 } from '../metrics/index.ts'
import type { Platform } from '../platform.ts'
import { sendEmail } from '../send/email.ts'
import { sendSms } from '../send/sms.ts'
import { claim, unclaim, type Waiting } from '../send/queue.ts'
import { PENDING, SEND_TYPE, type Sent } from '../send/types.ts'
import { sendWechat } from '../send/wechat.ts'
import { deliverToChannel, nextDue } from './channels/deliver.ts'
import { problemJson } from './explain.ts'

export interface Delivery {
  /** Signals that something may be waiting to be sent. */
  wake(): void
  /** Reclaims messages of dead processes. The leader calls it periodically. */
  sweep(): Promise<void>
  /** Waits until nothing is waiting to be sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Lease of a claim, ms: sending takes a minute at most, so an older claim belongs to a dead process. */
const CLAIM = 10 * 60_000
/** After a failure of the database the queue is looked at again, ms. */
const AGAIN = 1000
/** Cool-down of a channel that did not answer, ms; its messages wait … */
const REST = 60_000
/** … and are dropped at this age: an alarm of an hour ago is of no use. */
const LATEST = 60 * 60_000
/** How long closing waits for messages in flight. */
const PATIENCE = 3000

type Services = Pick<Platform, 'settings' | 'storage' | 'log'> & Partial<Pick<Platform, 'metrics' | 'registry'>>

/**
 * Sends the waiting rows of the send log, oldest first. The rows are a durable queue that several processes share.
 * Where a service does not answer, its messages stay queued, with the reason, and are retried.
 */
export async function createDelivery(platform: Services, { rest = REST }: { rest?: number } = {}): Promise<Delivery> {
  const { storage, log } = platform
  /** Channels in cool-down, with the timers that end it. */
  const resting = new Map<number, NodeJS.Timeout>()
  const leaveAlone = (channel: number): void => {
    if (resting.has(channel) || closed) return
    log.warn({ channel, againInMs: rest }, 'messages of a channel wait: what should take them does not answer')
    const again = (): void => {
      resting.delete(channel)
      wake()
    }
    resting.set(channel, setTimeout(again, rest).unref())
  }
  let running: Promise<void> | null = null
  let rerun = false
  let closed = false
  let due: NodeJS.Timeout | undefined
  /** Looks again once the next message that is tried again is due. */
  const sleepUntilDue = async (): Promise<void> => {
    const at = closed ? null : await nextDue(storage)
    clearTimeout(due)
    if (at !== null) due = setTimeout(wake, Math.max(100, at - Date.now())).unref()
  }

  const run = async (): Promise<void> => {
    for (;;) {
      rerun = false
      const rows = closed ? [] : await claim(platform, [...resting.keys()])
      if (rows.length === 0 && !rerun) return await sleepUntilDue()
      await Promise.all(rows.map((row) => deliver(platform, row, leaveAlone)))
    }
  }
  const wake = (): void => {
    rerun = true
    if (closed) return
    running ??= run()
      .catch((error: unknown) => {
        log.error({ err: error }, 'alarm messages could not be sent')
        clearTimeout(due)
        if (!closed) due = setTimeout(wake, AGAIN).unref()
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
  if (storage.engine === 'sqlite') await unclaim(platform, Date.now() + CLAIM)
  if (storage.engine === 'sqlite') wake()
  return {
    wake,
    async sweep() {
      await unclaim(platform, Date.now() - CLAIM)
      wake()
    },
    async settled() {
      while (running) await running
    },
    async close() {
      closed = true
      for (const timer of resting.values()) clearTimeout(timer)
      clearTimeout(due)
      // A hanging message stays claimed, and is sent after the next start.
      await Promise.race([running, pause(PATIENCE, undefined, { ref: false })])
    },
  }
}

async function deliver(platform: Services, row: Waiting, leaveAlone: (channel: number) => void): Promise<void> {
  const { storage, log } = platform
  try {
    // A channel that does not answer keeps nobody else waiting: each of its messages has its own pauses.
    if (row.alarm_type === SEND_TYPE.channel) return await deliverToChannel(platform, row)
    const { ok, explained, later = false } = await send(platform, row)
    if (later && Date.now() - row.alarm_time < LATEST) {
      await storage.write((trx) =>
        trx
          .updateTable('alarmsendlog')
          .set({ send_ok: PENDING, explained: problemJson(explained) })
          .where('id', '=', row.id)
          .execute(),
      )
      // Only once the row is queued again: the next query must find it.
      leaveAlone(row.alarm_type)
      return
    }
    platform.metrics?.alarmMessages.add({ channel: row.alarm_type, result: ok ? 'sent' : 'failed' })
    await storage.write((trx) =>
      trx
        .updateTable('alarmsendlog')
        .set({ send_ok: ok ? 1 : 0, explained: problemJson(explained) })
        .where('id', '=', row.id)
        .execute(),
    )
  } catch (error) {
    // The database failed. The row stays claimed: better late, after the next start, than twice now.
    log.error({ err: error, sendlog: row.id }, 'the outcome of a message could not be written')
  }
}

/** What the record and its rule know besides the row itself; a rule that is gone meanwhile leaves the names of its templates empty. */
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

/** What a message is headed by: its alarm, or what it brings along (a digest). */
const titleOf = (row: Waiting, details: Details): string =>
  (row.message === null
    ? details
      ? `${details.device_name} · ${details.threshold_name}`
      : ''
    : ((JSON.parse(row.message) as { title?: string }).title ?? '')
  ).slice(0, 120)

/** Commands to devices are no messages: they are carried out at once or not at all (ganged.ts). */
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
    (platform, row, details) =>
      sendEmail(platform, {
        to: row.send_url,
        subject: titleOf(row, details),
        content: row.send_data,
        projectId: row.project_id,
        thresholdlogId: row.thresholdlog_id,
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
        projectId: row.project_id,
        thresholdlogId: row.thresholdlog_id,
      }),
  ],
])

/** A rule names the template of its alarms; that of their end is the dictionary's own, where it has one. */
function templateOf(
  type: 'SmsMbType' | 'WecharMbType',
  row: Waiting,
  details: Details,
  ofRule: number | null | undefined,
): string | null {
  // Messages carry the moment they are about: that of the recovery its record has too.
  const recovered = details?.recovered_at ?? null
  const own =
    recovered !== null && Number(row.alarm_time) === Number(recovered)
      ? dictionary[type].find((entry: DictionaryEntry) => entry.recovery)
      : undefined
  return own?.text ?? textOf(type, ofRule)
}

/** What a dictionary's entry is called at the provider. */
function textOf(type: 'SmsMbType' | 'SmsQmType' | 'WecharMbType', value: number | null | undefined): string | null {
  return dictionary[type].find((entry) => entry.value === value)?.text ?? null
}
