import type { Problem } from '../../resources/kit/rules.ts'

/** alarmsendlog.alarm_type (spec 1 §3): 1 message, 2 WeChat, 3 email, 4 linkage; 5 a channel (docs/wire.md, `alarm-channels`). */
export const SEND_TYPE = { sms: 1, wechat: 2, email: 3, linkage: 4, channel: 5 } as const

/**
 * alarmsendlog.send_ok: 1 sent, 0 not sent (explained says why), -1 waiting to be sent. Waiting rows are the queue: what a stopped
 * server had not sent leaves after its next start.
 */
export const PENDING = -1

/** What became of a message, and why. */
export interface Sent {
  ok: boolean
  explained: Problem
  /** It may leave later: nobody refused it, whoever should take it was not there. */
  later?: boolean
}
