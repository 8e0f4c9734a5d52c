import { isRecord } from '../../resources/kit/record.ts'
import { askJson } from '../send/retry.ts'
import { wechatApi, wechatToken } from '../send/wechat.ts'
import type { Settings } from '../settings.ts'
import type { BindingCode } from './scenes.ts'

/** Requests a temporary QR code of a scene from the official account. Throws where WeChat gives none. */
export async function officialCode(
  { wechat }: Pick<Settings, 'wechat'>,
  scene: string,
  seconds: number,
): Promise<BindingCode> {
  if (!wechat) throw new Error('WeChat is not configured')
  const token = await wechatToken(wechat)
  const answer = await askJson(`${wechatApi.base}/cgi-bin/qrcode/create?access_token=${encodeURIComponent(token)}`, {
    expire_seconds: seconds,
    action_name: 'QR_STR_SCENE',
    action_info: { scene: { scene_str: scene } },
  })
  const { ticket, url, errcode }: Record<string, unknown> = isRecord(answer) ? answer : {}
  if (typeof ticket !== 'string' || typeof url !== 'string')
    throw new Error(`WeChat gave no QR code: ${String(errcode)}`)
  return { ticket, url }
}
