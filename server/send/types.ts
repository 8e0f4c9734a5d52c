import type { Problem } from '../../resources/kit/rules.ts'

/** alarmsendlog.alarm_type (spec 1 §3): 1 message, 2 WeChat, 3 email, 4 linkage; 5 a channel (docs/wire.md, `alarm-channels`). */
export const SEND_TYPE = { sms: 1, wechat: 2, email: 3, linkage: 4, channel: 5 } as const

/**
 * alarmsendlog.send_ok: 1 sent, 0 not sent (explained says why), -1 waiting to be sent. The waiting rows are the queue:
 * messages that a stopped server had not sent are sent after its next start.
 */
export const PENDING = -1

/** Result of sending a message, and its reason. */
export interface Sent {
  ok: boolean
  explained: Problem
  /** The message may be sent later: it was not refused, but the service could not be reached or failed. */
  later?: boolean
}
