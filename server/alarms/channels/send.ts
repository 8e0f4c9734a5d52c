import type { Language } from '../../../i18n/types.ts'
import { CHANNEL_KIND } from '../../../resources/channel.ts'
import { vaultOf } from '../../hj212/secrets.ts'
import { send, type SendOutcome } from '../../north/send.ts'
import type { Platform } from '../../platform.ts'
import type { Sent } from '../../send/types.ts'
import type { Digest } from '../storm/news.ts'
import type { News } from './news.ts'
import { isFinal } from './outcome.ts'
import { pushDigest, sendPush } from './push.ts'
import { dingtalk, feishu, wecom, type Robot } from './robots.ts'
import type { ChannelRow } from './rows.ts'
import { webhookRequest } from './webhook.ts'

/** Backoff before a message to a channel is retried, ms; after the last attempt it is a dead letter. */
export const BACK_OFF: readonly number[] = [5_000, 30_000, 120_000, 600_000, 1_800_000]

export interface ChannelMessage {
  /** Id of the send log row; 0 for a test. */
  id: number
  deviceId: number
  news: Partial<Record<Language, News>>
  /** A digest to browsers, whose owners each see different devices. */
  digest?: Digest | undefined
}

/** Address of a channel and what it signs with. */
export type ChannelAddress = Pick<ChannelRow, 'kind' | 'url' | 'secret' | 'project_id'>

type Services = Pick<Platform, 'storage' | 'settings' | 'registry' | 'log'>

const robots: Readonly<Record<number, Robot>> = {
  [CHANNEL_KIND.dingtalk]: dingtalk,
  [CHANNEL_KIND.wecom]: wecom,
  [CHANNEL_KIND.feishu]: feishu,
}

/**
 * Makes one attempt to tell a channel. Never throws for what the receiver does; `later`: another attempt may succeed.
 */
export async function sendToChannel(
  platform: Services,
  channel: ChannelAddress,
  { id, deviceId, news, digest }: ChannelMessage,
  now = Date.now(),
): Promise<Sent> {
  if (channel.kind === CHANNEL_KIND.push)
    return digest
      ? pushDigest(platform, channel.project_id ?? 0, digest)
      : sendPush(platform, channel.project_id ?? 0, deviceId, news)
  const said = Object.values(news)[0]
  if (!said || channel.url === null) return { ok: false, explained: { key: 'error.alarm.interrupted' } }
  const secret = (await vaultOf(platform.storage)).open(channel.secret)
  const { northAllowPrivate: allowPrivate } = platform.settings
  const robot = robots[channel.kind ?? 0]
  if (!robot) {
    const { body, headers } = webhookRequest(said, { secret, now, id })
    return sentOf(await send({ url: channel.url, body, headers, type: 'application/json', allowPrivate }))
  }
  const { url, body } = robot.request({ url: channel.url, secret }, said, now)
  const outcome = await send({ url, body, type: 'application/json', allowPrivate, reads: true })
  if (!outcome.ok) return sentOf(outcome)
  const verdict = robot.verdict(outcome.answer ?? '')
  return verdict.ok
    ? { ok: true, explained: { key: 'error.alarm.sent' } }
    : {
        ok: false,
        explained: { key: 'error.alarm.failed', args: { reason: verdict.reason } },
        later: verdict.later,
      }
}

const sentOf = (outcome: SendOutcome): Sent =>
  outcome.ok
    ? { ok: true, explained: { key: 'error.alarm.sent' } }
    : { ok: false, explained: { key: outcome.key, args: outcome.args }, later: !isFinal(outcome) }
