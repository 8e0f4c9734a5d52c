import { isRecord } from '../../resources/kit/record.ts'
import type { Platform } from '../platform.ts'
import { toOutbox } from './outbox.ts'
import { askJson, failedAttempt, failureReason, Refused, withRetry } from './retry.ts'
import { SEND_TYPE, type Sent } from './types.ts'

/** Address of the official API; tests put a stub there. */
export const wechatApi = { base: 'https://api.weixin.qq.com' }

export interface WechatMessage {
  openid: string
  /** Id of the template in the official account. */
  template: string | null
  title: string
  content: string
  /** Address that a tap opens: WeChat does not turn an address within the text into a link. */
  link?: string | null
  projectId: number | null
  thresholdlogId?: number | null
}

/** Sends one template message; without WX_APPID it is kept in the outbox. Does not throw for answers of the API. */
export async function sendWechat(
  platform: Pick<Platform, 'settings' | 'storage' | 'log'>,
  message: WechatMessage,
): Promise<Sent> {
  const { openid, template, title, content, link = null, projectId, thresholdlogId = null } = message
  const { wechat } = platform.settings
  if (wechat === null) {
    const row = {
      alarm_type: SEND_TYPE.wechat,
      recipient: openid,
      subject: title,
      content,
      project_id: projectId,
      thresholdlog_id: thresholdlogId,
    }
    return toOutbox(platform, row, { key: 'error.alarm.outboxWechat' })
  }
  const data = {
    first: { value: title },
    keyword1: { value: title },
    keyword2: { value: content },
    remark: { value: content },
  }
  try {
    await withRetry(async () => {
      const token = await wechatToken(wechat)
      const answer = await askJson(
        `${wechatApi.base}/cgi-bin/message/template/send?access_token=${encodeURIComponent(token)}`,
        { touser: openid, template_id: template ?? '', ...(link !== null && { url: link }), data },
      )
      judge(answer, wechat.appId)
    })
    return { ok: true, explained: { key: 'error.alarm.sent' } }
  } catch (error) {
    platform.log.warn({ err: failureReason(error) }, 'a WeChat message could not be sent')
    return failedAttempt(error)
  }
}

const tokens = new Map<string, { token: string; until: number }>()

/**
 * Returns the access token of the official account, which is cached until shortly before it expires. It is requested as
 * a stable token, so that several processes do not invalidate each other's.
 */
export async function wechatToken({ appId, secret }: { appId: string; secret: string }): Promise<string> {
  const known = tokens.get(appId)
  if (known && known.until > Date.now()) return known.token
  const answer = await askJson(`${wechatApi.base}/cgi-bin/stable_token`, {
    grant_type: 'client_credential',
    appid: appId,
    secret,
  })
  const { access_token, expires_in } = recordOf(answer)
  if (typeof access_token !== 'string') throw failureOf(answer)
  tokens.set(appId, { token: access_token, until: Date.now() + (Number(expires_in) - 300) * 1000 })
  return access_token
}

/** Error codes of an expired token: the next attempt requests a new one. */
const STALE_TOKEN = new Set([40001, 40014, 42001])
/** Error code of a busy API. */
const BUSY = -1

function judge(answer: unknown, appId: string): void {
  const { errcode } = recordOf(answer)
  // An answer without errcode, such as a page of a proxy, says nothing about the message.
  if (errcode === undefined) throw new Error('WeChat did not answer')
  const code = Number(errcode)
  if (code === 0) return
  if (STALE_TOKEN.has(code)) tokens.delete(appId)
  throw failureOf(answer)
}

function failureOf(answer: unknown): Error {
  const { errcode, errmsg } = recordOf(answer)
  const text = `WeChat ${String(errcode ?? '')} ${String(errmsg ?? '')}`.trim().slice(0, 150)
  const code = Number(errcode)
  return code === BUSY || STALE_TOKEN.has(code) ? new Error(text) : new Refused(text)
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
